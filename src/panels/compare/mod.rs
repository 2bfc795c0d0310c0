//! Two plans beside each other: the present one, A, and the one that is pinned, B. Both stand in
//! one link. Below them the plans that this browser keeps.
//!
//! Tests: `tests.rs`, `tests/browser/compare.test.mjs`.

mod kept_plans;
mod moves;
mod state;
mod storage;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::Compare;

use crate::dom::{Element, Heard};
use crate::panels::LATER;
use crate::store::{Effects, Event, Moment, Mount, Page, Panel};
use update::CompareEvent;

impl Panel for Compare {
    type Event = CompareEvent;
    const NAME: &'static str = state::ID;

    fn mount(&self) -> Mount {
        Mount::In(LATER)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<CompareEvent> {
        update::hear(heard)
    }

    fn update(&mut self, page: &Page, event: CompareEvent, effects: &mut Effects<CompareEvent>) {
        update::update(self, page, event, effects);
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Effects<CompareEvent>) -> bool {
        match moment {
            Moment::Changed | Moment::Previewed => effects.send(Event::Moves(moves::moves(page))),
            Moment::Mounted => {
                effects.send(Event::Moves(moves::moves(page)));
                read_kept(effects);
            }
            // Another tab may have kept or forgotten some.
            Moment::Kept => read_kept(effects),
            Moment::Rested | Moment::Shown | Moment::Hidden => {}
        }
        moment == Moment::Changed
    }

    fn view(&self, page: &Page) -> Element {
        view::figure(self, page)
    }
}

/// Reads the plans that this browser keeps.
fn read_kept(effects: &mut Effects<CompareEvent>) {
    effects.run(|sender| sender.send(CompareEvent::Stored(storage::read(), Ok(()))));
}
