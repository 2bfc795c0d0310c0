//! The reader's assumptions about a run: budgets, and the attainable MFU.

use cost::budget::{Budget, ResourceUse};

use crate::store::Page;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "run";
/// The id of the figure's caption.
pub(super) const CAPTION: &str = "run-caption";

/// Time budgets that a reader may choose, in days.
pub(super) static DAYS: [f64; 13] = [
    1.0, 2.0, 4.0, 7.0, 14.0, 30.0, 60.0, 90.0, 120.0, 180.0, 365.0, 730.0, 1_826.0,
];
/// Money budgets that a reader may choose, in dollars.
pub(super) static DOLLARS: [f64; 19] = [
    1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8, 5e8, 1e9,
];
/// Attainable MFU in per cent: the least and the greatest value.
pub(super) const ATTAINABLE: [f64; 2] = [20.0, 80.0];

/// The run: the reader's budgets, and the attainable MFU.
pub(crate) struct RunFigure {
    /// Time budget: a position in [`DAYS`].
    pub(super) days: usize,
    /// Money budget: a position in [`DOLLARS`].
    pub(super) dollars: usize,
    /// Attainable MFU in per cent.
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
    /// The reader's budgets.
    pub(super) fn budget(&self) -> Budget {
        let at = |values: &[f64], index: usize| values.get(index).copied().unwrap_or(1.0);
        Budget {
            days: at(&DAYS, self.days),
            dollars: at(&DOLLARS, self.dollars),
        }
    }

    /// The attainable MFU, as a share.
    pub(super) fn attainable_mfu(&self) -> f64 {
        self.attainable / 100.0
    }

    /// The limits of the plan shown.
    pub(super) fn resources_of(&self, page: &Page) -> [ResourceUse; 3] {
        cost::budget::resources(&page.estimate, self.budget())
    }
}
