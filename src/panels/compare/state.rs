//! State of the comparison.

use super::kept_plans::KeptPlans;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "compare";

/// The comparison, and the stored plans.
#[derive(Default)]
pub(crate) struct Compare {
    pub(super) kept: KeptPlans,
}
