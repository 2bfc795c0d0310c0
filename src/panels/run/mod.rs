//! The run: its tokens, days, money and energy, the three walls, what failures take, what an MFU
//! is worth.
//!
//! Tests: `tests.rs`, `tests/browser/run.test.mjs`.

mod failures;
mod parts;
mod scale;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod update;
mod view;
mod walls;
mod worth;

pub(crate) use state::RunFigure;

use crate::dom::{Element, Heard};
use crate::panels::LATER;
use crate::store::{Effects, Mount, Page, Panel};
use update::RunEvent;

impl Panel for RunFigure {
    type Event = RunEvent;
    const NAME: &'static str = state::ID;

    fn mount(&self) -> Mount {
        Mount::In(LATER)
    }

    fn hear(&self, page: &Page, heard: &Heard) -> Option<RunEvent> {
        update::meaning(page, heard)
    }

    fn update(&mut self, page: &Page, event: RunEvent, effects: &mut Effects<RunEvent>) {
        self.change(page, event, effects);
    }

    fn view(&self, page: &Page) -> Element {
        self.figure(page)
    }
}
