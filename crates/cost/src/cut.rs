//! The cut of a model over a cluster: the layers of each stage, and the part of the model, of the
//! sequence and of the model state that each GPU has.
//!
//! Tests: `tests/all/cut.rs`.

use std::ops::Range;

use super::legal::Legal;
use super::memory::{Memory, StageMemory};
use super::params::{Pieces, RankParams};
use super::plan::ZeroStage;
use super::schedule::Pipeline;
use super::sharding::StateSharding;
use super::state::{PerParameter, State, reference_weights, whole_wide_frozen_ends};
use super::units::Bytes;

/// A model as a plan cuts it.
///
/// GPUs are numbered as Megatron-LM numbers ranks: tensor-parallel neighbours first, then context
/// parallel, data parallel and pipeline stages (`megatron/core/parallel_state.py`, order
/// "tp-cp-ep-dp-pp").
///
/// ```
/// use cost::{cut::{Cut, Seat}, legal::Legal};
/// let (plan, _) = formats::link::decode("p=llama3-70b/h100x64&tp=8&pp=4&zero=1");
/// let memory = cost::estimate(&plan).unwrap().memory;
/// let cut = Cut::of(&Legal::check(&plan).unwrap(), &memory);
/// // 64 / (8 · 4) = 2 replicas of 80 / 4 = 20 layers a stage
/// assert_eq!((cut.tensor, cut.stages.len(), cut.data), (8, 4, 2));
/// assert_eq!(cut.stages[1].layers, [20..40]);
/// // GPU 19 = 16 + 3: 16 GPUs are a stage of both replicas
/// let seat = Seat { stage: 1, data: 0, context: 0, tensor: 3 };
/// assert_eq!(cut.seat(19), seat);
/// assert_eq!(cut.gpu(seat), 19);
/// // The other replica keeps the other half of the optimizer state: GPU 27
/// assert_eq!([19, 27].map(|gpu| cut.shard(gpu)), [0, 1]);
/// assert_eq!(cut.stages[1].kept, [1.0, 1.0, 0.5]);
/// // 1F1B: stage i has min(m, 4 − i) micro-batches in flight
/// assert_eq!([0, 1, 2, 3].map(|stage| cut.stages[stage].in_flight), [4, 3, 2, 1]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Tensor-parallel ranks, t.
    pub tensor: u64,
    /// Context-parallel ranks, c.
    pub context: u64,
    /// Data-parallel replicas, d.
    pub data: u64,
    /// GPUs of a node.
    pub node: u64,
    /// The pipeline stages, the first one first.
    pub stages: Vec<StageCut>,
    /// Bytes of trained weights, gradients and optimizer state without sharding, divided by all
    /// parameters, frozen ones among them.
    pub bytes: [f64; 3],
    /// Bytes of frozen weights without sharding, divided by all parameters; none if all are trained.
    pub frozen: Option<f64>,
    /// Ranks that share one copy of the state; 1 if every rank keeps all of it.
    pub sharers: u64,
    /// The parts of the state that they share.
    pub sharding: StateSharding,
    /// True if gradients that the plan shards stay whole until the last micro-batch.
    pub gradients_wait: bool,
    /// The experts, if the model has any.
    pub experts: Option<ExpertCut>,
}

/// The part of the model on one pipeline stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageCut {
    /// Layers of the stage, counted from 0, as runs of neighbours in the order of its virtual
    /// stages.
    pub layers: Vec<Range<u64>>,
    /// True if the embedding is on this stage.
    pub embeds: bool,
    /// True if the output head is on this stage.
    pub has_head: bool,
    /// Shares of trained weights, gradients and optimizer state that one GPU keeps, relative to a
    /// GPU without sharding; 0 if they are offloaded to the host.
    pub kept: [f64; 3],
    /// The frozen weights of one GPU; none if all weights are trained.
    pub frozen: Option<FrozenWeights>,
    /// Micro-batches in flight at the stage's memory peak, summed over its virtual stages.
    pub in_flight: u64,
}

/// Frozen weights of one GPU: those of the model, beside trained adapters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrozenWeights {
    /// Share that the GPU keeps, relative to a GPU without sharding; 0 if they are offloaded to the
    /// host.
    pub kept: f64,
    /// Bytes that the GPU keeps.
    pub bytes: Bytes,
}

/// Experts over the GPUs of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpertCut {
    /// Expert-parallel ranks.
    pub ranks: u64,
    /// Neighbouring GPUs that split each expert.
    pub tensor: u64,
    /// Experts on one GPU.
    pub each: u64,
}

/// The place of a GPU in the cut, counted from 0 on each axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// Pipeline stage.
    pub stage: u64,
    /// Data-parallel replica.
    pub data: u64,
    /// Part of each sequence.
    pub context: u64,
    /// Tensor-parallel column.
    pub tensor: u64,
}

impl Cut {
    /// The cut of a legal plan; `memory` is that of its estimate.
    #[must_use]
    pub fn of(legal: &Legal, memory: &Memory) -> Self {
        let layout = &legal.plan.layout;
        let sharding = StateSharding::of(legal);
        let shards = sharding.optimizer || sharding.gradients || sharding.weights();
        let moe = &legal.plan.model.moe;
        let (bytes, frozen) = bytes_each(legal);
        Self {
            tensor: layout.tensor,
            context: layout.context,
            data: legal.data,
            node: legal
                .plan
                .cluster
                .gpu
                .node
                .clamp(1, legal.plan.cluster.gpus),
            stages: stages(legal, memory),
            bytes,
            frozen,
            sharers: if shards { legal.shard_group() } else { 1 },
            sharding,
            gradients_wait: layout.zero.shards_gradients() && !sharding.gradients,
            experts: (moe.experts > 0).then(|| ExpertCut {
                ranks: layout.expert,
                tensor: layout.expert_tensor,
                each: legal.local_experts(),
            }),
        }
    }

    /// GPUs of a pipeline stage.
    #[must_use]
    pub const fn per_stage(&self) -> u64 {
        self.tensor * self.context * self.data
    }

    /// All GPUs.
    #[must_use]
    pub const fn gpus(&self) -> u64 {
        self.per_stage() * self.stages.len() as u64
    }

    /// The place of a GPU. A number beyond the last GPU gives the place of the last one.
    #[must_use]
    pub fn seat(&self, gpu: u64) -> Seat {
        let gpu = gpu.min(self.gpus().saturating_sub(1));
        let (tensor, column) = (self.tensor, self.tensor * self.context);
        Seat {
            stage: gpu / self.per_stage(),
            data: gpu % self.per_stage() / column,
            context: gpu % column / tensor,
            tensor: gpu % tensor,
        }
    }

    /// The GPU at a place.
    #[must_use]
    pub const fn gpu(&self, seat: Seat) -> u64 {
        let replica = seat.stage * self.data + seat.data;
        (replica * self.context + seat.context) * self.tensor + seat.tensor
    }

    /// The number of the shard of the state that a GPU keeps, less than [`Cut::sharers`].
    #[must_use]
    pub fn shard(&self, gpu: u64) -> u64 {
        let seat = self.seat(gpu);
        (seat.data * self.context + seat.context) % self.sharers
    }

    /// The experts of a GPU.
    ///
    /// ```
    /// use cost::{cut::Cut, legal::Legal};
    /// let (plan, _) = formats::link::decode("p=mixtral-8x7b/h100x64&tp=1&pp=2&ep=4");
    /// let memory = cost::estimate(&plan).unwrap().memory;
    /// let cut = Cut::of(&Legal::check(&plan).unwrap(), &memory);
    /// // 8 experts over 4 ranks: GPU 1 has the third and the fourth, and so has GPU 5
    /// assert_eq!([1, 5].map(|gpu| cut.experts_of(gpu)), [Some(2..4), Some(2..4)]);
    /// ```
    #[must_use]
    pub fn experts_of(&self, gpu: u64) -> Option<Range<u64>> {
        let experts = self.experts?;
        let first = gpu / experts.tensor % experts.ranks * experts.each;
        Some(first..first + experts.each)
    }
}

/// The stages of a legal plan.
fn stages(legal: &Legal, memory: &Memory) -> Vec<StageCut> {
    let pipeline = Pipeline::of(legal);
    let pieces = Pieces::of(legal);
    let stage = |(rank, held): (usize, &StageMemory)| {
        let virtual_stages = (0..pipeline.chunks_a_rank()).map(|chunk| {
            let stage = pipeline.stage(rank, chunk);
            stage as u64
        });
        let virtual_stages: Vec<u64> = virtual_stages.collect();
        let params = pieces.of_rank(legal, &pipeline, rank);
        let state = State::of_rank(legal, params);
        let frozen = frozen(legal, params);
        // The cut draws nothing of a reference model.
        let still = frozen.map_or(reference_weights(legal, params), |frozen| frozen.bytes);
        let trained = State {
            weights: state.weights.saturating_sub(still),
            ..state
        };
        StageCut {
            layers: runs(virtual_stages.iter().map(|&stage| legal.layer_range(stage))),
            embeds: virtual_stages.contains(&0),
            has_head: virtual_stages.iter().any(|&stage| legal.is_last(stage)),
            kept: kept(legal, trained, params),
            frozen,
            in_flight: held.in_flight,
        }
    };
    memory.stages.iter().enumerate().map(stage).collect()
}

/// Ranges in their order, with neighbouring ranges joined.
fn runs(ranges: impl Iterator<Item = Range<u64>>) -> Vec<Range<u64>> {
    let mut runs: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match runs.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => runs.push(range),
        }
    }
    runs
}

/// Bytes of trained weights, gradients and optimizer state for each of the plan's parameters, and
/// those of frozen weights.
fn bytes_each(legal: &Legal) -> ([f64; 3], Option<f64>) {
    let each = PerParameter::of_legal(legal);
    let trained = [
        each.weight_bits as f64 / 8.0,
        each.gradients as f64,
        each.optimizer as f64,
    ];
    if !legal.plan.has_frozen() {
        return (trained, None);
    }
    let (pipeline, pieces) = (Pipeline::of(legal), Pieces::of(legal));
    let ranks = 0..legal.plan.layout.pipeline as usize;
    let params: RankParams = ranks
        .map(|rank| pieces.of_rank(legal, &pipeline, rank))
        .sum();
    let all = params.total().all().max(1) as f64;
    let share = params.total().trainable as f64 / all;
    let frozen = whole_frozen_weights(legal, params).0 as f64 / all;
    (trained.map(|bytes| bytes * share), Some(frozen))
}

/// The share of each part of the trained state that a rank with `params` parameters keeps.
fn kept(legal: &Legal, state: State, params: RankParams) -> [f64; 3] {
    let params = params.without_frozen();
    let whole = State::sharded(legal, params, ZeroStage::Zero.into(), [1, 1]);
    [
        share(state.weights, whole.weights),
        share(state.gradients, whole.gradients),
        share(state.optimizer, whole.optimizer),
    ]
}

/// The frozen weights of a rank that holds these parameters; none if all weights are trained.
fn frozen(legal: &Legal, params: RankParams) -> Option<FrozenWeights> {
    let bytes = State::of_rank(legal, params.without_trained()).weights;
    legal.plan.has_frozen().then(|| FrozenWeights {
        kept: share(bytes, whole_frozen_weights(legal, params)),
        bytes,
    })
}

/// Bytes of the frozen ones of these parameters without sharding.
fn whole_frozen_weights(legal: &Legal, params: RankParams) -> Bytes {
    let frozen = params.without_trained().total();
    let layers = PerParameter::of_legal(legal).sharded(frozen, ZeroStage::Zero.into(), 1);
    layers.weights + whole_wide_frozen_ends(legal.plan, params)
}

fn share(bytes: Bytes, of: Bytes) -> f64 {
    (bytes.0 as f64 / (of.0 as f64).max(1.0)).min(1.0)
}
