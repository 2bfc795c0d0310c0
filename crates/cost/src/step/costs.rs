//! Costs of the pieces of a step, and of the stages that consist of them. The pieces are layers and
//! the model's two ends, which are the same on every stage.

use std::ops::{Add, AddAssign, Mul};

use crate::activations::Activations;
use crate::calibration::HOST_BYTES_PER_SECOND;
use crate::communication::{self, DataTraffic, Gather, TensorTime, Ways};
use crate::layer_time::{Compute, ModelCompute};
use crate::legal::{Layers, Legal};
use crate::muon;
use crate::operation::Work;
use crate::params::{LayerKind, Pieces, RankParams};
use crate::plan::{Module, Offload, Optimizer, Overlap, Recompute, Schedule};
use crate::roofline::Roofline;
use crate::schedule::{Durations, Pipeline};
use crate::state::PerParameter;
use crate::traffic::{Exchange, Route};
use crate::units::{Bytes, Flops, Seconds};

/// One forward or backward of a virtual stage: its time by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockCosts {
    /// Kernels, memory-bound ones included.
    pub compute: Seconds,
    /// Forward work repeated.
    pub recompute: Seconds,
    /// Communication of the block, of which the exposed seconds count.
    pub exchange: Exchange,
}

impl BlockCosts {
    /// Time of the block.
    #[must_use]
    pub fn total(&self) -> f64 {
        (self.compute + self.recompute + self.exchange.exposed()).0
    }
}

impl Add for BlockCosts {
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

impl AddAssign for BlockCosts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<f64> for BlockCosts {
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

/// A layer of one kind: forward, backward, and the addition of its full recompute.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LayerCost {
    pub(crate) forward: BlockCosts,
    pub(crate) backward: BlockCosts,
    pub(crate) full_recompute: BlockCosts,
    /// Exposed traffic of sharded weights and gradients that the repeated forward hides, where
    /// backward is not split.
    pub(crate) hidden_by_recompute: Exchange,
    /// The part of backward that makes weight gradients.
    weight: Seconds,
    /// The layer where backward is split into input and weight gradients.
    split: SplitCost,
    /// The layer where DualPipe overlaps a forward with a backward. Expert exchange that is hidden
    /// there takes no time, and so hides nothing itself.
    overlapped: SplitCost,
}

/// A layer whose backward is split into input and weight gradients. ZeRO-3 gathers weights beside
/// the input gradients, which need them. It scatters gradients beside the weight gradients.
#[derive(Clone, Copy, Debug, Default)]
struct SplitCost {
    forward: BlockCosts,
    /// Input and weight gradients, one after the other.
    backward: BlockCosts,
    /// The part of it for weight gradients, with the exposed part of their scattering.
    weight: Seconds,
    /// That scattering.
    scattered: Exchange,
}

/// Times of the pieces, the same on every stage, from which each stage is put together.
#[derive(Clone)]
pub struct Costs<'a> {
    pub(crate) dense: LayerCost,
    pub(crate) routed: LayerCost,
    pub(crate) embedding: [BlockCosts; 2],
    pub(crate) head: [BlockCosts; 2],
    head_weight: Seconds,
    /// One transfer between stages.
    send: Exchange,
    /// Seconds of the transfer, where it is overlapped with compute.
    transfer: Seconds,
    pub(super) roofline: Roofline<'a>,
    pub(super) pieces: Pieces,
    /// The activations, where some of them move to the host.
    offloading: Option<Activations>,
}

impl<'a> Costs<'a> {
    /// The pieces of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal<'a>) -> Self {
        let roofline = Roofline::of(legal);
        let compute = ModelCompute::of(legal, &roofline);
        let tensor = TensorTime::of(legal);
        let nothing = [Exchange::default(); 2];
        let dense = LayerCost::of(
            legal,
            LayerKind::Dense,
            compute.dense,
            tensor.dense,
            communication::context(legal, compute.dense.core),
            nothing,
        );
        let routed = if legal.plan.model.moe.experts > 0 {
            let expert = communication::experts(legal);
            LayerCost::of(
                legal,
                LayerKind::Routed,
                compute.routed,
                tensor.routed,
                communication::context(legal, compute.routed.core),
                expert,
            )
        } else {
            dense
        };
        let ends = |piece: Compute| {
            [piece.forward, piece.backward].map(|compute| BlockCosts {
                compute,
                recompute: Seconds::ZERO,
                exchange: tensor.end,
            })
        };
        let (send, transfer) = communication::between_stages(legal);
        Self {
            dense,
            routed,
            embedding: ends(compute.embedding),
            head: ends(compute.head),
            head_weight: compute.head.weight,
            send,
            transfer,
            roofline,
            pieces: Pieces::of(legal),
            offloading: legal
                .plan
                .levers
                .offload
                .contains(Offload::Activations)
                .then(|| Activations::of(legal)),
        }
    }

    /// The most by which a backward through a dense layer, a routed one and the head gets shorter
    /// where weight gradients run later.
    pub(crate) fn put_off(&self) -> [Seconds; 3] {
        [
            self.dense.put_off(),
            self.routed.put_off(),
            self.head_weight,
        ]
    }

    /// Forward and backward of one virtual stage.
    pub(super) fn blocks(&self, legal: &Legal, stage: u64) -> [BlockCosts; 2] {
        let (first, last) = (stage == 0, legal.is_last(stage));
        let Layers { dense, routed } = legal.layers(stage);
        let recomputed = legal.recomputed_layers(stage);
        let kinds = [
            (&self.dense, dense, recomputed.dense),
            (&self.routed, routed, recomputed.routed),
        ];
        let mut forward = BlockCosts::default();
        let mut backward = BlockCosts::default();
        for (layer, layers, recomputed) in kinds {
            let [each_forward, each_backward] = layer.blocks(legal);
            forward += each_forward * layers as f64;
            backward += each_backward * layers as f64;
            backward += layer.full_recompute * recomputed as f64;
            if !legal.plan.schedule().splits_backward() {
                let hidden = layer.hidden_by_recompute * recomputed as f64;
                backward.exchange = backward.exchange.hiding(hidden);
            }
        }
        // Activations travel beside every layer of the stage, not only beside their own; weight
        // gradients that are put off come too late for that.
        if let Some(activations) = &self.offloading {
            let crossing = activations.crossing(legal, stage);
            let hidden = if is_woven(legal) {
                overlapped_share(legal)
            } else {
                0.0
            };
            let put_off = if legal.plan.schedule().splits_backward() {
                self.layers_weight(legal, stage)
            } else {
                Seconds::ZERO
            };
            for (block, put_off) in [(&mut forward, Seconds::ZERO), (&mut backward, put_off)] {
                let cover = cover(block, hidden) + put_off * -1.0;
                let cover = cover * legal.fitted.overlap_cover;
                block.exchange += communication::host_transfer(legal, crossing, cover);
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

    /// The durations of the stages, for the simulation.
    pub(super) fn durations(
        &self,
        legal: &Legal,
        pipeline: &Pipeline,
        stages: &[[BlockCosts; 2]],
    ) -> Durations {
        let mut durations = Durations {
            forward: stages.iter().map(|[forward, _]| forward.total()).collect(),
            backward: stages
                .iter()
                .map(|[_, backward]| backward.total())
                .collect(),
            transfer: self.transfer.0,
            ..Durations::default()
        };
        if pipeline.schedule.splits_backward() {
            durations.weight = (0..legal.virtual_stages)
                .map(|stage| self.weight(legal, stage).0)
                .collect();
            durations.overlapped = overlapped(legal, stages);
        }
        durations
    }

    /// Seconds that a rank spends once a step on gradients, weights and the optimizer, beside a
    /// pipeline of this length. A longer pipeline reduces them, but by less than its extra time.
    pub(crate) fn once(
        &self,
        legal: &Legal,
        pipeline: &Pipeline,
        rank: usize,
        blocks: Seconds,
    ) -> f64 {
        let params = self.pieces.of_rank(legal, pipeline, rank);
        let (optimizer, moved) = optimizer(legal, &self.roofline, params);
        let data = DataTraffic::of(legal, params).beside(blocks);
        (optimizer.seconds + moved.exposed() + data.exposed()).0
    }

    /// Exposed seconds of a transfer between two stages.
    pub(crate) fn sending(&self) -> f64 {
        self.send.exposed().0
    }

    /// The part of a virtual stage's backward that makes weight gradients.
    fn weight(&self, legal: &Legal, stage: u64) -> Seconds {
        let layers = self.layers_weight(legal, stage);
        if legal.is_last(stage) {
            layers + self.head_weight
        } else {
            layers
        }
    }

    /// Seconds of the layers' part of a virtual stage's weight gradients, without the model's ends.
    fn layers_weight(&self, legal: &Legal, stage: u64) -> Seconds {
        let Layers { dense, routed } = legal.layers(stage);
        let kinds = [(&self.dense, dense), (&self.routed, routed)];
        kinds
            .into_iter()
            .fold(Seconds::ZERO, |sum, (layer, layers)| {
                sum + layer.split(legal).weight * layers as f64
            })
    }

    /// The part of a virtual stage's backward that makes weight gradients, by cause.
    pub(crate) fn weight_gradients(&self, legal: &Legal, stage: u64) -> BlockCosts {
        let Layers { dense, routed } = legal.layers(stage);
        let scattered = self.dense.split(legal).scattered * dense as f64
            + self.routed.split(legal).scattered * routed as f64;
        BlockCosts {
            compute: self.weight(legal, stage) + scattered.exposed() * -1.0,
            recompute: Seconds::ZERO,
            exchange: scattered,
        }
    }
}

/// The optimizer reads and writes its share of the state, reads the gradient and writes the weight:
/// 28 bytes a parameter with fp32 Adam, 30 with fp32 gradients. Muon also makes the updates
/// orthogonal. If the optimizer is offloaded, gradients and new weights cross the host's link, 4
/// bytes down and 2 up, while the host moves the same bytes through its own memory, which all GPUs
/// of a node share.
pub(crate) fn optimizer(
    legal: &Legal,
    roofline: &Roofline,
    params: RankParams,
) -> (Work, Exchange) {
    let sharded = legal.plan.layout.zero.shards_optimizer();
    let share = |params: u64, ranks: u64| params / if sharded { ranks } else { 1 };
    let common_ranks = legal.shard_group() * legal.copies();
    let own = RankParams {
        common: share(params.common, common_ranks),
        experts: share(params.experts, legal.expert_shard_group() * legal.copies()),
        embedding: share(params.embedding, common_ranks),
        ends: share(params.ends, common_ranks),
    };
    let each = PerParameter::of(legal.plan);
    // Its state is read and written, the gradient read, and the weight written.
    let (state, weight) = (each.optimizer as f64, each.weight_bits as f64 / 8.0);
    let params = own.common + own.experts;
    // Muon's products run on the GPU wherever the state lives.
    let orthogonal = match legal.plan.levers.optimizer {
        Optimizer::Muon => muon::flops(&legal.plan.model, own),
        _ => Flops::default(),
    };
    let products = roofline.large_16(orthogonal);
    let bytes = (2.0 * state + each.gradients as f64 + weight) * params as f64;
    if legal.plan.levers.offload.contains(Offload::Optimizer) {
        let crossing = Bytes::product([6, params]);
        let moved = communication::host_transfer(legal, crossing, Seconds::ZERO);
        let node = legal.plan.cluster.gpu.node.min(legal.plan.cluster.gpus);
        let host = Seconds(bytes * node as f64 / HOST_BYTES_PER_SECOND);
        let work = Work {
            flops: orthogonal,
            seconds: host.beyond(moved.exposed()) + products,
            ..Work::default()
        };
        return (work, moved);
    }
    let streaming = Work::streaming(bytes, roofline.streaming(bytes));
    let work = Work {
        flops: Flops(streaming.flops.0 + orthogonal.0),
        seconds: streaming.seconds + products,
        ..streaming
    };
    (work, Exchange::default())
}

impl LayerCost {
    /// Exposed seconds of the exchange of experts, forward and backward, and again if full
    /// recompute repeats it.
    pub(crate) fn expert_exchange(&self, is_recomputed: bool) -> f64 {
        let exposed = |block: &BlockCosts| block.exchange.of(Route::Expert).exposed.0;
        let again = if is_recomputed {
            exposed(&self.full_recompute)
        } else {
            0.0
        };
        exposed(&self.forward) + exposed(&self.backward) + again
    }

    fn of(
        legal: &Legal,
        kind: LayerKind,
        compute: Compute,
        tensor: Ways,
        context: [Exchange; 3],
        expert: Ways,
    ) -> Self {
        let gather = Gather::of(legal, kind);
        let way = |place: usize, compute: Seconds, recompute: Seconds| BlockCosts {
            compute,
            recompute,
            exchange: tensor[place] + context[place] + expert[place],
        };
        let forward = way(0, compute.forward, Seconds::ZERO);
        let mut backward = way(1, compute.backward, compute.recompute);
        if repeats_experts(legal, kind) {
            backward.exchange += expert[0];
        }
        // Repeating forward repeats its exchange, but no gathering of weights: backward has them.
        let full_recompute = BlockCosts {
            compute: Seconds::ZERO,
            recompute: compute.full_recompute,
            exchange: tensor[0] + context[2] + expert[0],
        };
        let split = |hidden: f64| {
            let mut split = SplitCost {
                forward,
                backward: BlockCosts {
                    compute: compute.inputs + compute.weight,
                    ..backward
                },
                weight: compute.weight,
                scattered: gather.beside(gather.gradients, compute.weight),
            };
            split.forward.exchange += gather.beside(gather.weights, cover(&forward, hidden));
            let both = cover(&split.backward, hidden);
            let first = both + compute.weight * -1.0;
            split.backward.exchange += gather.beside(gather.weights, first);
            split.backward.exchange += split.scattered;
            split.weight += split.scattered.exposed();
            split
        };
        let mut whole = [forward, backward];
        let both = gather.weights + gather.gradients;
        whole[0].exchange += gather.beside(gather.weights, cover(&forward, 0.0));
        // The next layer's weights travel while this one's forward is repeated, too.
        let alone = gather.beside(both, cover(&backward, 0.0));
        let longer = cover(&backward, 0.0) + cover(&full_recompute, 0.0);
        let beside_recompute = gather.beside(both, longer);
        whole[1].exchange += alone;
        Self {
            forward: whole[0],
            backward: whole[1],
            full_recompute,
            hidden_by_recompute: alone.exposed_beyond(beside_recompute),
            weight: compute.weight,
            split: split(0.0),
            overlapped: split(overlapped_share(legal)),
        }
    }

    /// Forward and backward as a plan's schedule runs them.
    fn blocks(&self, legal: &Legal) -> [BlockCosts; 2] {
        if legal.plan.schedule().splits_backward() {
            let cost = self.split(legal);
            [cost.forward, cost.backward]
        } else {
            [self.forward, self.backward]
        }
    }

    /// The layer as a plan's schedule runs it, if that splits backward.
    fn split(&self, legal: &Legal) -> &SplitCost {
        if is_woven(legal) {
            &self.overlapped
        } else {
            &self.split
        }
    }

    /// Least seconds of a backward, whatever the schedule. Traffic that hides in two pieces may
    /// expose less than in one, as no piece exposes more than it takes.
    pub(crate) fn least_backward(&self) -> f64 {
        let split = [&self.split, &self.overlapped].map(|cost| cost.backward.total());
        split.into_iter().fold(self.backward.total(), f64::min)
    }

    /// Most seconds by which a backward is shorter where weight gradients run later.
    fn put_off(&self) -> Seconds {
        let first = |split: &SplitCost| split.backward.total() - split.weight.0;
        let least = first(&self.split).min(first(&self.overlapped));
        self.weight.max(Seconds(self.least_backward() - least))
    }
}

/// True if selective recompute repeats the forward of whole expert layers, and so their exchange
/// (Megatron-LM, `moe_layer.py`, `custom_forward` under `moe_layer_recompute`).
fn repeats_experts(legal: &Legal, kind: LayerKind) -> bool {
    let levers = &legal.plan.levers;
    let is_whole = levers.modules.contains(Module::Moe) && !levers.modules.contains(Module::Ops);
    kind == LayerKind::Routed && levers.recompute == Recompute::Selective && is_whole
}

/// True if a plan's schedule overlaps a forward with a backward (DualPipe). The expert exchange of
/// each then hides under the compute of the other (DeepSeek-V3 2024, section 3.2.1).
fn is_woven(legal: &Legal) -> bool {
    matches!(
        legal.plan.schedule(),
        Schedule::DualPipe | Schedule::DualPipeV
    )
}

/// Share of the exposed expert exchange that opposite directions hide: all but the leaking share;
/// none if the stack hides the exchange anyway.
fn overlapped_share(legal: &Legal) -> f64 {
    if legal.plan.overlaps(Overlap::Expert) {
        0.0
    } else {
        1.0 - legal.fitted.tensor_leak
    }
}

/// The time of a block under which other traffic can hide. It leaves out the share of its expert
/// exchange that hides under another block and takes no time of its own. Otherwise that share would
/// hide the same seconds twice.
fn cover(block: &BlockCosts, hidden: f64) -> Seconds {
    let hidden = block.exchange.of(Route::Expert).exposed * hidden;
    Seconds(block.total() - hidden.0)
}

/// Seconds saved where a forward overlaps with a backward (DualPipe).
fn overlapped(legal: &Legal, stages: &[[BlockCosts; 2]]) -> f64 {
    let exchange = |[forward, backward]: &[BlockCosts; 2]| {
        let exposed = [forward, backward].map(|block| block.exchange.of(Route::Expert).exposed.0);
        let exposed = exposed[0] + exposed[1];
        exposed.min(forward.compute.0 + backward.compute.0)
    };
    let least = stages.iter().map(exchange).fold(f64::INFINITY, f64::min);
    least * overlapped_share(legal)
}
