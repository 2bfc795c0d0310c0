//! State and events of the comparison.

use super::kept_plans::KeptPlans;
use super::kept_plans::{KeptAct, KeptPlan, Refused};

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "compare";

/// The comparison, and the stored plans.
#[derive(Default)]
pub(crate) struct Compare {
    pub(super) kept: KeptPlans,
}

/// An event of the comparison.
#[derive(Debug)]
pub(crate) enum CompareEvent {
    /// An act on the two plans.
    Act(PlanAct),
    /// An action on a stored plan, as the list shows it.
    Kept(KeptAct, KeptPlan),
    /// A name is typed.
    Name(String),
    /// The present plan is stored.
    Keep,
    /// The plans that this browser stores now, and why the last one is not among them.
    Stored(Vec<KeptPlan>, Result<(), Refused>),
}

/// An act on the two plans, in the order of their names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PlanAct {
    /// The present plan is pinned.
    Pin,
    /// Each plan takes the other's place.
    Exchange,
    /// The pinned plan becomes the present one, too.
    Return,
    /// The pinned plan is removed.
    Unpin,
}

impl PlanAct {
    /// All acts.
    pub(super) const ALL: [Self; 4] = [Self::Pin, Self::Exchange, Self::Return, Self::Unpin];
}
