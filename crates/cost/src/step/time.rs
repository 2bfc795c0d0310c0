//! The seconds of a step by cause.

use crate::amount::{Amount, Count, Part, Symbol};
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
#[derive(Debug, Default, PartialEq)]
pub struct StepTime<A: Amount = f64> {
    /// The rank that works most.
    pub rank: usize,
    /// The ranks that work least and most through the step.
    pub spread: [Worked; 2],
    /// Forward and backward kernels, memory-bound ones included.
    pub compute: Seconds<A>,
    /// Forward work repeated in backward.
    pub recompute: Seconds<A>,
    /// Forwards without a backward: of a reference model, and of the policy before its update.
    pub forward_only: Seconds<A>,
    /// Tensor-parallel collectives.
    pub tensor: Seconds<A>,
    /// Context-parallel exchange.
    pub context: Seconds<A>,
    /// Expert dispatch and combine.
    pub expert: Seconds<A>,
    /// Transfers between pipeline stages.
    pub pipeline: Seconds<A>,
    /// Gradients and weights among data-parallel ranks.
    pub data: Seconds<A>,
    /// Waiting while the pipeline fills and drains.
    pub bubble: Seconds<A>,
    /// Waiting for stages that have more to do, mean over the ranks.
    pub imbalance: Seconds<A>,
    /// Optimizer, and the fixed cost of a step.
    pub optimizer: Seconds<A>,
}

impl<A: Amount> Clone for StepTime<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for StepTime<A> {}

impl<A: Amount> StepTime<A> {
    /// Seconds of the step.
    #[must_use]
    pub fn total(&self) -> Seconds<A> {
        (self.work() + self.idle()).part(Part::Step)
    }

    /// Seconds of the step without waiting.
    #[must_use]
    pub fn work(&self) -> Seconds<A> {
        let kernels = self.compute + self.recompute + self.forward_only;
        (kernels + self.communication() + self.optimizer).part(Part::Working)
    }

    /// All exposed communication.
    #[must_use]
    pub fn communication(&self) -> Seconds<A> {
        let inside = self.tensor + self.context + self.expert;
        (inside + self.pipeline + self.data).part(Part::Communication)
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
    pub fn share(&self, seconds: Seconds<A>) -> A {
        seconds.0 / self.total().0
    }

    /// Waiting for any reason, mean over the ranks: bubble and imbalance.
    #[must_use]
    pub fn idle(&self) -> Seconds<A> {
        (self.bubble + self.imbalance).part(Part::Waiting)
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
    pub fn idle_fraction(&self) -> A {
        self.of_pipeline(self.idle())
    }

    /// Share of the pipeline's time in which it fills and drains: the bubble of the schedule, in
    /// which the rank that works most also waits. Without communication between equal stages this
    /// is (p−1)/(m+p−1) (Huang 2018; Narayanan 2021).
    #[must_use]
    pub fn bubble_fraction(&self) -> A {
        self.of_pipeline(self.bubble)
    }

    /// Share of the pipeline's time in which ranks wait for those that have more to do.
    #[must_use]
    pub fn imbalance_fraction(&self) -> A {
        self.of_pipeline(self.imbalance)
    }

    /// The pipeline's time: the step without the exchange and update of weights at its end.
    #[must_use]
    pub fn pipeline(&self) -> Seconds<A> {
        let before = (self.total().0 - self.data.0).part(Part::WithoutData);
        Seconds(before - self.optimizer.0).part(Part::PipelineTime)
    }

    /// Share of the pipeline's time.
    fn of_pipeline(&self, seconds: Seconds<A>) -> A {
        let pipeline = self.pipeline().0;
        if pipeline > A::ZERO {
            seconds.0 / pipeline
        } else {
            A::ZERO
        }
    }

    /// The step with the slowdown by cluster size and framework, which belongs to no single cause.
    pub(crate) fn slowed(self, legal: &Legal) -> Self {
        let slowed = self.scaled(slowdown(legal));
        Self {
            optimizer: slowed.optimizer.part(Part::SlowedOptimizer)
                + Seconds(legal.fitted.step_overhead()),
            ..slowed
        }
    }

    /// Names the step's seconds, if they are traced.
    pub(super) fn name(&mut self, part: Part) {
        if A::IS_TRACED {
            for seconds in [
                &mut self.compute,
                &mut self.recompute,
                &mut self.forward_only,
                &mut self.tensor,
                &mut self.context,
                &mut self.expert,
                &mut self.pipeline,
                &mut self.data,
                &mut self.bubble,
                &mut self.imbalance,
                &mut self.optimizer,
            ] {
                *seconds = seconds.part(part);
            }
        }
    }

    /// The step with names for all of its parts.
    pub(crate) fn named(self) -> Self {
        Self {
            compute: self.compute.part(Part::Compute),
            recompute: self.recompute.part(Part::Recompute),
            forward_only: self.forward_only.part(Part::ForwardOnly),
            tensor: self.tensor.part(Part::TensorExposed),
            context: self.context.part(Part::ContextExposed),
            expert: self.expert.part(Part::ExpertExposed),
            pipeline: self.pipeline.part(Part::PipelineExposed),
            data: self.data.part(Part::DataExposed),
            bubble: self.bubble.part(Part::Bubble),
            imbalance: self.imbalance.part(Part::StageImbalance),
            optimizer: self.optimizer.part(Part::Optimizer),
            ..self
        }
    }

    /// The step with every second multiplied by a factor.
    #[must_use]
    pub fn scaled(self, factor: A) -> Self {
        Self {
            rank: self.rank,
            spread: self.spread.map(|worked| Worked {
                seconds: worked.seconds * factor.value(),
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
pub(crate) fn slowdown<A: Amount>(legal: &Legal) -> A {
    let cluster = &legal.plan.cluster;
    let nodes = cluster.gpus.div_ceil(cluster.gpu.node);
    let doublings = A::Count::letter(Symbol::Nodes, nodes).real().log2();
    let doublings = doublings.part(Part::NodeDoublings);
    let (fitted, one) = (legal.fitted, A::number(1.0));
    let recipe = fitted.recipe_time::<A>(legal.plan.stack.recipe);
    let recipe = match cluster.gpu.torus {
        0 => recipe,
        _ => recipe.max(one),
    };
    let loss = (fitted.scale_loss::<A>() * doublings).part(Part::NodeLoss);
    (recipe * (one + loss).part(Part::NodeSlowdown)).part(Part::Slowdown)
}
