//! Notices before the figures: warnings about the link, an illegal plan with repairs, a plan that
//! does not fit with cures.
//!
//! Tests: `tests.rs`, `tests/browser/bad-input.test.mjs`.

mod lines;
mod notice;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::Notices;

use crate::dom::{Element, UiEvent};
use crate::panels::FIGURES;
use crate::store::{Effects, Mount, Page, Panel, PanelMoment};
use update::Pressed;

impl Panel for Notices {
    type Event = Pressed;
    const NAME: &'static str = "notices";

    fn mount(&self) -> Mount {
        Mount::In(FIGURES)
    }

    fn on_ui_event(&self, _: &Page, ui_event: &UiEvent) -> Option<Pressed> {
        update::on_ui_event(ui_event)
    }

    fn update(&mut self, page: &Page, event: Pressed, effects: &mut Effects<Pressed>) {
        update::update(self, page, event, effects);
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, effects: &mut Effects<Pressed>) -> bool {
        let is_new = matches!(
            moment,
            PanelMoment::Mounted | PanelMoment::Changed | PanelMoment::Noted
        );
        if is_new {
            for said in self.read(page) {
                effects.announce(said);
            }
        }
        is_new
    }

    fn view(&self, _: &Page) -> Element {
        view::notices(self)
    }
}
