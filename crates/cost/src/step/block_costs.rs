//! Time of one block by cause.

use std::ops::{Add, AddAssign, Mul};

use crate::amount::{Amount, Part};
use crate::traffic::Exchange;
use crate::units::Seconds;

/// Time by cause of a forward or a backward of a virtual stage.
#[derive(Debug, Default, PartialEq)]
pub struct BlockCosts<A: Amount = f64> {
    /// Kernels, memory-bound ones included.
    pub compute: Seconds<A>,
    /// Forward work repeated.
    pub recompute: Seconds<A>,
    /// Forwards without a backward.
    pub forward_only: Seconds<A>,
    /// Communication of the block, of which the exposed seconds count.
    pub exchange: Exchange<A>,
}

impl<A: Amount> Clone for BlockCosts<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for BlockCosts<A> {}

impl<A: Amount> BlockCosts<A> {
    /// Time of the block.
    #[must_use]
    pub fn total(&self) -> A {
        (self.kernels() + self.exchange.exposed()).0
    }

    /// Names the block's times, if its numbers are traced.
    pub(super) fn name(&mut self, part: Part) {
        if A::IS_TRACED {
            self.compute = self.compute.part(part);
            self.recompute = self.recompute.part(part);
            self.forward_only = self.forward_only.part(part);
            self.exchange.name(part);
        }
    }

    /// Time of the block's kernels.
    #[must_use]
    pub fn kernels(&self) -> Seconds<A> {
        self.compute + self.recompute + self.forward_only
    }

    /// A forward with this number of forwards without a backward before it, which do not store what
    /// the forward `stored` for its backward.
    #[must_use]
    pub(super) fn after_passes(self, passes: u64, stored: Exchange<A>) -> Self {
        if passes == 0 {
            return self;
        }
        let passes = A::number(passes as f64);
        let once = self.exchange.without(stored);
        Self {
            forward_only: self.compute * passes,
            exchange: self.exchange + once * passes,
            ..self
        }
    }
}

impl<A: Amount> Add for BlockCosts<A> {
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

impl<A: Amount> AddAssign for BlockCosts<A> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<A: Amount> Mul<A> for BlockCosts<A> {
    type Output = Self;
    #[inline(never)]
    fn mul(self, times: A) -> Self {
        Self {
            compute: self.compute * times,
            recompute: self.recompute * times,
            forward_only: self.forward_only * times,
            exchange: self.exchange * times,
        }
    }
}
