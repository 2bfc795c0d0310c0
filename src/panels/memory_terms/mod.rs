//! Memory in depth, under the bars of the memory figure: a stage opens to its seven kinds, each
//! kind to its terms.
//!
//! The bars are the memory figure's, which has left an empty place below them, and marks the bar
//! of the stage that is open. Which one that is belongs to the page.
//!
//! Tests: `tests.rs`, `tests/browser/terms.test.mjs`.

mod formula;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::MemoryTerms;

use crate::dom::{Element, Heard};
use crate::panels::MEMORY_DEPTH;
use crate::store::{Effects, Event, Moment, Mount, Page, Panel};
use state::terms;
use update::TermsEvent;

impl Panel for MemoryTerms {
    type Event = TermsEvent;
    const NAME: &'static str = "terms";

    fn mount(&self) -> Mount {
        Mount::In(MEMORY_DEPTH)
    }

    fn hear(&self, page: &Page, heard: &Heard) -> Option<TermsEvent> {
        self.meaning(page, heard)
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

    fn follow(&mut self, page: &Page, moment: Moment, _: &mut Effects<TermsEvent>) -> bool {
        let is_dragging = page.before_drag.is_some();
        if self.is_dragging != is_dragging {
            self.is_dragging = is_dragging;
            self.before = terms(page).filter(|_| is_dragging);
        }
        moment == Moment::Changed
    }

    fn view(&self, page: &Page) -> Element {
        self.depth(page)
    }
}
