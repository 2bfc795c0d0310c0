//! The seconds of a step by cause.

use crate::legal::Legal;
use crate::units::Seconds;
use serde::{Deserialize, Serialize};

/// Work of a pipeline rank in a step: its forwards and backwards with their communication, without
/// waiting, gradients and optimizer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Worked {
    /// The rank.
    pub rank: usize,
    /// Seconds that the rank works.
    pub seconds: Seconds,
}

/// Seconds of a step by cause: the mean over the ranks of the pipeline. Communication entries are
/// exposed communication; all entries together are the step.
///
/// A rank waits for two reasons, which have different cures. Even equal stages wait while the
/// pipeline fills and drains: the bubble, measured by the waits of the rank that works most. All
/// other ranks also wait because they have less to do: the imbalance. Their sum is the mean idle
/// time over the ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepTime {
    /// The rank that works most.
    pub rank: usize,
    /// The ranks that work least and most through the step.
    pub spread: [Worked; 2],
    /// Forward and backward kernels, memory-bound ones included.
    pub compute: Seconds,
    /// Forward work repeated in backward.
    pub recompute: Seconds,
    /// Forwards without a backward: of a reference model, and of the policy before its update.
    pub forward_only: Seconds,
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
    /// Waiting while the pipeline fills and drains.
    pub bubble: Seconds,
    /// Waiting for stages that have more to do, mean over the ranks.
    pub imbalance: Seconds,
    /// Optimizer, and the fixed cost of a step.
    pub optimizer: Seconds,
}

impl StepTime {
    /// Seconds of the step.
    #[must_use]
    pub fn total(&self) -> Seconds {
        self.work() + self.idle()
    }

    /// Seconds of the step without waiting.
    #[must_use]
    pub fn work(&self) -> Seconds {
        self.compute + self.recompute + self.forward_only + self.communication() + self.optimizer
    }

    /// All exposed communication.
    #[must_use]
    pub fn communication(&self) -> Seconds {
        self.tensor + self.context + self.expert + self.pipeline + self.data
    }

    /// Share of the step that takes these seconds.
    ///
    /// ```
    /// let plan = formats::catalog::plan("llama3-8b", "h100", 64).unwrap();
    /// let time = cost::estimate(&plan).unwrap().time;
    /// // half of the step's seconds are half of it
    /// assert_eq!(time.share(time.total() * 0.5), 0.5);
    /// ```
    #[must_use]
    pub fn share(&self, seconds: Seconds) -> f64 {
        seconds.0 / self.total().0
    }

    /// Waiting for any reason, mean over the ranks: bubble and imbalance.
    #[must_use]
    pub fn idle(&self) -> Seconds {
        self.bubble + self.imbalance
    }

    /// Share of the pipeline's time in which its ranks are idle, mean over all of them: the sum of
    /// their idle time over ranks × time. [`Self::bubble_fraction`] is the part that even equal
    /// stages wait, [`Self::imbalance_fraction`] the rest.
    ///
    /// ```
    /// let (plan, _) = formats::link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
    /// let time = cost::estimate(&plan).unwrap().time;
    /// let parts = time.bubble_fraction() + time.imbalance_fraction();
    /// assert!((time.idle_fraction() - parts).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn idle_fraction(&self) -> f64 {
        self.of_pipeline(self.idle())
    }

    /// Share of the pipeline's time in which it fills and drains: the bubble of the schedule, in
    /// which the rank that works most also waits. Without communication between equal stages this
    /// is (p−1)/(m+p−1) (Huang 2018; Narayanan 2021).
    #[must_use]
    pub fn bubble_fraction(&self) -> f64 {
        self.of_pipeline(self.bubble)
    }

    /// Share of the pipeline's time in which ranks wait for those that have more to do.
    #[must_use]
    pub fn imbalance_fraction(&self) -> f64 {
        self.of_pipeline(self.imbalance)
    }

    /// The pipeline's time: the step without the exchange and update of weights at its end.
    #[must_use]
    pub fn pipeline(&self) -> Seconds {
        Seconds(self.total().0 - self.data.0 - self.optimizer.0)
    }

    /// Share of the pipeline's time.
    fn of_pipeline(&self, seconds: Seconds) -> f64 {
        let pipeline = self.pipeline().0;
        if pipeline > 0.0 {
            seconds.0 / pipeline
        } else {
            0.0
        }
    }

    /// The step with the slowdown by cluster size and framework, which belongs to no single cause.
    pub(crate) fn slowed(self, legal: &Legal) -> Self {
        let slowed = self.scaled(slowdown(legal));
        Self {
            optimizer: slowed.optimizer + Seconds(legal.fitted.step_overhead),
            ..slowed
        }
    }

    /// The step with every second multiplied by a factor.
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
            forward_only: self.forward_only * factor,
            tensor: self.tensor * factor,
            context: self.context * factor,
            expert: self.expert * factor,
            pipeline: self.pipeline * factor,
            data: self.data * factor,
            bubble: self.bubble * factor,
            imbalance: self.imbalance * factor,
            optimizer: self.optimizer * factor,
        }
    }
}

/// Factor by which cluster and framework slow every second of a simulated block. Rings in a torus
/// run at the full rate of its links, so that no framework makes a step there faster.
pub(crate) fn slowdown(legal: &Legal) -> f64 {
    let cluster = &legal.plan.cluster;
    let nodes = cluster.gpus.div_ceil(cluster.gpu.node);
    let doublings = (nodes as f64).ln() / std::f64::consts::LN_2;
    let fitted = legal.fitted;
    let recipe = fitted.recipe_time(legal.plan.stack.recipe);
    let recipe = match cluster.gpu.torus {
        0 => recipe,
        _ => recipe.max(1.0),
    };
    recipe * (1.0 + fitted.scale_loss * doublings)
}
