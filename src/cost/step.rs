//! The time of one optimizer step, cut into what each second was spent on.

use std::ops::{Add, AddAssign, Mul};

use super::activations::Scratchpad;
use super::exchange::{self, Gather, TensorTime, Ways};
use super::layer_time::{Compute, ModelCompute};
use super::legal::{Layers, Legal};
use super::params::{LayerKind, Pieces, RankParams};
use super::plan::{Offload, Overlap};
use super::roofline::Roofline;
use super::schedule::{Durations, Pipeline, RankTime, simulate};
use super::state::PerParameter;
use super::units::{Bytes, Seconds};

/// Where the seconds of a step go, on the rank that finishes last. Communication entries are
/// what is exposed; all entries together are the step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepTime {
    /// The rank that finishes last.
    pub rank: usize,
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
    /// Optimizer, and what a step costs once whatever its size.
    pub optimizer: Seconds,
}

impl StepTime {
    /// The step.
    #[must_use]
    pub fn total(&self) -> Seconds {
        self.compute + self.recompute + self.communication() + self.bubble + self.optimizer
    }

    /// Everything exposed on the cable.
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

    /// Times one step of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let stages = Stages::of(legal);
        let times = simulate(&stages.pipeline, &stages.durations);
        let mut last = Self::default();
        for (rank, time) in times.iter().enumerate() {
            let step = stages.rank_step(legal, rank, time);
            if step.total() > last.total() {
                last = step;
            }
        }
        last.slowed(legal)
    }

    /// What grows with the cluster and differs by framework without belonging to any part.
    pub(super) fn slowed(self, legal: &Legal) -> Self {
        let slowed = self.scaled(slowdown(legal));
        Self {
            optimizer: slowed.optimizer + Seconds(legal.fitted.step_overhead),
            ..slowed
        }
    }

    /// Every second times a factor.
    pub(super) fn scaled(self, factor: f64) -> Self {
        Self {
            rank: self.rank,
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

/// By what every second of a simulated block is longer on this cluster and with this framework.
pub(super) fn slowdown(legal: &Legal) -> f64 {
    let cluster = &legal.plan.cluster;
    let nodes = cluster.gpus.div_ceil(cluster.gpu.node);
    let doublings = (nodes as f64).ln() / std::f64::consts::LN_2;
    let fitted = legal.fitted;
    fitted.recipe_time(legal.plan.stack.recipe) * (1.0 + fitted.scale_loss * doublings)
}

/// What the simulation of a step runs, and what it costs.
pub(super) struct Stages<'a> {
    costs: Costs<'a>,
    /// Who runs what in which order.
    pub(super) pipeline: Pipeline,
    /// Forward and backward of each virtual stage.
    pub(super) blocks: Vec<[Block; 2]>,
    /// How long they take.
    pub(super) durations: Durations,
}

impl<'a> Stages<'a> {
    pub(super) fn of(legal: &Legal<'a>) -> Self {
        let costs = Costs::of(legal);
        let blocks: Vec<[Block; 2]> = (0..legal.virtual_stages)
            .map(|stage| costs.blocks(legal, stage))
            .collect();
        let pipeline = Pipeline::of(legal);
        let durations = costs.durations(legal, &pipeline, &blocks);
        Self {
            costs,
            pipeline,
            blocks,
            durations,
        }
    }

    /// A whole step of one rank that works at these times.
    pub(super) fn rank_step(&self, legal: &Legal, rank: usize, time: &RankTime) -> StepTime {
        self.costs
            .rank_step(legal, &self.pipeline, &self.blocks, rank, time)
    }
}

/// One forward or backward of a virtual stage, by what it spends its time on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Block {
    /// Kernels, memory-bound ones included.
    pub compute: Seconds,
    /// Forward work repeated.
    pub recompute: Seconds,
    /// Tensor-parallel collectives that do not hide.
    pub tensor: Seconds,
    /// Context-parallel exchange that does not hide.
    pub context: Seconds,
    /// Expert dispatch and combine that do not hide.
    pub expert: Seconds,
    /// A transfer to the next stage, where it keeps this one busy.
    pub pipeline: Seconds,
    /// ZeRO-3 gathers and offloaded activations that do not hide.
    pub gather: Seconds,
}

impl Block {
    /// Everything on the cable.
    #[must_use]
    pub fn exchange(&self) -> Seconds {
        self.tensor + self.context + self.expert + self.pipeline + self.gather
    }

    /// How long the block takes.
    #[must_use]
    pub fn total(&self) -> f64 {
        (self.compute + self.recompute + self.exchange()).0
    }
}

impl Add for Block {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            compute: self.compute + other.compute,
            recompute: self.recompute + other.recompute,
            tensor: self.tensor + other.tensor,
            context: self.context + other.context,
            expert: self.expert + other.expert,
            pipeline: self.pipeline + other.pipeline,
            gather: self.gather + other.gather,
        }
    }
}

impl AddAssign for Block {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<f64> for Block {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self {
            compute: self.compute * times,
            recompute: self.recompute * times,
            tensor: self.tensor * times,
            context: self.context * times,
            expert: self.expert * times,
            pipeline: self.pipeline * times,
            gather: self.gather * times,
        }
    }
}

/// A layer of one kind: forward, backward, and what its full recompute adds.
#[derive(Clone, Copy, Debug, Default)]
struct LayerCost {
    forward: Block,
    backward: Block,
    full_recompute: Block,
    /// The part of backward that makes weight gradients.
    weight: Seconds,
}

/// Times of the pieces, the same on every stage, from which each stage is put together.
struct Costs<'a> {
    dense: LayerCost,
    routed: LayerCost,
    embedding: [Block; 2],
    head: [Block; 2],
    head_weight: Seconds,
    /// One transfer between stages, where it keeps the sender busy.
    send: Seconds,
    /// One transfer between stages, where it hides.
    travel: Seconds,
    roofline: Roofline<'a>,
    pieces: Pieces,
    /// The activations, where some of them move to the host.
    offloading: Option<Scratchpad>,
}

impl<'a> Costs<'a> {
    fn of(legal: &Legal<'a>) -> Self {
        let roofline = Roofline::of(legal);
        let compute = ModelCompute::of(legal, &roofline);
        let tensor = TensorTime::of(legal);
        let context = exchange::context(legal, compute.attention_forward);
        let nothing = [Seconds::ZERO; 2];
        let dense = LayerCost::of(
            legal,
            LayerKind::Dense,
            compute.dense,
            tensor.dense,
            context,
            nothing,
        );
        let routed = if legal.plan.model.moe.experts > 0 {
            let expert = exchange::experts(legal);
            LayerCost::of(
                legal,
                LayerKind::Routed,
                compute.routed,
                tensor.routed,
                context,
                expert,
            )
        } else {
            dense
        };
        let ends = |piece: Compute| {
            [piece.forward, piece.backward].map(|compute| Block {
                compute,
                tensor: tensor.end,
                ..Block::default()
            })
        };
        let (send, travel) = exchange::between_stages(legal);
        Self {
            dense,
            routed,
            embedding: ends(compute.embedding),
            head: ends(compute.head),
            head_weight: compute.head.weight,
            send,
            travel,
            roofline,
            pieces: Pieces::of(legal),
            offloading: legal
                .plan
                .levers
                .offload
                .contains(Offload::Activations)
                .then(|| Scratchpad::of(legal)),
        }
    }

    /// Forward and backward of one virtual stage.
    fn blocks(&self, legal: &Legal, stage: u64) -> [Block; 2] {
        let (first, last) = (stage == 0, legal.is_last(stage));
        let Layers { dense, routed } = legal.layers(stage);
        let recomputed = legal.recomputed_layers(stage);
        let kinds = [
            (&self.dense, dense, recomputed.dense),
            (&self.routed, routed, recomputed.routed),
        ];
        let mut forward = Block::default();
        let mut backward = Block::default();
        for (layer, layers, recomputed) in kinds {
            forward += layer.forward * layers as f64;
            backward += layer.backward * layers as f64;
            backward += layer.full_recompute * recomputed as f64;
        }
        // Activations travel beside every layer of the stage, not only beside their own.
        if let Some(scratchpad) = &self.offloading {
            let crossing = exchange::host_transfer(legal, scratchpad.crossing(legal, stage));
            let cover = legal.fitted.overlap_cover;
            forward.gather += crossing.beyond(Seconds(forward.total() * cover));
            backward.gather += crossing.beyond(Seconds(backward.total() * cover));
        }
        if first {
            forward += self.embedding[0];
            backward += self.embedding[1];
        } else {
            backward.pipeline += self.send;
        }
        if last {
            forward += self.head[0];
            backward += self.head[1];
        } else {
            forward.pipeline += self.send;
        }
        [forward, backward]
    }

    /// What the simulation needs to know of the stages.
    fn durations(&self, legal: &Legal, pipeline: &Pipeline, stages: &[[Block; 2]]) -> Durations {
        let mut durations = Durations {
            forward: stages.iter().map(|[forward, _]| forward.total()).collect(),
            backward: stages
                .iter()
                .map(|[_, backward]| backward.total())
                .collect(),
            travel: self.travel.0,
            ..Durations::default()
        };
        if pipeline.schedule.splits_backward() {
            durations.weight = (0..legal.virtual_stages)
                .map(|stage| self.weight(legal, stage).0)
                .collect();
            durations.woven = woven(legal, stages);
        }
        durations
    }

    /// The part of a virtual stage's backward that makes weight gradients.
    fn weight(&self, legal: &Legal, stage: u64) -> Seconds {
        let Layers { dense, routed } = legal.layers(stage);
        let layers = self.dense.weight * dense as f64 + self.routed.weight * routed as f64;
        if legal.is_last(stage) {
            layers + self.head_weight
        } else {
            layers
        }
    }

    /// A whole step of one rank that works at these times.
    fn rank_step(
        &self,
        legal: &Legal,
        pipeline: &Pipeline,
        stages: &[[Block; 2]],
        rank: usize,
        time: &RankTime,
    ) -> StepTime {
        let mut once = Block::default();
        let mut step = Block::default();
        let params = self.pieces.of_rank(legal, pipeline, rank);
        for chunk in 0..pipeline.chunks_a_rank() {
            let stage = pipeline.stage(rank, chunk);
            let [forward, backward] = stages[stage];
            let both = forward + backward;
            once += both;
            step += both * pipeline.micro_batches_through(chunk) as f64;
        }
        // Expert exchange that ran beside the other direction's compute.
        let hidden = Seconds((step.total() - time.busy).max(0.0));
        let idle = if pipeline.schedule.validates_afterwards() {
            time.idle_within()
        } else {
            time.idle()
        };
        let (optimizer, moved) = self.optimizer(legal, params);
        StepTime {
            rank,
            compute: step.compute,
            recompute: step.recompute,
            tensor: step.tensor,
            context: step.context,
            expert: step.expert.beyond(hidden),
            pipeline: step.pipeline,
            data: step.gather + moved + exchange::data(legal, params, Seconds(once.total())),
            bubble: Seconds(idle),
            optimizer,
        }
    }

    /// The optimizer reads and writes its share of the state, reads the gradient and writes the
    /// weight: 28 bytes a parameter with fp32 Adam. Offloaded, gradients and new weights cross
    /// the host's link instead, 4 bytes down and 2 up, and the host's memory sets the pace of
    /// the rest, which that link stands for too.
    fn optimizer(&self, legal: &Legal, params: RankParams) -> (Seconds, Seconds) {
        let share =
            |params: u64, ranks: u64, sharded: bool| params / if sharded { ranks } else { 1 };
        let sharded = legal.plan.layout.zero.shards_optimizer();
        let own = share(params.common, legal.shard_group() * legal.copies(), sharded)
            + share(
                params.experts,
                legal.expert_shard_group() * legal.copies(),
                sharded,
            );
        if legal.plan.levers.offload.contains(Offload::Optimizer) {
            let moved = exchange::host_transfer(legal, Bytes::product([6, own]));
            return (Seconds::ZERO, moved);
        }
        let state = PerParameter::of(legal.plan).optimizer as f64;
        let bytes = (2.0 * state + legal.fitted.optimizer_bytes_beside) * own as f64;
        (self.roofline.streaming(bytes), Seconds::ZERO)
    }
}

impl LayerCost {
    fn of(
        legal: &Legal,
        kind: LayerKind,
        compute: Compute,
        tensor: Ways,
        context: Ways,
        expert: Ways,
    ) -> Self {
        let gather = Gather::of(legal, kind);
        let forward = Block {
            compute: compute.forward,
            tensor: tensor[0],
            context: context[0],
            expert: expert[0],
            ..Block::default()
        };
        let backward = Block {
            compute: compute.backward,
            recompute: compute.recompute,
            tensor: tensor[1],
            context: context[1],
            expert: expert[1],
            ..Block::default()
        };
        let work = [
            Seconds(forward.total()),
            Seconds(backward.total()) + compute.recompute * -1.0,
        ];
        let traffic = [gather.weights, gather.weights + gather.gradients];
        Self {
            forward: Block {
                gather: gather.exposed(traffic[0], work[0]),
                ..forward
            },
            backward: Block {
                gather: gather.exposed(traffic[1], work[1]),
                ..backward
            },
            full_recompute: Block {
                compute: Seconds::ZERO,
                recompute: compute.full_recompute,
                ..forward
            },
            weight: compute.weight,
        }
    }
}

/// Seconds that a forward and a backward save where they run woven into each other: the expert
/// exchange of each hides under the compute of the other (DeepSeek-V3 2024, section 3.2.1), all
/// but what leaks. Where the stack hides it anyway nothing is left to save.
fn woven(legal: &Legal, stages: &[[Block; 2]]) -> f64 {
    if legal.plan.overlaps(Overlap::Expert) {
        return 0.0;
    }
    let exchange = |[forward, backward]: &[Block; 2]| {
        let exposed = forward.expert.0 + backward.expert.0;
        exposed.min(forward.compute.0 + backward.compute.0)
    };
    let least = stages.iter().map(exchange).fold(f64::INFINITY, f64::min);
    least * (1.0 - legal.fitted.tensor_leak)
}
