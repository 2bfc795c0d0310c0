//! Accuracy: published runs beside the model's predictions for them. None of it is loaded before
//! the reader opens it.
//!
//! Tests: `tests.rs`, `tests/browser/accuracy.test.mjs`.

mod plot;
mod run_events;
mod runs;
mod sheet;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::Accuracy;

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::store::{
    Effects, Event, Mount, Page, Panel, PanelMoment, PanelStore, PartState, panel_event,
};
use state::AccuracyEvent;

panel_event!(AccuracyEvent, state::ID);

impl Panel for Accuracy {
    type Event = AccuracyEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Accuracy)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: AccuracyEvent, effects: &mut Effects<AccuracyEvent>) {
        update::update(self, page, event, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<AccuracyEvent>,
    ) -> bool {
        if moment != PanelMoment::Changed {
            return false;
        }
        // Only once: after a failure the reader must ask again.
        if page.is_table_open(state::ID) && self.loading == PartState::Absent {
            update::load(self, effects);
        }
        effects.send(Event::Published(self.published(page)));
        true
    }

    fn work(&mut self, _: &Page) -> bool {
        self.judging.as_mut().is_some_and(runs::Judging::step)
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
