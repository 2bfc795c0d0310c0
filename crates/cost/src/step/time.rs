//! The seconds of a step by cause.

use crate::legal::Legal;
use crate::units::Seconds;

/// Work of a pipeline rank in a step: its forwards and backwards with their communication, without
/// waiting, gradients and optimizer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worked {
    /// The rank.
    pub rank: usize,
    /// Its time.
    pub seconds: Seconds,
}

/// Seconds of a step by cause, on the rank that finishes last. Communication entries are exposed
/// communication; all entries together are the step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepTime {
    /// The rank that finishes last.
    pub rank: usize,
    /// The ranks that work least and most through the step.
    pub spread: [Worked; 2],
    /// Forward and backward kernels, memory-bound ones included.
    pub compute: Seconds,
    /// Forward work repeated in backward.
    pub recompute: Seconds,
    /// Tensor-parallel collectives.
    pub tensor: Seconds,
    /// Context-parallel exchange.
    pub context: Seconds,
    /// Expert dispatch and combine.
    pub expert: Seconds,
    /// Transfers between pipeline stages.
    pub pipeline: Seconds,
    /// Gradients and weights among data-parallel ranks.
    pub data: Seconds,
    /// Waiting for other stages.
    pub bubble: Seconds,
    /// Optimizer, and the fixed cost of a step.
    pub optimizer: Seconds,
}

impl StepTime {
    /// The step.
    #[must_use]
    pub fn total(&self) -> Seconds {
        self.compute + self.recompute + self.communication() + self.bubble + self.optimizer
    }

    /// All exposed communication.
    #[must_use]
    pub fn communication(&self) -> Seconds {
        self.tensor + self.context + self.expert + self.pipeline + self.data
    }

    /// Share of the pipeline's time in which the rank waits. With equal stages and no
    /// communication this is (p−1)/(m+p−1) (Huang 2018; Narayanan 2021).
    #[must_use]
    pub fn bubble_fraction(&self) -> f64 {
        let pipeline = self.total().0 - self.data.0 - self.optimizer.0;
        if pipeline > 0.0 {
            self.bubble.0 / pipeline
        } else {
            0.0
        }
    }

    /// The step with the slowdown that grows with the cluster and differs by framework and belongs
    /// to no part of it.
    pub(crate) fn slowed(self, legal: &Legal) -> Self {
        let slowed = self.scaled(slowdown(legal));
        Self {
            optimizer: slowed.optimizer + Seconds(legal.fitted.step_overhead),
            ..slowed
        }
    }

    /// Every second times a factor.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            rank: self.rank,
            spread: self.spread.map(|worked| Worked {
                seconds: worked.seconds * factor,
                ..worked
            }),
            compute: self.compute * factor,
            recompute: self.recompute * factor,
            tensor: self.tensor * factor,
            context: self.context * factor,
            expert: self.expert * factor,
            pipeline: self.pipeline * factor,
            data: self.data * factor,
            bubble: self.bubble * factor,
            optimizer: self.optimizer * factor,
        }
    }
}

/// Factor by which cluster and framework slow every second of a simulated block.
pub(crate) fn slowdown(legal: &Legal) -> f64 {
    let cluster = &legal.plan.cluster;
    let nodes = cluster.gpus.div_ceil(cluster.gpu.node);
    let doublings = (nodes as f64).ln() / std::f64::consts::LN_2;
    let fitted = legal.fitted;
    fitted.recipe_time(legal.plan.stack.recipe) * (1.0 + fitted.scale_loss * doublings)
}
