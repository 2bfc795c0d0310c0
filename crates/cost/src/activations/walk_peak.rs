//! The peak of activations in a backward.

use std::ops::{Add, Mul};

use crate::amount::{Count, Part};
use crate::units::Bytes;

/// Peak of one rank's activations during the backward of one virtual stage.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct WalkPeak<C: Count = u64> {
    /// Everything but the logits.
    pub activations: Bytes<C>,
    /// Logits and their gradients.
    pub logits: Bytes<C>,
    /// Bytes that the allocator reserves for freed logits beyond the bytes of the peak.
    pub freed_logits: Bytes<C>,
}

impl<C: Count> Clone for WalkPeak<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Count> Copy for WalkPeak<C> {}

impl<C: Count> WalkPeak<C> {
    /// Activations and logits together.
    #[must_use]
    pub fn total(&self) -> Bytes<C> {
        self.activations + self.logits
    }

    /// The difference to `other`, never below zero.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self {
            activations: self.activations.saturating_sub(other.activations),
            logits: self.logits.saturating_sub(other.logits),
            freed_logits: self.freed_logits.saturating_sub(other.freed_logits),
        }
    }

    /// The parts as numbers that have a name.
    #[must_use]
    pub(crate) fn part(self, part: Part) -> Self {
        Self {
            activations: self.activations.part(part),
            logits: self.logits.part(part),
            freed_logits: self.freed_logits.part(part),
        }
    }
}

impl<C: Count> Mul<C> for WalkPeak<C> {
    type Output = Self;
    fn mul(self, times: C) -> Self {
        Self {
            activations: self.activations * times,
            logits: self.logits * times,
            freed_logits: self.freed_logits * times,
        }
    }
}

impl<C: Count> Add for WalkPeak<C> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            activations: self.activations + other.activations,
            logits: self.logits + other.logits,
            freed_logits: self.freed_logits + other.freed_logits,
        }
    }
}
