//! Figures whose arithmetic can be shown.

use super::figures::Figures;
use crate::amount::{Amount, Count as _};
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
    }
}

impl Root {
    /// The figure among those of an estimate.
    pub(super) fn of<A: Amount>(self, figures: &Figures<A>) -> A {
        let (time, run) = (&figures.time, &figures.run);
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
        }
    }
}
