//! The memory of one stage, term by term: its seven kinds, and the terms of each kind.
//!
//! The list above the terms opens a stage, and the memory figure marks its bar. While the view is open,
//! the stage follows the choice of a GPU in any view, and a press on a bar. The page's state has the
//! index of the stage.
//!
//! Tests: `tests.rs`, `tests/browser/terms.test.mjs`.

mod formula;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use state::MemoryTerms;

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, PanelStore, panel_event};
use state::TermsEvent;

panel_event!(TermsEvent, "terms");

impl Panel for MemoryTerms {
    type Event = TermsEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Terms)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
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
            self.before = is_dragging.then(|| page.terms().cloned()).flatten();
        }
        moment == PanelMoment::Changed
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::depth(panel)
    }
}
