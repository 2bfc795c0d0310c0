//! Time of one block by cause.

use std::ops::{Add, AddAssign, Mul};

use crate::traffic::Exchange;
use crate::units::Seconds;

/// Time by cause of a forward or a backward of a virtual stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockCosts {
    /// Kernels, memory-bound ones included.
    pub compute: Seconds,
    /// Forward work repeated.
    pub recompute: Seconds,
    /// Forwards without a backward.
    pub forward_only: Seconds,
    /// Communication of the block, of which the exposed seconds count.
    pub exchange: Exchange,
}

impl BlockCosts {
    /// Time of the block.
    #[must_use]
    pub fn total(&self) -> f64 {
        (self.kernels() + self.exchange.exposed()).0
    }

    /// Time of the block's kernels.
    #[must_use]
    pub fn kernels(&self) -> Seconds {
        self.compute + self.recompute + self.forward_only
    }

    /// A forward with this number of forwards without a backward before it, which do not store what
    /// the forward `stored` for its backward.
    #[must_use]
    pub(super) fn after_passes(self, passes: u64, stored: Exchange) -> Self {
        if passes == 0 {
            return self;
        }
        let once = self.exchange.without(stored);
        Self {
            forward_only: self.compute * passes as f64,
            exchange: self.exchange + once * passes as f64,
            ..self
        }
    }
}

impl Add for BlockCosts {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        // Inlining is off, so that the page has this code once.
        Self {
            compute: self.compute + other.compute,
            recompute: self.recompute + other.recompute,
            forward_only: self.forward_only + other.forward_only,
            exchange: self.exchange + other.exchange,
        }
    }
}

impl AddAssign for BlockCosts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<f64> for BlockCosts {
    type Output = Self;
    #[inline(never)]
    fn mul(self, times: f64) -> Self {
        Self {
            compute: self.compute * times,
            recompute: self.recompute * times,
            forward_only: self.forward_only * times,
            exchange: self.exchange * times,
        }
    }
}
