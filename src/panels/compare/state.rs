//! State of the comparison.

use super::kept_plans::KeptPlans;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "compare";

/// Actions on the two plans: the values of the buttons, in the order of their names.
pub(super) const ACTS: [&str; 4] = ["pin", "exchange", "return", "unpin"];

/// The comparison, and the stored plans.
#[derive(Default)]
pub(crate) struct Compare {
    pub(super) kept: KeptPlans,
}

impl Compare {
    /// The stored plan at an index.
    pub(super) fn plan(&self, place: usize) -> Option<cost::plan::Plan> {
        let kept = self.kept.plans.get(place)?;
        Some(formats::link::decode(&kept.link).0)
    }
}
