//! Memory, time and money of a plan against their limits (the three walls of the lessons).
//!
//! Tests: the examples below; `src/panels/run/tests.rs` shows them.

use super::Estimate;

/// The time and money budget of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grant {
    /// Days.
    pub days: f64,
    /// Dollars.
    pub dollars: f64,
}

/// A plan's need of a resource, and its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// Needed: bytes, days or dollars.
    pub needed: f64,
    /// The limit, in the same unit; above zero.
    pub limit: f64,
}

impl Wall {
    /// Share of it that the plan takes: above one the budget is exceeded.
    #[must_use]
    pub fn share(self) -> f64 {
        self.needed / self.limit
    }

    /// True if the plan exceeds the limit.
    #[must_use]
    pub fn is_hit(self) -> bool {
        self.needed > self.limit
    }
}

/// Memory of the fullest GPU, days and dollars of the run, each against its limit.
///
/// ```
/// use cost::walls::{Grant, walls};
/// use formats::link;
/// let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8");
/// let estimate = cost::estimate(&plan).unwrap();
/// let granted = Grant { days: estimate.run.days * 2.0, dollars: estimate.run.cost_usd / 2.0 };
/// let [memory, time, money] = walls(&estimate, granted);
/// // State alone overflows the GPU; half of the time is taken, twice the money.
/// assert!(memory.is_hit());
/// assert_eq!((time.share(), time.is_hit()), (0.5, false));
/// assert_eq!((money.share(), money.is_hit()), (2.0, true));
/// ```
#[must_use]
pub fn walls(estimate: &Estimate, granted: Grant) -> [Wall; 3] {
    let Estimate { memory, run, .. } = estimate;
    let of_card = Wall {
        needed: memory.peak().0 as f64,
        limit: memory.capacity.0.max(1) as f64,
    };
    let [time, money] = [(run.days, granted.days), (run.cost_usd, granted.dollars)]
        .map(|(needed, limit)| Wall { needed, limit });
    [of_card, time, money]
}
