//! The five overheads (the tolls of the lessons): the cost of each for the present plan, with the
//! largest one named.
//!
//! Tests: `tests.rs`.

#[cfg(test)]
mod tests;
mod view;

use std::convert::Infallible;

use crate::dom::Element;
use crate::panels::FIGURES;
use crate::store::{Effects, Mount, Page, Panel};

/// The figure; all its state is the page's.
pub(crate) struct OverheadsFigure;

impl Panel for OverheadsFigure {
    type Event = Infallible;
    const NAME: &'static str = "tolls";

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
