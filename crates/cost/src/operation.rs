//! FLOPs, bytes and seconds of one kind of kernel.
//!
//! Tests: `tests/all/kernel_times.rs`.

use std::ops::{Add, AddAssign, Mul};

use super::units::{Bytes, Flops, FlopsPerSecond, Seconds};

/// FLOPs, bytes between memory and cores, and seconds of some kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// FLOPs that the kernels run.
    pub flops: Flops,
    /// Bytes that they read from memory and write to it.
    pub bytes: Bytes,
    /// Time that they take.
    pub seconds: Seconds,
}

impl Work {
    /// Kernels that do little but move bytes. They run about one operation for each 16-bit element
    /// that crosses the memory bus. Norms and activation functions run a few for each element that
    /// they read and write, Adam 16 for the 28 bytes of a parameter. No time is derived from these
    /// FLOPs.
    #[must_use]
    pub fn streaming(bytes: f64, seconds: Seconds) -> Self {
        Self {
            flops: Flops(bytes / 2.0),
            bytes: Bytes(bytes as u64),
            seconds,
        }
    }

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

impl Add for Work {
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

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<f64> for Work {
    type Output = Self;
    #[inline(never)]
    fn mul(self, times: f64) -> Self {
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operation {
    /// The kind.
    pub kernel: Kernel,
    /// Work in forward.
    pub forward: Work,
    /// Work in backward, for inputs and weights.
    pub backward: Work,
}

impl Operation {
    /// The kernels of this forward, with a backward of `backward` times as much work.
    #[must_use]
    pub fn new(kernel: Kernel, forward: Work, backward: f64) -> Self {
        Self {
            kernel,
            forward,
            backward: forward * backward,
        }
    }

    /// Work of forward and backward.
    #[must_use]
    pub fn both(&self) -> Work {
        self.forward + self.backward
    }
}
