//! The parts of a rank's model state.

use std::ops::Add;

use crate::amount::{Count, Part};
use crate::units::Bytes;

/// Bytes of model state on one rank.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct State<C: Count = u64> {
    /// Weights that matrix products read.
    pub weights: Bytes<C>,
    /// Gradients, accumulation copies included.
    pub gradients: Bytes<C>,
    /// fp32 master weights and the optimizer's moments.
    pub optimizer: Bytes<C>,
}

impl<C: Count> Clone for State<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Count> Copy for State<C> {}

impl<C: Count> State<C> {
    /// Bytes of all three.
    #[must_use]
    pub fn total(&self) -> Bytes<C> {
        self.weights + self.gradients + self.optimizer
    }

    /// All three as parts of a rank's memory.
    #[must_use]
    pub(crate) fn named(self) -> Self {
        Self {
            weights: self.weights.part(Part::StateWeights),
            gradients: self.gradients.part(Part::StateGradients),
            optimizer: self.optimizer.part(Part::StateOptimizer),
        }
    }

    /// All three as parts that have a name.
    #[must_use]
    pub(crate) fn part(self, part: Part) -> Self {
        Self {
            weights: self.weights.part(part),
            gradients: self.gradients.part(part),
            optimizer: self.optimizer.part(part),
        }
    }
}

impl<C: Count> Add for State<C> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            weights: self.weights + other.weights,
            gradients: self.gradients + other.gradients,
            optimizer: self.optimizer + other.optimizer,
        }
    }
}
