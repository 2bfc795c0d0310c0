//! The reader's assumptions about a run: budgets, and the MFU that can be attained.

use cost::walls::{Grant, Wall};

use crate::store::Page;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "run";
/// The id of its caption.
pub(super) const CAPTION: &str = "run-caption";

/// Days that a reader may grant.
pub(super) static DAYS: [f64; 13] = [
    1.0, 2.0, 4.0, 7.0, 14.0, 30.0, 60.0, 90.0, 120.0, 180.0, 365.0, 730.0, 1_826.0,
];
/// Dollars.
pub(super) static DOLLARS: [f64; 19] = [
    1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8, 5e8, 1e9,
];
/// Attainable MFU in per cent, from the least to the most.
pub(super) const ATTAINABLE: [f64; 2] = [20.0, 80.0];

/// The run: what the reader grants, and thinks attainable.
pub(crate) struct RunFigure {
    /// Position in [`DAYS`].
    pub(super) days: usize,
    /// Position in [`DOLLARS`].
    pub(super) dollars: usize,
    /// Per cent.
    pub(super) attainable: f64,
}

impl Default for RunFigure {
    fn default() -> Self {
        Self {
            days: 7,
            dollars: 12,
            attainable: 50.0,
        }
    }
}

impl RunFigure {
    /// Budgets that the reader grants.
    pub(super) fn granted(&self) -> Grant {
        let at = |values: &[f64], index: usize| values.get(index).copied().unwrap_or(1.0);
        Grant {
            days: at(&DAYS, self.days),
            dollars: at(&DOLLARS, self.dollars),
        }
    }

    /// The walls of the plan that is shown.
    pub(super) fn walls_of(&self, page: &Page) -> [Wall; 3] {
        cost::walls::walls(&page.estimate, self.granted())
    }
}
