//! Memory in depth, under the bars of the memory figure: a stage opens to its seven kinds, each
//! kind to its terms.
//!
//! The bars belong to the memory figure. It leaves an empty element below them, and marks the bar
//! of the open stage. The page's state has the index of that stage.
//!
//! Tests: `tests.rs`, `tests/browser/terms.test.mjs`.

mod formula;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::MemoryTerms;

use crate::dom::{Element, UiEvent};
use crate::panels::MEMORY_DEPTH;
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment};
use state::terms;
use update::TermsEvent;

impl Panel for MemoryTerms {
    type Event = TermsEvent;
    const NAME: &'static str = "terms";

    fn mount(&self) -> Mount {
        Mount::In(MEMORY_DEPTH)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn on_ui_event(&self, page: &Page, ui_event: &UiEvent) -> Option<TermsEvent> {
        update::on_ui_event(self, page, ui_event)
    }

    fn update(&mut self, _: &Page, event: TermsEvent, effects: &mut Effects<TermsEvent>) {
        match event {
            TermsEvent::Open(stage) => effects.send(Event::OpenStage(stage)),
            TermsEvent::Fold(kind, is_open) => {
                if let Some(known) = self.kinds.get_mut(kind) {
                    *known = is_open;
                }
            }
        }
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, _: &mut Effects<TermsEvent>) -> bool {
        let is_dragging = page.before_drag.is_some();
        if self.is_dragging != is_dragging {
            self.is_dragging = is_dragging;
            self.before = terms(page).filter(|_| is_dragging);
        }
        moment == PanelMoment::Changed
    }

    fn view(&self, page: &Page) -> Element {
        self.depth(page)
    }
}
