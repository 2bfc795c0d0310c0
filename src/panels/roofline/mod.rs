//! Roofline: every kernel of a step under the roofs of its GPU, and attention with and without
//! Flash Attention.
//!
//! Tests: `tests.rs`, `tests/browser/lastinch.test.mjs`.

mod flash;
mod roofs;
#[cfg(test)]
mod tests;
mod view;

use super::LATER;
use crate::dom::{Element, Heard, Kind};
use crate::store::{Effects, Mount, Page, Panel};

/// The id of the figure, and its word in a query's `view`.
const ID: &str = "lastinch";

/// The roofline.
#[derive(Default)]
pub(crate) struct RooflineFigure {
    /// The point that is looked at: kernels first, then exchanges.
    point: Option<usize>,
}

/// The pointer or the focus comes to a point.
#[derive(Debug, PartialEq)]
pub(crate) struct LookedAt(usize);

impl Panel for RooflineFigure {
    type Event = LookedAt;
    const NAME: &'static str = ID;

    fn mount(&self) -> Mount {
        Mount::In(LATER)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<LookedAt> {
        if !matches!(heard.kind, Kind::Click | Kind::PointerMove | Kind::FocusIn) {
            return None;
        }
        let point = heard.within("#lastinch [data-at]")?.number_at("data-at")?;
        (self.point != Some(point)).then_some(LookedAt(point))
    }

    fn update(&mut self, _: &Page, LookedAt(point): LookedAt, _: &mut Effects<LookedAt>) {
        self.point = Some(point);
    }

    fn view(&self, page: &Page) -> Element {
        self.figure(page)
    }
}
