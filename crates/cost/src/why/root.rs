//! Figures whose arithmetic can be shown.

use super::figures::Figures;
use crate::amount::{Amount, Count};
use crate::memory::StageMemory;
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
        /// Weights, gradients and optimizer state.
        MemoryState = "memory.state",
        /// Memory that a process must have: all but the allocator's cache.
        MemoryMust = "memory.must",
        /// Memory between two steps.
        MemoryAtRest = "memory.at-rest",
        /// Training tokens of the run.
        RunTokens = "run.tokens",
        /// Seconds between failures of the cluster.
        BetweenFailures = "run.between-failures",
        /// Bytes of a checkpoint.
        Checkpoint = "run.checkpoint",
        /// Seconds in which a checkpoint is written.
        CheckpointWrite = "run.write",
        /// Seconds between checkpoints that waste least to first order.
        YoungInterval = "run.young",
        /// Seconds between checkpoints that waste least.
        DalyInterval = "run.daly",
        /// Share of the run's time in which checkpoints are written.
        Writing = "run.writing",
        /// Share of the run's time in which lost work is done again.
        Again = "run.again",
        /// Share of the run's time in which it restarts.
        Restarting = "run.restarting",
        /// Bytes of model state: 16 for each parameter.
        BillState = "bill.state",
        /// Least number of GPUs that can hold the state.
        BillGpus = "bill.least-gpus",
        /// Bytes of activations of one sequence, with nothing recomputed.
        BillActivations = "bill.activations",
        /// FLOPs of the run.
        BillFlops = "bill.flops",
        /// FLOPs of attention as a share of the others.
        BillAttention = "bill.attention",
        /// Seconds of these FLOPs at the peak.
        BillAtPeak = "bill.at-peak",
        /// Seconds of the run at the plan's speed, without failures.
        BillAtPace = "bill.at-pace",
        /// Share of the step in kernels below their peak.
        BelowPeak = "time.below",
        /// Share of the peak that even the best products do not reach.
        LossCeiling = "loss.ceiling",
        /// Share of the peak that slower kernels lose.
        LossKernels = "loss.kernels",
        /// Share of the peak that padding takes.
        LossPadding = "loss.padding",
        /// Share of the peak that recompute takes.
        LossRecompute = "loss.recompute",
        /// Share of the peak that forwards without a backward take.
        LossForwardOnly = "loss.forward-only",
        /// Share of the peak that tensor-parallel exchange takes.
        LossTensor = "loss.tensor",
        /// Share of the peak that context-parallel exchange takes.
        LossContext = "loss.context",
        /// Share of the peak that exchange of experts takes.
        LossExpert = "loss.expert",
        /// Share of the peak that transfers between stages take.
        LossPipeline = "loss.pipeline",
        /// Share of the peak that exchange of gradients and weights takes.
        LossData = "loss.data",
        /// Share of the peak that the bubble takes.
        LossBubble = "loss.bubble",
        /// Share of the peak that imbalance of stages takes.
        LossImbalance = "loss.imbalance",
        /// Share of the peak that the optimizer and the fixed cost of a step takes.
        LossOptimizer = "loss.optimizer",
        /// Bytes that a GPU of the stage sends in a step: tensor-parallel exchange.
        TrafficTensor = "traffic.tensor",
        /// Bytes that a GPU of the stage sends in a step: context-parallel exchange.
        TrafficContext = "traffic.context",
        /// Bytes that a GPU of the stage sends in a step: exchange of experts.
        TrafficExpert = "traffic.expert",
        /// Bytes that a GPU of the stage sends in a step: transfers between stages.
        TrafficPipeline = "traffic.pipeline",
        /// Bytes that a GPU of the stage sends in a step: exchange of gradients and weights.
        TrafficData = "traffic.data",
    }
}

impl Root {
    /// True of figures of which each pipeline stage has one.
    #[must_use]
    pub fn is_of_stage(self) -> bool {
        self.is_of_memory() || self.word().starts_with("traffic.")
    }

    /// True of figures of a stage's memory.
    #[must_use]
    pub fn is_of_memory(self) -> bool {
        self.word().starts_with("memory.")
    }

    /// The figure among those of a stage's memory; zero of other figures.
    pub(super) fn of_memory<C: Count>(self, memory: &StageMemory<C>) -> C::Amount {
        let bytes = match self {
            Self::MemoryTotal => memory.total(),
            Self::MemoryWeights => memory.state.weights,
            Self::MemoryGradients => memory.state.gradients,
            Self::MemoryOptimizer => memory.state.optimizer,
            Self::MemoryActivations => memory.activations,
            Self::MemoryLogits => memory.logits,
            Self::MemoryBuffers => memory.buffers,
            Self::MemoryOverhead => memory.overhead,
            Self::MemoryState => memory.state.total(),
            Self::MemoryMust => memory.must(),
            Self::MemoryAtRest => memory.at_rest,
            _ => return C::Amount::ZERO,
        };
        bytes.0.real()
    }

    /// The figure among those of an estimate.
    pub(super) fn of<A: Amount>(self, figures: &Figures<A>) -> A {
        let (time, run) = (&figures.time, &figures.run);
        let (bill, kernels) = (&figures.bill, &figures.kernels);
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
            Self::MemoryTotal
            | Self::MemoryWeights
            | Self::MemoryGradients
            | Self::MemoryOptimizer
            | Self::MemoryActivations
            | Self::MemoryLogits
            | Self::MemoryBuffers
            | Self::MemoryOverhead
            | Self::MemoryState
            | Self::MemoryMust
            | Self::MemoryAtRest => self.of_memory(&figures.memory),
            Self::RunTokens => run.tokens.real(),
            Self::BetweenFailures => run.failures.between.0,
            Self::Checkpoint => run.failures.checkpoint.0.real(),
            Self::CheckpointWrite => run.failures.write.0,
            Self::YoungInterval => run.failures.first_order().0,
            Self::DalyInterval => run.interval.0,
            Self::Writing => figures.run_shares().writing,
            Self::Again => figures.run_shares().again,
            Self::Restarting => figures.run_shares().restarting,
            Self::BillState => bill.state.0.real(),
            Self::BillGpus => bill.least_gpus.real(),
            Self::BillActivations => bill.activations.0.real(),
            Self::BillFlops => bill.flops.0,
            Self::BillAttention => bill.attention,
            Self::BillAtPeak => bill.at_peak.0,
            Self::BillAtPace => bill.at_pace.0,
            Self::BelowPeak => kernels.below,
            Self::LossCeiling => kernels.ceiling,
            Self::LossKernels => kernels.slow,
            Self::LossPadding => kernels.padding,
            Self::LossRecompute => time.share(time.recompute),
            Self::LossForwardOnly => time.share(time.forward_only),
            Self::LossTensor => time.share(time.tensor),
            Self::LossContext => time.share(time.context),
            Self::LossExpert => time.share(time.expert),
            Self::LossPipeline => time.share(time.pipeline),
            Self::LossData => time.share(time.data),
            Self::LossBubble => time.share(time.bubble),
            Self::LossImbalance => time.share(time.imbalance),
            Self::LossOptimizer => time.share(time.optimizer),
            Self::TrafficTensor => figures.traffic[0],
            Self::TrafficContext => figures.traffic[1],
            Self::TrafficExpert => figures.traffic[2],
            Self::TrafficPipeline => figures.traffic[3],
            Self::TrafficData => figures.traffic[4],
        }
    }
}
