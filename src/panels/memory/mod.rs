//! Memory of each pipeline stage, stacked by kind, with a line at the GPU's capacity.
//!
//! Tests: `tests.rs`.

mod bars;
mod kinds;
mod stage;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use kinds::names;

use std::convert::Infallible;

use crate::dom::Element;
use crate::panels::FIGURES;
use crate::store::{Effects, Mount, Page, Panel};

/// The figure; all its state is the page's.
pub(crate) struct MemoryFigure;

impl Panel for MemoryFigure {
    type Event = Infallible;
    const NAME: &'static str = "memory";

    fn mount(&self) -> Mount {
        Mount::In(FIGURES)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn view(&self, page: &Page) -> Element {
        view::figure(page)
    }
}
