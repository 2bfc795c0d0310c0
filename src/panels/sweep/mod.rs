//! Sweeps: any control across, any result up, a line for each value of a second control.
//!
//! Tests: `tests.rs`, `tests/browser/sweep.test.mjs`.

mod choices;
mod event;
mod picture;
mod points;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod update;
mod view;
mod work;

pub(crate) use state::SweepFigure;

use crate::dom::{Element, Heard};
use crate::panels::LATER;
use crate::store::{Effects, Moment, Mount, Page, Panel};
use event::SweepEvent;

impl Panel for SweepFigure {
    type Event = SweepEvent;
    const NAME: &'static str = state::ID;

    fn mount(&self) -> Mount {
        Mount::In(LATER)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<SweepEvent> {
        self.meaning(heard)
    }

    fn update(&mut self, page: &Page, event: SweepEvent, effects: &mut Effects<SweepEvent>) {
        self.change(page, event, effects);
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Effects<SweepEvent>) -> bool {
        match moment {
            Moment::Mounted | Moment::Changed => self.seek(page, effects),
            Moment::Rested => self.begin_if_wanted(page, effects),
            _ => {}
        }
        moment == Moment::Changed
    }

    fn work(&mut self, _: &Page) -> bool {
        self.sweeps.estimate_next()
    }

    fn end_work(&mut self, _: &Page, is_whole: bool, _: &mut Effects<SweepEvent>) {
        if self.sweeps.show(is_whole) {
            self.at = None;
        }
    }

    fn view(&self, page: &Page) -> Element {
        self.figure(page)
    }
}
