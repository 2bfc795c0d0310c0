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
    /// Communication of the block, of which the exposed seconds count.
    pub exchange: Exchange,
}

impl BlockCosts {
    /// Time of the block.
    #[must_use]
    pub fn total(&self) -> f64 {
        (self.compute + self.recompute + self.exchange.exposed()).0
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
            exchange: self.exchange * times,
        }
    }
}
