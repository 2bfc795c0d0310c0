//! State of the view, and its events.

use std::sync::Arc;

use cost::traffic::Route;

use super::scene::CutScene;
use super::sheet::{Sheet, is_apart_by_default};
use crate::store::Page;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "cut";

/// Width and height of the drawing until they are measured, in pixels.
const SIZE: [f64; 2] = [760.0, 420.0];

/// State of the view.
pub(crate) struct CutFigure {
    /// True if the reader has put replicas side by side, false if behind each other.
    pub(super) is_apart: Option<bool>,
    /// Width and height of the drawing in pixels.
    pub(super) size: [f64; 2],
    /// The route at which the reader points: its exchanges are drawn for all GPUs.
    pub(super) pointed: Option<Route>,
}

impl Default for CutFigure {
    fn default() -> Self {
        Self {
            is_apart: None,
            size: SIZE,
            pointed: None,
        }
    }
}

/// An event of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CutEvent {
    /// Replicas stand side by side (`true`) or behind each other.
    SetApart(bool),
    /// Another width and height of the drawing, in pixels.
    Resized([f64; 2]),
    /// The reader points at a route in the list of messages, or at none.
    Point(Option<Route>),
}

impl CutFigure {
    /// True if replicas stand side by side.
    pub(super) fn is_apart(&self, page: &Page) -> bool {
        let cut = page.cut();
        self.is_apart.unwrap_or_else(|| is_apart_by_default(cut))
    }

    /// All that is drawn.
    pub(super) fn scene(&self, page: &Page) -> CutScene {
        let cut = page.cut();
        let chosen = cut.seat(page.gpu());
        let mut sheet = Sheet::new(Arc::clone(cut), chosen, self.is_apart(page), self.size);
        sheet.shows_twin = page.chosen_stage().is_some() || self.pointed == Some(Route::Data);
        CutScene::new(sheet, page, self.pointed)
    }
}
