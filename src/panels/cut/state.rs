//! State of the view, and its events.

use crate::store::Page;

use super::sheet::{Sheet, is_apart_by_default};

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
}

impl Default for CutFigure {
    fn default() -> Self {
        Self {
            is_apart: None,
            size: SIZE,
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
}

impl CutFigure {
    /// True if replicas stand side by side.
    pub(super) fn is_apart(&self, page: &Page) -> bool {
        let cut = page.cut();
        self.is_apart.unwrap_or_else(|| is_apart_by_default(cut))
    }

    /// The places of all that is drawn.
    pub(super) fn sheet<'a>(&self, page: &'a Page) -> Sheet<'a> {
        let cut = page.cut();
        Sheet::new(cut, cut.seat(page.gpu()), self.is_apart(page), self.size)
    }
}
