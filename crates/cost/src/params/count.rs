//! Counts of parameters, by whether a run trains them.

use std::ops::{Add, AddAssign, Mul, SubAssign};

use crate::plan::{End, Plan, Tuning};

/// A number of parameters, by whether the run trains them. A trained parameter has a gradient and
/// optimizer state, a frozen one has its weight alone.
///
/// ```
/// use cost::params::Params;
/// let params = Params { trainable: 3, frozen: 5 };
/// assert_eq!(params.all(), 8);
/// assert_eq!((params + Params::trained(4)).trainable, 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Params {
    /// Parameters that the run trains.
    pub trainable: u64,
    /// Parameters that stay as they are.
    pub frozen: u64,
}

impl Params {
    /// Weights of a model: trained, or frozen beside adapters.
    #[must_use]
    pub(crate) const fn of_model(tuning: &Tuning, count: u64) -> Self {
        if tuning.is_frozen() {
            Self::frozen(count)
        } else {
            Self::trained(count)
        }
    }

    /// Weights of an end of a plan's model. Beside adapters a trained end is a copy of a frozen one
    /// (PEFT, `ModulesToSaveWrapper` in `peft/utils/other.py`).
    #[must_use]
    pub(crate) fn of_end(plan: &Plan, end: End, count: u64) -> Self {
        match (plan.tuning.is_frozen(), plan.trains_end(end)) {
            (true, true) => Self::trained(count) + Self::frozen(count),
            (false, true) => Self::trained(count),
            (_, false) => Self::frozen(count),
        }
    }

    /// Parameters that all stay as they are.
    #[must_use]
    pub const fn frozen(count: u64) -> Self {
        Self {
            trainable: 0,
            frozen: count,
        }
    }

    /// Parameters that are all trained.
    #[must_use]
    pub const fn trained(count: u64) -> Self {
        Self {
            trainable: count,
            frozen: 0,
        }
    }

    /// Trained and frozen parameters together.
    #[must_use]
    pub const fn all(self) -> u64 {
        self.trainable + self.frozen
    }

    /// These parameters without others; no fewer than none.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self {
            trainable: self.trainable.saturating_sub(other.trainable),
            frozen: self.frozen.saturating_sub(other.frozen),
        }
    }

    /// The share of one of this many ranks, rounded down.
    #[must_use]
    pub const fn over(self, ranks: u64) -> Self {
        Self {
            trainable: self.trainable / ranks,
            frozen: self.frozen / ranks,
        }
    }

    /// The trained ones alone.
    #[must_use]
    pub const fn without_frozen(self) -> Self {
        Self::trained(self.trainable)
    }

    /// The frozen ones alone.
    #[must_use]
    pub const fn without_trained(self) -> Self {
        Self {
            trainable: 0,
            frozen: self.frozen,
        }
    }
}

impl Add for Params {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            trainable: self.trainable + other.trainable,
            frozen: self.frozen + other.frozen,
        }
    }
}

impl AddAssign for Params {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Params {
    fn sub_assign(&mut self, other: Self) {
        self.trainable -= other.trainable;
        self.frozen -= other.frozen;
    }
}

impl Mul<u64> for Params {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self {
            trainable: self.trainable * times,
            frozen: self.frozen * times,
        }
    }
}
