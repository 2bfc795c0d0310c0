//! The model as a plan cuts it: which GPU holds what, and with whom it exchanges.
//!
//! A block is a replica: layers from top to bottom, which pipeline parallelism cuts into rows, and
//! the width of each layer, which tensor parallelism cuts into columns. Context parallelism sets
//! columns for each part of the sequence side by side, and data parallelism replicas behind each
//! other. A cell is a GPU.
//!
//! Tests: `tests.rs`, `tests/browser/cut.test.mjs`.

mod chosen;
mod drawing;
mod exchanges;
mod handles;
mod in_flight;
mod marks;
mod navigate;
mod outlines;
mod rulers;
mod scene;
mod sheet;
mod slots;
mod state;
#[cfg(test)]
mod tests;
mod view;

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::store::{Effects, Mount, Page, Panel, PanelStore, panel_event};
use state::CutEvent;
pub(crate) use state::CutFigure;

panel_event!(CutEvent, state::ID);

impl Panel for CutFigure {
    type Event = CutEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Cut)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, _: &Page, event: CutEvent, _: &mut Effects<CutEvent>) {
        match event {
            CutEvent::SetApart(is_apart) => self.is_apart = Some(is_apart),
            CutEvent::Resized(size) => self.size = size,
            CutEvent::Point(route) => self.pointed = route,
        }
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
