//! Cluster map: the place of every GPU, the partners of the chosen one, and the time of their
//! traffic on each link.
//!
//! Tests: `tests.rs`, `tests/browser/map.test.mjs`.

mod bands;
mod gpu_traffic;
mod grid;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::Map;

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::store::{Effects, Mount, Page, Panel, PanelStore, panel_event};
use state::MapEvent;

panel_event!(MapEvent, state::ID);

impl Panel for Map {
    type Event = MapEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Map)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, _: &Page, MapEvent::ColourBy(axis): MapEvent, _: &mut Effects<MapEvent>) {
        self.axis = axis;
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
