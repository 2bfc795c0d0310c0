//! Memory, time and money of a plan against their limits (the three resources of the lessons).
//!
//! Tests: the examples below; `src/panels/run/tests.rs` shows them.

use super::Estimate;

/// The time and money budget of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Days.
    pub days: f64,
    /// Dollars.
    pub dollars: f64,
}

/// A plan's need of a resource, and its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResourceUse {
    /// Needed: bytes, days or dollars.
    pub needed: f64,
    /// The limit, in the same unit; above zero.
    pub limit: f64,
}

impl ResourceUse {
    /// Share of the limit that the plan takes: above one the budget is exceeded.
    #[must_use]
    pub fn share(self) -> f64 {
        self.needed / self.limit
    }

    /// True if the plan exceeds the limit.
    #[must_use]
    pub fn is_exceeded(self) -> bool {
        self.needed > self.limit
    }
}

/// Memory of the fullest GPU, days and dollars of the run, each against its limit.
///
/// ```
/// use cost::budget::{Budget, resources};
/// use formats::link;
/// let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8");
/// let estimate = cost::estimate(&plan).unwrap();
/// let budget = Budget { days: estimate.run.days * 2.0, dollars: estimate.run.cost_usd / 2.0 };
/// let [memory, time, money] = resources(&estimate, budget);
/// // State alone overflows the GPU; half of the time is taken, twice the money.
/// assert!(memory.is_exceeded());
/// assert_eq!((time.share(), time.is_exceeded()), (0.5, false));
/// assert_eq!((money.share(), money.is_exceeded()), (2.0, true));
/// ```
#[must_use]
pub fn resources(estimate: &Estimate, budget: Budget) -> [ResourceUse; 3] {
    let Estimate { memory, run, .. } = estimate;
    let of_card = ResourceUse {
        needed: memory.peak().0 as f64,
        limit: memory.capacity.0.max(1) as f64,
    };
    let [time, money] = [(run.days, budget.days), (run.cost_usd, budget.dollars)]
        .map(|(needed, limit)| ResourceUse { needed, limit });
    [of_card, time, money]
}
