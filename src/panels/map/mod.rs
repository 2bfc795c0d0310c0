//! Cluster map: where every GPU stands, whom the chosen one talks to, and what that costs on
//! which link.
//!
//! Tests: `tests.rs`, `tests/browser/map.test.mjs`.

mod bands;
mod grid;
mod legs;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::Map;

use crate::dom::{Element, Heard};
use crate::panels::LATER;
use crate::store::{Effects, Mount, Page, Panel};
use update::MapEvent;

impl Panel for Map {
    type Event = MapEvent;
    const NAME: &'static str = state::ID;

    fn mount(&self) -> Mount {
        Mount::In(LATER)
    }

    fn hear(&self, page: &Page, heard: &Heard) -> Option<MapEvent> {
        update::hear(self, &page.plan, heard)
    }

    fn update(&mut self, _: &Page, event: MapEvent, _: &mut Effects<MapEvent>) {
        match event {
            MapEvent::ColourBy(axis) => self.axis = axis,
            MapEvent::GoTo(gpu) => self.gpu = gpu,
        }
    }

    fn view(&self, page: &Page) -> Element {
        view::figure(self, page)
    }
}
