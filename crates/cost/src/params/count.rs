//! Counts of parameters, by whether a run trains them.

use std::ops::{Add, AddAssign, Mul, SubAssign};

use crate::amount::{Count, Part};
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
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Params<C: Count = u64> {
    /// Parameters that the run trains.
    pub trainable: C,
    /// Parameters that stay as they are.
    pub frozen: C,
}

impl<C: Count> Clone for Params<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Count> Copy for Params<C> {}

impl<C: Count> Params<C> {
    /// No parameters.
    pub const NONE: Self = Self {
        trainable: C::ZERO,
        frozen: C::ZERO,
    };

    /// Weights of a model: trained, or frozen beside adapters.
    #[must_use]
    pub(crate) fn of_model(tuning: &Tuning, count: C) -> Self {
        if tuning.is_frozen() {
            Self::frozen(count)
        } else {
            Self::trained(count)
        }
    }

    /// Weights of an end of a plan's model. Beside adapters a trained end is a copy of a frozen one
    /// (PEFT, `ModulesToSaveWrapper` in `peft/utils/other.py`).
    #[must_use]
    pub(crate) fn of_end(plan: &Plan, end: End, count: C) -> Self {
        match (plan.tuning.is_frozen(), plan.trains_end(end)) {
            (true, true) => Self::trained(count) + Self::frozen(count),
            (false, true) => Self::trained(count),
            (_, false) => Self::frozen(count),
        }
    }

    /// Parameters that all stay as they are.
    #[must_use]
    pub const fn frozen(count: C) -> Self {
        Self {
            trainable: C::ZERO,
            frozen: count,
        }
    }

    /// Parameters that are all trained.
    #[must_use]
    pub const fn trained(count: C) -> Self {
        Self {
            trainable: count,
            frozen: C::ZERO,
        }
    }

    /// Trained and frozen parameters together.
    #[must_use]
    pub fn all(self) -> C {
        self.trainable + self.frozen
    }

    /// These parameters without others; no fewer than none.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self {
            trainable: self.trainable.saturating_sub(other.trainable),
            frozen: self.frozen.saturating_sub(other.frozen),
        }
    }

    /// The share of one of this many ranks, rounded down.
    #[must_use]
    pub fn over(self, ranks: C) -> Self {
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
            trainable: C::ZERO,
            frozen: self.frozen,
        }
    }

    /// The parameters as parts that have names, trained ones and frozen ones: these where they have
    /// none yet.
    #[must_use]
    pub(crate) fn or_parts(self, [trained, frozen]: [Part; 2]) -> Self {
        Self {
            trainable: self.trainable.or_part(trained),
            frozen: self.frozen.or_part(frozen),
        }
    }

    /// The parameters as parts that have these names, trained ones and frozen ones.
    #[must_use]
    pub(crate) fn parts(self, [trained, frozen]: [Part; 2]) -> Self {
        Self {
            trainable: self.trainable.part(trained),
            frozen: self.frozen.part(frozen),
        }
    }
}

impl<C: Count> Add for Params<C> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            trainable: self.trainable + other.trainable,
            frozen: self.frozen + other.frozen,
        }
    }
}

impl<C: Count> AddAssign for Params<C> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<C: Count> SubAssign for Params<C> {
    fn sub_assign(&mut self, other: Self) {
        *self = self.saturating_sub(other);
    }
}

impl<C: Count> Mul<C> for Params<C> {
    type Output = Self;
    fn mul(self, times: C) -> Self {
        Self {
            trainable: times * self.trainable,
            frozen: times * self.frozen,
        }
    }
}
