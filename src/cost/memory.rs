//! What each GPU must hold, stage by stage, against what the card can give.

use super::activations::{Scratchpad, WalkPeak};
use super::band::{Band, MemoryCount};
use super::calibration as measured;
use super::convention::{MemoryKind, memory_of_kind};
use super::legal::Legal;
use super::params::{self, LayerKind, LayerParams};
use super::plan::{Kernels, Recipe};
use super::schedule::{HeldPeak, Pipeline, Share, Visits};
use super::state::{self, State};
use super::units::Bytes;

/// Memory of all pipeline stages.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// What a process can allocate on the card.
    pub capacity: Bytes,
    /// One entry a pipeline rank, the first stage first.
    pub stages: Vec<StageMemory>,
    /// The rank that needs most.
    pub peak_stage: usize,
    /// The range around what the card must give, as factors.
    pub band: Band,
    /// Whether that fits.
    pub verdict: Verdict,
}

/// Memory of one GPU of a pipeline stage, at its peak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageMemory {
    /// Weights, gradients, optimizer at that moment.
    pub state: State,
    /// What stays between two steps: state, scratch, workspaces and the last tensors that
    /// neighbouring stages sent.
    pub at_rest: Bytes,
    /// Activations in flight and the scratch of backward.
    pub activations: Bytes,
    /// Logits, their fp32 copies and gradients; the last stage only.
    pub logits: Bytes,
    /// Gathered ZeRO-3 layers, weight-gradient scratch, library workspaces.
    pub buffers: Bytes,
    /// What the allocator keeps cached beyond what is allocated; part of `overhead`.
    pub cache: Bytes,
    /// Allocator cache, driver context, communicators.
    pub overhead: Bytes,
}

/// Whether a plan fits its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// With room to spare.
    Fits,
    /// Perhaps: the card lies within the range of what may be needed.
    Tight,
    /// Not at all.
    OutOfMemory,
}

impl Memory {
    /// Memory of every stage of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let scratchpad = Scratchpad::of(legal);
        let pipeline = Pipeline::of(legal);
        let peaks = scratchpad_peaks(legal, &scratchpad, &pipeline);
        let stages: Vec<StageMemory> = peaks
            .into_iter()
            .enumerate()
            .map(|(rank, peak)| StageMemory::of(legal, &pipeline, rank, peak))
            .collect();
        let band = Band::of_memory(legal, MemoryCount::Reserved);
        Self::of_stages(stages, band, legal.plan.cluster.gpu.usable_memory())
    }

    /// The same stages with so many bytes more of overhead on each; a negative number takes
    /// away as much as there is.
    pub(super) fn with_more_overhead(self, bytes: i64) -> Self {
        let size = Bytes(bytes.unsigned_abs());
        let stage = |stage: StageMemory| {
            let overhead = if bytes < 0 {
                stage.overhead.saturating_sub(size)
            } else {
                stage.overhead + size
            };
            StageMemory {
                overhead,
                cache: stage.cache.min(overhead),
                ..stage
            }
        };
        let stages = self.stages.into_iter().map(stage).collect();
        Self::of_stages(stages, self.band, self.capacity)
    }

    fn of_stages(stages: Vec<StageMemory>, band: Band, capacity: Bytes) -> Self {
        let (peak_stage, peak) = stages
            .iter()
            .map(StageMemory::total)
            .enumerate()
            .rev()
            .max_by_key(|&(_, total)| total)
            .unwrap_or_default();
        Self {
            capacity,
            stages,
            peak_stage,
            band,
            verdict: Verdict::of(peak, band, capacity),
        }
    }

    /// The most that any stage holds of this kind.
    #[must_use]
    pub fn peak_of(&self, kind: MemoryKind) -> Bytes {
        let held = self.stages.iter().map(|stage| memory_of_kind(stage, kind));
        held.max().unwrap_or_default()
    }

    /// What the fullest stage needs.
    #[must_use]
    pub fn peak(&self) -> Bytes {
        self.stages[self.peak_stage].total()
    }

    /// The least that the fullest stage probably needs.
    #[must_use]
    pub fn low(&self) -> Bytes {
        self.peak().scaled(self.band.low)
    }

    /// The most that it probably needs.
    #[must_use]
    pub fn high(&self) -> Bytes {
        self.peak().scaled(self.band.high)
    }
}

impl Verdict {
    /// Out of memory where even the low end of the band is beyond the card, tight where the band
    /// crosses it.
    fn of(peak: Bytes, band: Band, capacity: Bytes) -> Self {
        if peak.scaled(band.low) > capacity {
            Self::OutOfMemory
        } else if peak.scaled(band.high) > capacity {
            Self::Tight
        } else {
            Self::Fits
        }
    }
}

impl StageMemory {
    /// What the process allocates: everything but the overhead.
    #[must_use]
    pub fn allocated(&self) -> Bytes {
        self.state.total() + self.activations + self.logits + self.buffers
    }

    /// What the allocator has taken from the card: `max_memory_reserved`.
    #[must_use]
    pub fn reserved(&self) -> Bytes {
        self.allocated() + self.cache
    }

    /// What the card must give, as `nvidia-smi` shows it.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.allocated() + self.overhead
    }

    fn of(legal: &Legal, pipeline: &Pipeline, rank: usize, peak: WalkPeak) -> Self {
        let params = params::of_rank(legal, pipeline, rank);
        let stages = (0..pipeline.chunks_a_rank()).map(|chunk| pipeline.stage(rank, chunk) as u64);
        let scratch = gradient_scratch(legal, stages) + workspaces(legal);
        let at_rest = State::of_rank(legal, params);
        let released = state::released(legal, params);
        // Either the activations are at their peak, or the optimizer steps without them.
        let (state, peak) = if peak.total() >= released {
            let optimizer = at_rest.optimizer.saturating_sub(released);
            (
                State {
                    optimizer,
                    ..at_rest
                },
                peak,
            )
        } else {
            (at_rest, WalkPeak::default())
        };
        let mut memory = Self {
            state,
            at_rest: at_rest.total() + scratch + last_transfers(legal),
            activations: peak.activations,
            logits: peak.logits,
            buffers: gather_buffers(legal) + scratch,
            cache: Bytes::ZERO,
            overhead: Bytes::ZERO,
        };
        memory.cache = memory.allocated().scaled(legal.fitted.slack(legal.plan));
        memory.overhead = memory.cache + beside_the_allocator(legal);
        memory
    }
}

/// The most that each rank's micro-batches in flight hold together.
fn scratchpad_peaks(legal: &Legal, scratchpad: &Scratchpad, pipeline: &Pipeline) -> Vec<WalkPeak> {
    if pipeline.schedule.splits_backward() {
        return split_peaks(legal, scratchpad, pipeline);
    }
    let peak: fn(&Legal, &Scratchpad, &Pipeline, usize) -> WalkPeak = if pipeline.chunks == 1 {
        plain_peak
    } else {
        interleaved_peak
    };
    (0..pipeline.ranks)
        .map(|rank| peak(legal, scratchpad, pipeline, rank))
        .collect()
}

/// Every micro-batch is alike: the others in flight, and one that walks backward.
fn plain_peak(
    legal: &Legal,
    scratchpad: &Scratchpad,
    pipeline: &Pipeline,
    rank: usize,
) -> WalkPeak {
    let others = pipeline.in_flight(rank) as u64 - 1;
    let stage = rank as u64;
    scratchpad.kept(legal, stage) * others + scratchpad.walk(legal, stage)
}

/// Walks over all programs, because weight gradients that wait keep a part of what they came
/// from.
fn split_peaks(legal: &Legal, scratchpad: &Scratchpad, pipeline: &Pipeline) -> Vec<WalkPeak> {
    let parts: Vec<[WalkPeak; 3]> = (0..legal.virtual_stages)
        .map(|stage| {
            [
                scratchpad.kept(legal, stage),
                scratchpad.walk(legal, stage),
                scratchpad.deferred(legal, stage),
            ]
        })
        .collect();
    let shares: Vec<Share> = parts
        .iter()
        .map(|[kept, walk, deferred]| Share {
            kept: kept.total().0,
            walk: walk.total().0,
            weight: deferred.total().0,
        })
        .collect();
    let peaks = pipeline.peaks(&shares);
    let moment = |(rank, held): (usize, &HeldPeak)| {
        let mut all = WalkPeak::default();
        for chunk in 0..pipeline.chunks_a_rank() {
            let [kept, walk, deferred] = parts[pipeline.stage(rank, chunk)];
            let walks = u64::from(held.walking == Some(chunk));
            all = all
                + kept * held.whole[chunk] as u64
                + deferred * held.waiting[chunk] as u64
                + walk * walks;
        }
        all
    };
    peaks.iter().enumerate().map(moment).collect()
}

/// Walks over a rank's program, because chunks at the ends keep more than the others: all
/// forwards of the warm-up, then one period of backwards, each after a forward. Later periods
/// hold the same or, when forwards run out, less.
fn interleaved_peak(
    legal: &Legal,
    scratchpad: &Scratchpad,
    pipeline: &Pipeline,
    rank: usize,
) -> WalkPeak {
    let chunks: Vec<ChunkShare> = (0..pipeline.chunks)
        .map(|chunk| (chunk * pipeline.ranks + rank) as u64)
        .map(|stage| ChunkShare {
            kept: scratchpad.kept(legal, stage),
            walk: scratchpad.walk(legal, stage),
        })
        .collect();
    let mut forwards = Visits::start(pipeline);
    let mut backwards = Visits::start(pipeline);
    let mut held = WalkPeak::default();
    let mut peak = WalkPeak::default();
    for _ in 0..pipeline.warm_up(rank) {
        if let Some(forward) = forwards.next_forward(pipeline) {
            held = held + chunks[forward.chunk].kept;
        }
    }
    for _ in 0..pipeline.period() {
        if let Some(forward) = forwards.next_forward(pipeline) {
            held = held + chunks[forward.chunk].kept;
        }
        if let Some(backward) = backwards.next_backward(pipeline) {
            let chunk = &chunks[backward.chunk];
            held = held.saturating_sub(chunk.kept);
            let moment = held + chunk.walk;
            if moment.total() > peak.total() {
                peak = moment;
            }
        }
    }
    peak
}

/// What one micro-batch needs on one chunk of a rank.
struct ChunkShare {
    /// From its forward to its backward.
    kept: WalkPeak,
    /// During its backward, `kept` included.
    walk: WalkPeak,
}

/// ZeRO-3 holds the live layer and the prefetched one gathered in 16 bit, and the live layer's
/// gradients until they are scattered (Rajbhandari 2020, section 5; Zhao 2023, section 3).
fn gather_buffers(legal: &Legal) -> Bytes {
    let plan = legal.plan;
    if !plan.layout.zero.shards_weights() || legal.replicas() == 1 {
        return Bytes::ZERO;
    }
    let layer = LayerParams::of(&plan.model, largest_kind(legal)).per_rank(legal);
    Bytes::product([2 * 2 + 2, layer.total()])
}

/// The kind of layer that holds more: routed, wherever there are experts.
fn largest_kind(legal: &Legal) -> LayerKind {
    if legal.plan.model.moe.experts > 0 {
        LayerKind::Routed
    } else {
        LayerKind::Dense
    }
}

/// Where gradient accumulation is fused into the matrix product, TransformerEngine keeps one
/// 16-bit dummy gradient for each distinct weight shape on the rank (measured: without it the
/// allocated peaks of B200 stages are 1.3 % short).
fn gradient_scratch(legal: &Legal, stages: impl Iterator<Item = u64>) -> Bytes {
    let plan = legal.plan;
    let fuses = plan.stack.fused_accumulation && plan.kernels() == Kernels::Fused;
    if !fuses || fully_sharded(plan.stack.recipe) {
        return Bytes::ZERO;
    }
    let model = &plan.model;
    let (mut has_dense, mut has_routed, mut has_head) = (false, false, false);
    for stage in stages {
        let layers = legal.layers(stage);
        has_dense |= layers.dense > 0;
        has_routed |= layers.routed > 0;
        has_head |= legal.is_last(stage);
    }
    let dense = LayerParams::of(model, LayerKind::Dense);
    let routed = LayerParams::of(model, LayerKind::Routed);
    let mut split = dense.qkv + dense.projection;
    if has_dense {
        split += dense.fc1 + dense.fc2;
    }
    if has_routed {
        split += routed.fc1 + routed.fc2;
    }
    if has_head {
        split += model.vocab * model.hidden;
    }
    // Experts share two shapes, into and out of them.
    let one_expert = if has_routed {
        routed.experts / model.moe.experts / plan.layout.expert_tensor
    } else {
        0
    };
    Bytes::product([
        2,
        split.div_ceil(plan.layout.tensor) + dense.latent + one_expert,
    ])
}

/// What a pipeline rank still holds of its last transfers when a step is over: for each chunk a
/// tensor in either direction, and one on its way (measured: 2 to 4 of them, 6 to 7 with three
/// chunks). During a step they are counted as the inputs of its layers.
fn last_transfers(legal: &Legal) -> Bytes {
    let plan = legal.plan;
    if legal.pipeline() == 1 {
        return Bytes::ZERO;
    }
    let element = plan.levers.dtype.element_bytes();
    let boundary = Bytes::product([element, legal.outer_tokens(), plan.model.hidden]);
    boundary * (2 * legal.chunks() + 1)
}

/// Workspaces of the matrix libraries; grouped products of experts have four of their own.
fn workspaces(legal: &Legal) -> Bytes {
    let family = legal.plan.cluster.gpu.family;
    let grouped = if legal.plan.model.moe.experts > 0 {
        4
    } else {
        0
    };
    let engine = match legal.plan.kernels() {
        Kernels::Fused => measured::transformer_engine_workspace(family),
        _ => 0,
    };
    let cublas = if legal.plan.stack.deterministic {
        2 * measured::DETERMINISTIC_WORKSPACE
    } else {
        measured::cublas_workspace(family)
    };
    Bytes(cublas + engine * (1 + grouped))
}

/// Context of the driver and the loaded kernels, and buffers of the communicators.
fn beside_the_allocator(legal: &Legal) -> Bytes {
    if legal.plan.stack.recipe == Recipe::DeepSpeed {
        return Bytes::from_gib(legal.fitted.deepspeed_beside_gib);
    }
    let layout = &legal.plan.layout;
    let groups = [
        layout.tensor,
        layout.pipeline,
        layout.context,
        legal.data,
        layout.expert,
    ];
    let communicators = groups.into_iter().filter(|&degree| degree > 1).count() as u64;
    Bytes(measured::CONTEXT_BYTES) + Bytes(measured::COMMUNICATOR_BYTES) * communicators
}

/// Whether the recipe is an FSDP one, which has no fused gradient accumulation.
const fn fully_sharded(recipe: Recipe) -> bool {
    matches!(recipe, Recipe::TorchTitan | Recipe::LlmFoundry)
}
