//! The time of one optimizer step, cut into what each second was spent on.

use std::ops::{Add, AddAssign, Mul};

use super::activations::Scratchpad;
use super::exchange::{self, Gather, TensorTime, Ways};
use super::layer_time::{Compute, ModelCompute};
use super::legal::{Layers, Legal};
use super::operation::Work;
use super::params::{LayerKind, Pieces, RankParams};
use super::plan::{Offload, Overlap};
use super::roofline::Roofline;
use super::schedule::{Durations, Pipeline, RankTime, simulate};
use super::state::PerParameter;
use super::traffic::{Exchange, Route};
use super::units::{Bytes, Seconds};

/// How long a pipeline rank works through a step: its forwards and backwards with what they
/// exchange, without waiting, gradients and optimizer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worked {
    /// The rank.
    pub rank: usize,
    /// How long.
    pub seconds: Seconds,
}

/// Where the seconds of a step go, on the rank that finishes last. Communication entries are
/// what is exposed; all entries together are the step.
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
        let mut last = Self::default();
        let mut spread: Option<[Worked; 2]> = None;
        for (step, _) in stages.rank_steps(legal) {
            let worked = step.spread[0];
            let [least, most] = spread.get_or_insert([worked; 2]);
            if worked.seconds < least.seconds {
                *least = worked;
            }
            if worked.seconds > most.seconds {
                *most = worked;
            }
            if step.total() > last.total() {
                last = step;
            }
        }
        last.spread = spread.unwrap_or_default();
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

/// What every pipeline rank exchanges in a step, in the seconds that count on the page: slowed by
/// the framework and the scale as the step is.
pub(super) fn exchanges(legal: &Legal) -> Vec<Exchange> {
    let factor = slowdown(legal);
    let ranks = Stages::of(legal).rank_steps(legal).into_iter();
    ranks.map(|(_, exchange)| exchange.slowed(factor)).collect()
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
    /// For each virtual stage the first one in a row that is like it.
    first_alike: Vec<usize>,
    /// How long they take.
    pub(super) durations: Durations,
}

impl<'a> Stages<'a> {
    pub(super) fn of(legal: &Legal<'a>) -> Self {
        let costs = Costs::of(legal);
        let first_alike = first_alike(legal);
        let mut blocks: Vec<[Block; 2]> = Vec::with_capacity(first_alike.len());
        for (stage, &first) in first_alike.iter().enumerate() {
            // Most stages are like the one before: to sum all their exchange anew takes as long
            // as to simulate them.
            let known = blocks.get(first).copied();
            blocks.push(known.unwrap_or_else(|| costs.blocks(legal, stage as u64)));
        }
        let pipeline = Pipeline::of(legal);
        let durations = costs.durations(legal, &pipeline, &blocks);
        Self {
            costs,
            pipeline,
            blocks,
            first_alike,
            durations,
        }
    }

    /// A whole step of each rank: its seconds, and what it exchanges in them.
    fn rank_steps(&self, legal: &Legal) -> Vec<(StepTime, Exchange)> {
        let times = simulate(&self.pipeline, &self.durations);
        let mut before: Option<RankWork> = None;
        let ranks = times.iter().enumerate();
        let steps = ranks.map(|(rank, time)| {
            let params = self.costs.pieces.of_rank(legal, &self.pipeline, rank);
            let known = before.take().filter(|work| {
                work.params == params && self.are_alike(rank, rank.saturating_sub(1))
            });
            let work = known.unwrap_or_else(|| self.work(legal, rank, params));
            let step = self.timed(&work, rank, time);
            before = Some(work);
            step
        });
        steps.collect()
    }

    /// Whether the stages of two ranks take the same.
    fn are_alike(&self, one: usize, other: usize) -> bool {
        let stage = |rank, chunk| self.first_alike[self.pipeline.stage(rank, chunk)];
        (0..self.pipeline.chunks_a_rank()).all(|chunk| stage(one, chunk) == stage(other, chunk))
    }

    /// The same of one rank that works at these times.
    pub(super) fn rank_step(
        &self,
        legal: &Legal,
        rank: usize,
        time: &RankTime,
    ) -> (StepTime, Exchange) {
        let params = self.costs.pieces.of_rank(legal, &self.pipeline, rank);
        self.timed(&self.work(legal, rank, params), rank, time)
    }

    /// What a rank with these parameters does in a step.
    fn work(&self, legal: &Legal, rank: usize, params: RankParams) -> RankWork {
        let pipeline = &self.pipeline;
        let mut once = Block::default();
        let mut blocks = Block::default();
        for chunk in 0..pipeline.chunks_a_rank() {
            let [forward, backward] = self.blocks[pipeline.stage(rank, chunk)];
            let both = forward + backward;
            once += both;
            blocks += both * pipeline.micro_batches_through(chunk) as f64;
        }
        let (optimizer, moved) = optimizer(legal, &self.costs.roofline, params);
        let once = Seconds(once.total());
        RankWork {
            params,
            exchange: blocks.exchange + moved + exchange::data(legal, params, once),
            blocks,
            optimizer: optimizer.seconds,
        }
    }

    /// A whole step of a rank that does this work at these times, and what it exchanges.
    fn timed(&self, work: &RankWork, rank: usize, time: &RankTime) -> (StepTime, Exchange) {
        let blocks = &work.blocks;
        // Expert exchange that ran beside the other direction's compute.
        let hidden = Seconds((blocks.total() - time.busy).max(0.0));
        let idle = if self.pipeline.schedule.validates_afterwards() {
            time.idle_within()
        } else {
            time.idle()
        };
        let expert = work.exchange.of(Route::Expert).exposed.beyond(hidden);
        let exchange = work.exchange.exposing_on(Route::Expert, expert);
        let [tensor, context, expert, pipeline, data] = exchange.exposed_by_axis();
        let worked = Worked {
            rank,
            seconds: Seconds(time.busy),
        };
        let step = StepTime {
            rank,
            spread: [worked; 2],
            compute: blocks.compute,
            recompute: blocks.recompute,
            tensor,
            context,
            expert,
            pipeline,
            data,
            bubble: Seconds(idle),
            optimizer: work.optimizer,
        };
        (step, exchange)
    }
}

/// What a rank does in a step, whenever it does it.
struct RankWork {
    params: RankParams,
    /// All its blocks, and what they exchange.
    blocks: Block,
    /// All that it exchanges.
    exchange: Exchange,
    optimizer: Seconds,
}

/// For each virtual stage the first one in a row that has the same layers, of which as many are
/// recomputed; the model's two ends are like no other.
fn first_alike(legal: &Legal) -> Vec<usize> {
    let kind = |stage: u64| (legal.layers(stage), legal.recomputed_layers(stage));
    let mut all: Vec<usize> = Vec::with_capacity(legal.virtual_stages as usize);
    let mut before = None;
    for stage in 0..legal.virtual_stages {
        let kind = kind(stage);
        let is_like = before == Some(kind) && stage > 1 && !legal.is_last(stage);
        let first = all.last().copied().filter(|_| is_like);
        all.push(first.unwrap_or(stage as usize));
        before = Some(kind);
    }
    all
}

/// One forward or backward of a virtual stage, by what it spends its time on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Block {
    /// Kernels, memory-bound ones included.
    pub compute: Seconds,
    /// Forward work repeated.
    pub recompute: Seconds,
    /// What is sent in it, of which the exposed seconds count.
    pub exchange: Exchange,
}

impl Block {
    /// How long the block takes.
    #[must_use]
    pub fn total(&self) -> f64 {
        (self.compute + self.recompute + self.exchange.exposed()).0
    }
}

impl Add for Block {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        // All of it once in the page, not at every sum.
        Self {
            compute: self.compute + other.compute,
            recompute: self.recompute + other.recompute,
            exchange: self.exchange + other.exchange,
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
    #[inline(never)]
    fn mul(self, times: f64) -> Self {
        Self {
            compute: self.compute * times,
            recompute: self.recompute * times,
            exchange: self.exchange * times,
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
    /// One transfer between stages.
    send: Exchange,
    /// Its seconds, where it hides.
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
        let nothing = [Exchange::default(); 2];
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
                recompute: Seconds::ZERO,
                exchange: tensor.end,
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
            let crossing = scratchpad.crossing(legal, stage);
            for block in [&mut forward, &mut backward] {
                let cover = Seconds(block.total() * legal.fitted.overlap_cover);
                block.exchange += exchange::host_transfer(legal, crossing, cover);
            }
        }
        if first {
            forward += self.embedding[0];
            backward += self.embedding[1];
        } else {
            backward.exchange += self.send;
        }
        if last {
            forward += self.head[0];
            backward += self.head[1];
        } else {
            forward.exchange += self.send;
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
}

/// The optimizer reads and writes its share of the state, reads the gradient and writes the
/// weight: 28 bytes a parameter with fp32 Adam. Offloaded, gradients and new weights cross the
/// host's link instead, 4 bytes down and 2 up, and the host's memory sets the pace of the rest,
/// which that link stands for too.
pub(super) fn optimizer(
    legal: &Legal,
    roofline: &Roofline,
    params: RankParams,
) -> (Work, Exchange) {
    let share = |params: u64, ranks: u64, sharded: bool| params / if sharded { ranks } else { 1 };
    let sharded = legal.plan.layout.zero.shards_optimizer();
    let own = share(params.common, legal.shard_group() * legal.copies(), sharded)
        + share(
            params.experts,
            legal.expert_shard_group() * legal.copies(),
            sharded,
        );
    if legal.plan.levers.offload.contains(Offload::Optimizer) {
        let bytes = Bytes::product([6, own]);
        let moved = exchange::host_transfer(legal, bytes, Seconds::ZERO);
        return (Work::default(), moved);
    }
    let state = PerParameter::of(legal.plan).optimizer as f64;
    let bytes = (2.0 * state + legal.fitted.optimizer_bytes_beside) * own as f64;
    let work = Work::streaming(bytes, roofline.streaming(bytes));
    (work, Exchange::default())
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
        let way = |place: usize, compute: Seconds, recompute: Seconds| Block {
            compute,
            recompute,
            exchange: tensor[place] + context[place] + expert[place],
        };
        let mut forward = way(0, compute.forward, Seconds::ZERO);
        let mut backward = way(1, compute.backward, compute.recompute);
        // Repeating forward repeats its exchange, but no gathering of weights: backward has them.
        let full_recompute = Block {
            compute: Seconds::ZERO,
            recompute: compute.full_recompute,
            ..forward
        };
        let work = [
            Seconds(forward.total()),
            Seconds(backward.total()) + compute.recompute * -1.0,
        ];
        forward.exchange += gather.beside(gather.weights, work[0]);
        backward.exchange += gather.beside(gather.weights + gather.gradients, work[1]);
        Self {
            forward,
            backward,
            full_recompute,
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
        let exposed = [forward, backward].map(|block| block.exchange.of(Route::Expert).exposed.0);
        let exposed = exposed[0] + exposed[1];
        exposed.min(forward.compute.0 + backward.compute.0)
    };
    let least = stages.iter().map(exchange).fold(f64::INFINITY, f64::min);
    least * (1.0 - legal.fitted.tensor_leak)
}
