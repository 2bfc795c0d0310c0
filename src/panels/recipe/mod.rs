//! The ordered recipe as a path: six decisions, and at which of them the plan is.
//!
//! Tests: `tests.rs`.

#[cfg(test)]
mod tests;
mod view;

use std::convert::Infallible;

use crate::dom::Element;
use crate::panels::LATER;
use crate::store::{Effects, Mount, Page, Panel};

/// The figure; all that it shows is the page's.
pub(crate) struct RecipeFigure;

impl Panel for RecipeFigure {
    type Event = Infallible;
    const NAME: &'static str = view::ID;

    fn mount(&self) -> Mount {
        Mount::In(LATER)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn view(&self, page: &Page) -> Element {
        view::figure(page)
    }
}
