//! Figures whose arithmetic can be shown.

use super::figures::Figures;
use crate::amount::{Amount, Count as _};
use crate::plan::Word as _;
use crate::vocabularies;

vocabularies! {
    /// A figure of an estimate.
    Root {
        /// Model FLOPs utilisation.
        Mfu = "mfu",
        /// Share of the pipeline's time in which its ranks are idle.
        Idle = "idle",
        /// Seconds of a step.
        Step = "time.step",
        /// Forward and backward kernels.
        Compute = "time.compute",
        /// Forward work repeated in backward.
        Recompute = "time.recompute",
        /// Forwards without a backward.
        ForwardOnly = "time.forward-only",
        /// All exposed communication.
        Communication = "time.communication",
        /// Tensor-parallel collectives.
        Tensor = "time.tensor",
        /// Context-parallel exchange.
        Context = "time.context",
        /// Expert dispatch and combine.
        Expert = "time.expert",
        /// Transfers between pipeline stages.
        Pipeline = "time.pipeline",
        /// Gradients and weights among data-parallel ranks.
        Data = "time.data",
        /// Waiting while the pipeline fills and drains.
        Bubble = "time.bubble",
        /// Waiting for stages that have more to do.
        Imbalance = "time.imbalance",
        /// Optimizer, and the fixed cost of a step.
        Optimizer = "time.optimizer",
        /// Optimizer steps of the run.
        Steps = "run.steps",
        /// Share of the run's time in which training advances.
        Goodput = "run.goodput",
        /// Days of the run.
        Days = "run.days",
        /// GPU-hours of the run.
        GpuHours = "run.gpu-hours",
        /// Price of the run.
        Cost = "cost",
        /// Energy of the run.
        Energy = "run.energy",
        /// All memory of a GPU of the stage.
        MemoryTotal = "memory.total",
        /// Weights.
        MemoryWeights = "memory.weights",
        /// Gradients.
        MemoryGradients = "memory.gradients",
        /// Master weights and moments of the optimizer.
        MemoryOptimizer = "memory.optimizer",
        /// Activations in flight and the scratch of backward.
        MemoryActivations = "memory.activations",
        /// Logits.
        MemoryLogits = "memory.logits",
        /// Gathered layers, scratch of weight gradients, workspaces.
        MemoryBuffers = "memory.buffers",
        /// Allocator cache, driver context, communicators.
        MemoryOverhead = "memory.overhead",
        /// Memory that a process must have: all but the allocator's cache.
        MemoryMust = "memory.must",
        /// Memory between two steps.
        MemoryAtRest = "memory.at-rest",
    }
}

impl Root {
    /// True of figures of which each pipeline stage has one.
    #[must_use]
    pub fn is_of_stage(self) -> bool {
        self.word().starts_with("memory.")
    }

    /// The figure among those of an estimate.
    pub(super) fn of<A: Amount>(self, figures: &Figures<A>) -> A {
        let (time, run, memory) = (&figures.time, &figures.run, &figures.memory);
        match self {
            Self::Mfu => figures.mfu,
            Self::Idle => time.idle_fraction(),
            Self::Step => time.total().0,
            Self::Compute => time.compute.0,
            Self::Recompute => time.recompute.0,
            Self::ForwardOnly => time.forward_only.0,
            Self::Communication => time.communication().0,
            Self::Tensor => time.tensor.0,
            Self::Context => time.context.0,
            Self::Expert => time.expert.0,
            Self::Pipeline => time.pipeline.0,
            Self::Data => time.data.0,
            Self::Bubble => time.bubble.0,
            Self::Imbalance => time.imbalance.0,
            Self::Optimizer => time.optimizer.0,
            Self::Steps => run.steps.real(),
            Self::Goodput => run.goodput,
            Self::Days => run.days,
            Self::GpuHours => run.gpu_hours,
            Self::Cost => run.cost,
            Self::Energy => run.energy,
            Self::MemoryTotal => memory.total().0.real(),
            Self::MemoryWeights => memory.state.weights.0.real(),
            Self::MemoryGradients => memory.state.gradients.0.real(),
            Self::MemoryOptimizer => memory.state.optimizer.0.real(),
            Self::MemoryActivations => memory.activations.0.real(),
            Self::MemoryLogits => memory.logits.0.real(),
            Self::MemoryBuffers => memory.buffers.0.real(),
            Self::MemoryOverhead => memory.overhead.0.real(),
            Self::MemoryMust => memory.must().0.real(),
            Self::MemoryAtRest => memory.at_rest.0.real(),
        }
    }
}
