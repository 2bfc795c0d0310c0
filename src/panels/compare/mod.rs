//! Comparison of two plans: A, the present one, and B, the pinned one. Both are in one link. Below
//! them are the plans that this browser stores, and published runs.
//!
//! Tests: `tests.rs`, `tests/browser/compare.test.mjs`.

mod kept_plans;
mod kept_plans_view;
mod moves;
mod published_runs;
mod state;
mod storage;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::Compare;

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, PanelStore, panel_event};
use state::CompareEvent;

panel_event!(CompareEvent, state::ID);

impl Panel for Compare {
    type Event = CompareEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Compare)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: CompareEvent, effects: &mut Effects<CompareEvent>) {
        update::update(self, page, event, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<CompareEvent>,
    ) -> bool {
        match moment {
            PanelMoment::Changed | PanelMoment::Previewed => {
                effects.send(Event::Moves(Box::new(moves::moves(page))));
            }
            PanelMoment::Mounted => {
                effects.send(Event::Moves(Box::new(moves::moves(page))));
                read_kept(effects);
            }
            // Another tab may have stored or removed some.
            PanelMoment::Kept => read_kept(effects),
            PanelMoment::Rested | PanelMoment::Shown | PanelMoment::Hidden => {}
        }
        moment == PanelMoment::Changed
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}

/// Reads the plans that this browser stores.
fn read_kept(effects: &mut Effects<CompareEvent>) {
    effects.run(|sender| sender.send(CompareEvent::Stored(storage::read(), Ok(()))));
}
