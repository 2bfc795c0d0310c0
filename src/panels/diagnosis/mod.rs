//! Diagnosis: the plan's present limit, the change that helps it most, and warnings.
//!
//! Tests: `tests.rs`, `tests/browser/diagnosis.test.mjs`.

#[cfg(test)]
mod tests;
mod update;
mod view;

use crate::dom::{Element, UiEvent};
use crate::panels::FIGURES;
use crate::store::{Effects, Mount, Page, Panel, PanelMoment};
use search::diagnosis::{Limit, limits};
use update::Advised;

/// The figure.
#[derive(Default)]
pub(crate) struct DiagnosisFigure {
    /// Limits of the plan that is shown, the worst first.
    limits: Vec<Limit>,
}

impl Panel for DiagnosisFigure {
    type Event = Advised;
    const NAME: &'static str = "diagnosis";

    fn mount(&self) -> Mount {
        Mount::In(FIGURES)
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, _: &mut Effects<Advised>) -> bool {
        let is_new = matches!(moment, PanelMoment::Mounted | PanelMoment::Changed);
        if is_new {
            self.limits = limits(&page.estimate);
        }
        is_new
    }

    fn on_ui_event(&self, _: &Page, ui_event: &UiEvent) -> Option<Advised> {
        update::on_ui_event(ui_event)
    }

    fn update(&mut self, page: &Page, _: Advised, effects: &mut Effects<Advised>) {
        update::update(page, effects);
    }

    fn view(&self, page: &Page) -> Element {
        view::figure(&self.limits, page)
    }
}
