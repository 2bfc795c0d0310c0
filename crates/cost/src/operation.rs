//! FLOPs, bytes and seconds of one kind of kernel.
//!
//! Tests: `tests/all/kernel_times.rs`.

use std::ops::{Add, AddAssign, Mul};

use super::amount::{Amount, Count as _, Part, Unit};
use super::units::{Bytes, Flops, FlopsPerSecond, Seconds};

const FLOPS_PER_BYTE: Unit = Unit::FLOPS.over(Unit::BYTES);

/// FLOPs, bytes between memory and cores, and seconds of some kernels.
#[derive(Debug, Default, PartialEq)]
pub struct Work<A: Amount = f64> {
    /// FLOPs that the kernels run.
    pub flops: Flops<A>,
    /// Bytes that they read from memory and write to it.
    pub bytes: Bytes<A::Count>,
    /// Time that they take.
    pub seconds: Seconds<A>,
}

impl<A: Amount> Clone for Work<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for Work<A> {}

impl<A: Amount> Work<A> {
    /// Kernels that do little but move bytes. They run about one operation for each 16-bit element
    /// that crosses the memory bus. Norms and activation functions run a few for each element that
    /// they read and write, Adam 16 for the 28 bytes of a parameter. No time is derived from these
    /// FLOPs.
    #[must_use]
    pub fn streaming(bytes: A, seconds: Seconds<A>) -> Self {
        Self {
            flops: Flops(bytes * A::quantity(0.5, FLOPS_PER_BYTE)),
            bytes: Bytes(A::Count::floor(bytes)),
            seconds,
        }
    }
}

impl Work {
    /// Arithmetic intensity: FLOPs for each byte.
    #[must_use]
    pub fn intensity(&self) -> f64 {
        self.flops.0 / (self.bytes.0 as f64).max(1.0)
    }

    /// FLOP/s reached; 0 without FLOPs.
    #[must_use]
    pub fn rate(&self) -> FlopsPerSecond {
        FlopsPerSecond(if self.seconds.0 > 0.0 {
            self.flops.0 / self.seconds.0
        } else {
            0.0
        })
    }
}

impl<A: Amount> Add for Work<A> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        Self {
            flops: self.flops + other.flops,
            bytes: self.bytes + other.bytes,
            seconds: self.seconds + other.seconds,
        }
    }
}

impl<A: Amount> AddAssign for Work<A> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<A: Amount> Mul<A> for Work<A> {
    type Output = Self;
    #[inline(never)]
    fn mul(self, times: A) -> Self {
        Self {
            flops: self.flops * times,
            bytes: self.bytes.scaled(times),
            seconds: self.seconds * times,
        }
    }
}

/// Kinds of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Looking up the embedding.
    Embedding,
    /// Products into the latents of latent attention.
    Latents,
    /// Products into queries, keys and values.
    Projections,
    /// Scores, softmax and their product with the values.
    Core,
    /// The output projection of the attention.
    Output,
    /// Products into the MLP or the shared experts.
    MlpIn,
    /// Products out of the MLP or the shared experts.
    MlpOut,
    /// The product that routes tokens.
    Router,
    /// Products into the routed experts.
    ExpertsIn,
    /// Products out of the routed experts.
    ExpertsOut,
    /// Norms, residuals, rotation, activation functions, permutation, casts.
    Elementwise,
    /// Waiting for the host to start kernels.
    Launch,
    /// The output head.
    Head,
    /// The loss.
    Loss,
    /// The optimizer.
    Optimizer,
}

impl Kernel {
    /// All kinds, in the order in which a token meets them, which is the order of their numbers.
    pub const ALL: [Self; 15] = [
        Self::Embedding,
        Self::Latents,
        Self::Projections,
        Self::Core,
        Self::Output,
        Self::MlpIn,
        Self::MlpOut,
        Self::Router,
        Self::ExpertsIn,
        Self::ExpertsOut,
        Self::Elementwise,
        Self::Launch,
        Self::Head,
        Self::Loss,
        Self::Optimizer,
    ];

    /// True of a product with weights.
    #[must_use]
    pub const fn is_product(self) -> bool {
        matches!(
            self,
            Self::Latents
                | Self::Projections
                | Self::Output
                | Self::MlpIn
                | Self::MlpOut
                | Self::Router
                | Self::ExpertsIn
                | Self::ExpertsOut
                | Self::Head
        )
    }
}

/// Kernels of one kind in a piece of the model, for one micro-batch on one rank.
#[derive(Debug, PartialEq)]
pub struct Operation<A: Amount = f64> {
    /// The kind.
    pub kernel: Kernel,
    /// Work in forward.
    pub forward: Work<A>,
    /// Work in backward, for inputs and weights.
    pub backward: Work<A>,
}

impl<A: Amount> Clone for Operation<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for Operation<A> {}

impl<A: Amount> Operation<A> {
    /// The kernels of this forward, with a backward of `backward` times as much work.
    #[must_use]
    pub fn new(kernel: Kernel, forward: Work<A>, backward: A) -> Self {
        let mut backward = forward * backward;
        backward.seconds = backward.seconds.part(Part::KernelBackward);
        Self {
            kernel,
            forward,
            backward,
        }
    }

    /// Work of forward and backward.
    #[must_use]
    pub fn both(&self) -> Work<A> {
        self.forward + self.backward
    }
}
