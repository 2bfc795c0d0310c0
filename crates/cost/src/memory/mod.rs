//! Memory of each GPU, stage by stage, against the memory that a process can allocate.
//!
//! Tests: `tests/all/papers/buffers.rs`, `tests/all/papers/terms.rs`,
//! `tests/all/published_memory.rs`.

mod buffers;
mod kinds;
mod model;
mod peaks;
mod phases;
mod stage;
pub mod terms;
mod verdict;

use super::activations::{Activations, WalkPeak};
use super::amount::Count;
use super::band::Band;
use super::convention::MemoryKind;
use super::legal::Legal;
use super::params::{LayerKind, RankParams};
use super::schedule::{ActivationPeak, MicroBatchBytes, PeakCandidates, Pipeline, Program};
use super::units::Bytes;
pub use kinds::{MEMORY, MemoryTerm};
use model::StageMemoryModel;
pub use stage::StageMemory;
use verdict::MemoryBands;
pub use verdict::Verdict;

/// Memory of all pipeline stages.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// Bytes that a process can allocate on the GPU.
    pub capacity: Bytes,
    /// Allocated bytes beyond which a plan does not fit, whatever the range: all of the card, the
    /// driver's part included. `None` for stacks without published peaks of allocated memory.
    pub most_allocated: Option<Bytes>,
    /// One entry a pipeline rank, the first stage first.
    pub stages: Vec<StageMemory>,
    /// The rank that needs most.
    pub peak_stage: usize,
    /// The range around the peak, as factors.
    pub band: Band,
    /// The range around the bytes that a process must have, as factors.
    pub must_band: Band,
    /// The verdict on the peak.
    pub verdict: Verdict,
}

impl Memory {
    /// Memory of every stage of a legal plan.
    ///
    /// ```
    /// use cost::{legal::Legal, memory::Memory, plan::{Recipe, ZeroStage}};
    /// use formats::catalog;
    /// let mut plan = catalog::plan("llama3-8b", "h100", 64).unwrap();
    /// (plan.stack.recipe, plan.layout.zero) = (Recipe::Megatron, ZeroStage::One);
    /// plan.batch.micro = 1;
    /// let memory = Memory::of(&Legal::check(&plan).unwrap());
    /// let stage = &memory.stages[0];
    /// // ZeRO-1 on 64 ranks: 2 + 4 + 12/64 bytes for each of 8.03 B parameters, 49.7 GB
    /// let state = (2.0 + 4.0 + 12.0 / 64.0) * 8_030_261_248.0;
    /// assert!((stage.state.total().0 as f64 - state).abs() < 1.0);
    /// // Logits of 8,192 tokens over 128,256 words, in 16 bit and once in fp32: 6 bytes each
    /// assert_eq!(stage.logits.0, (2 + 4) * 8_192 * 128_256);
    /// // An H100 has 80 GiB, and no stage of a data-parallel plan differs from another
    /// assert_eq!((memory.stages.len(), memory.peak()), (1, stage.total()));
    /// ```
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        Self::of_program(legal, &Program::of(&Pipeline::of(legal)))
    }

    /// Memory of every stage of a legal plan whose pipeline programs are known.
    #[must_use]
    pub fn of_program(legal: &Legal, program: &Program) -> Self {
        let activations = Activations::of(legal);
        let stage_model = StageMemoryModel::of(legal);
        let parts = peaks::Parts::of(legal, &activations);
        let held = program.peaks(&parts.shares());
        let stages: Vec<StageMemory> = parts
            .of_ranks(program.pipeline(), &held)
            .into_iter()
            .enumerate()
            .map(|(rank, peak)| StageMemory {
                in_flight: in_flight(&held[rank]),
                ..stage_model.stage(legal, rank, peak)
            })
            .collect();
        let bands = MemoryBands::of(legal.plan);
        let capacity = legal.plan.cluster.gpu.usable_memory();
        Self::of_stages(stages, bands, capacity)
    }

    /// At most `most` stages that represent all: the fullest stage of each group of neighbours, the
    /// first of equal ones. All stages if there are at most `most`.
    ///
    /// ```
    /// use cost::estimate;
    /// use formats::link;
    /// let (plan, _) = link::decode("p=llama3-8b/h100x8&pp=8&gbs=64");
    /// let memory = estimate(&plan).unwrap().memory;
    /// assert_eq!(memory.fullest_of_groups(8), [0, 1, 2, 3, 4, 5, 6, 7]);
    /// let few = memory.fullest_of_groups(3);
    /// assert_eq!(few.len(), 3);
    /// let peak = memory.peak();
    /// assert!(few.iter().any(|&stage| memory.stages[stage].total() == peak));
    /// ```
    #[must_use]
    pub fn fullest_of_groups(&self, most: usize) -> Vec<usize> {
        let size = self.stages.len().div_ceil(most.max(1)).max(1);
        let groups = self.stages.chunks(size).enumerate();
        let fullest = groups.map(|(group, stages)| {
            let totals = stages.iter().map(StageMemory::total).enumerate().rev();
            let place = totals.max_by_key(|&(_, total)| total);
            group * size + place.map_or(0, |(place, _)| place)
        });
        fullest.collect()
    }

    /// The stages with this many bytes more of overhead on each. A negative number reduces the
    /// overhead first, then the next least certain terms: activations, logits and buffers. It never
    /// reduces the model state.
    pub(super) fn with_more_overhead(self, bytes: i64) -> Self {
        let size = Bytes(bytes.unsigned_abs());
        let stages = self.stages.into_iter();
        let stages = stages.map(|stage| stage.with_more_overhead(bytes < 0, size));
        let bands = MemoryBands {
            reserved: self.band,
            must: self.must_band,
            most_allocated: self.most_allocated,
        };
        Self::of_stages(stages.collect(), bands, self.capacity)
    }

    fn of_stages(stages: Vec<StageMemory>, bands: MemoryBands, capacity: Bytes) -> Self {
        let (peak_stage, peak) = stages
            .iter()
            .map(StageMemory::total)
            .enumerate()
            .rev()
            .max_by_key(|&(_, total)| total)
            .unwrap_or_default();
        let allocated = stages.iter().map(StageMemory::allocated).max();
        Self {
            capacity,
            most_allocated: bands.most_allocated,
            stages,
            peak_stage,
            band: bands.reserved,
            must_band: bands.must,
            verdict: bands.verdict(peak, allocated.unwrap_or_default(), capacity),
        }
    }

    /// The peak over all stages of the bytes of this kind.
    #[must_use]
    pub fn peak_of(&self, kind: MemoryKind) -> Bytes {
        let held = self.stages.iter().map(|stage| stage.of_kind(kind));
        held.max().unwrap_or_default()
    }

    /// The fullest stage.
    #[must_use]
    pub fn fullest(&self) -> &StageMemory {
        &self.stages[self.peak_stage]
    }

    /// Bytes that GPU memory leaves a stage for activations and logits.
    #[must_use]
    pub fn room(&self, stage: &StageMemory) -> Bytes {
        let rest = stage
            .total()
            .saturating_sub(stage.activations + stage.logits);
        self.capacity.saturating_sub(rest)
    }

    /// Bytes that the fullest stage needs.
    #[must_use]
    pub fn peak(&self) -> Bytes {
        self.fullest().total()
    }

    /// True if a tight plan has room for all that it must allocate, even at the upper end of the
    /// range. Only the allocator's fragments may then exceed the capacity.
    ///
    /// ```
    /// let tight = |link: &str| {
    ///     let (plan, _) = formats::link::decode(link);
    ///     cost::estimate(&plan).unwrap().memory.is_tight_by_fragments()
    /// };
    /// // 33.5 GiB of 39.8 must be allocated, and 2.9 are cached.
    /// assert!(tight("p=llama3-8b/a100-40x8&recipe=llmfoundry&zero=3&ckpt=full"));
    /// assert!(!tight("p=llama3-8b/a100-80x8&recipe=llmfoundry&zero=3&ckpt=full"));
    /// ```
    #[must_use]
    pub fn is_tight_by_fragments(&self) -> bool {
        let must = self.stages.iter().map(StageMemory::must).max();
        let most = must.unwrap_or_default().scaled(self.must_band.high);
        let has_cache = self.fullest().cache > Bytes::ZERO;
        has_cache && self.verdict == Verdict::Tight && most <= self.capacity
    }

    /// Lower end of the range around the bytes of the fullest stage.
    #[must_use]
    pub fn low(&self) -> Bytes {
        self.peak().scaled(self.band.low)
    }

    /// Upper end of the range around the bytes of the fullest stage.
    #[must_use]
    pub fn high(&self) -> Bytes {
        self.peak().scaled(self.band.high)
    }
}

/// Verdict on a legal plan's memory, that of [`Memory::of`].
#[must_use]
pub fn verdict(legal: &Legal) -> Verdict {
    let in_flight = InFlight::of(legal, &Activations::of(legal), None);
    let [peak, allocated] = in_flight.most(legal, [StageMemory::total, StageMemory::allocated]);
    let capacity = legal.plan.cluster.gpu.usable_memory();
    MemoryBands::of(legal.plan).verdict(peak, allocated, capacity)
}

/// Micro-batches in flight at a peak, summed over virtual stages.
fn in_flight(peak: &ActivationPeak) -> u64 {
    let whole: usize = peak.whole.iter().sum();
    whole as u64 + u64::from(peak.in_backward.is_some())
}

/// Memory of the fullest stage of a legal plan, that of [`Memory::of`].
#[must_use]
pub fn peak(legal: &Legal) -> Bytes {
    InFlight::of(legal, &Activations::of(legal), None).peak(legal)
}

/// Peak of the micro-batches in flight on each rank that can be the fullest. It does not depend on
/// sharding, so that many plans can share it.
#[derive(Clone, Debug)]
pub struct InFlight(Vec<(usize, WalkPeak)>);

impl InFlight {
    /// In-flight memory of a legal plan with these activations; `candidates` are the peak
    /// candidates of its pipeline, if known.
    #[must_use]
    pub fn of(
        legal: &Legal,
        activations: &Activations,
        candidates: Option<&PeakCandidates>,
    ) -> Self {
        let pipeline = Pipeline::of(legal);
        let layout = &legal.plan.layout;
        // If equal layers are divided evenly, every rank after the second holds less than the one
        // before it, except the last with its head.
        let falls = !pipeline.schedule.splits_backward()
            && pipeline.chunks == 1
            && layout.split.is_empty()
            && legal.plan.model.moe.experts == 0
            && legal.plan.model.mixer.is_none()
            && legal.plan.model.multi_token_layers == 0
            && !legal.plan.tuning.freezes_layers();
        if !falls {
            let all = peaks::all(legal, activations, &pipeline, candidates);
            return Self::fullest(legal, &pipeline, &all);
        }
        let last = pipeline.ranks - 1;
        let plain = |rank| {
            let peak = peaks::plain_peak(legal, activations, &pipeline, rank);
            (rank, peak)
        };
        Self([0, last.min(1), last].map(plain).into())
    }

    /// In-flight memory of the first rank alone, which is quicker to compute.
    #[must_use]
    pub fn of_first(
        legal: &Legal,
        activations: &Activations,
        candidates: Option<&PeakCandidates>,
    ) -> Self {
        let peak = peaks::first(legal, activations, &Pipeline::of(legal), candidates);
        Self(vec![(0, peak)])
    }

    /// The in-flight memory of the fullest rank in each group of ranks with the same parameters and
    /// buffers.
    fn fullest(legal: &Legal, pipeline: &Pipeline, peaks: &[WalkPeak]) -> Self {
        let stage_model = StageMemoryModel::of(legal);
        let mut fullest: Vec<(RankParams, [Bytes; 2], usize)> = Vec::new();
        for (rank, peak) in peaks.iter().enumerate() {
            let params = stage_model.pieces.of_rank(legal, pipeline, rank);
            let buffers = stage_model.buffers.of_rank(legal, pipeline, rank);
            let is_like = |known: &&mut (RankParams, [Bytes; 2], usize)| {
                (known.0, known.1) == (params, buffers)
            };
            match fullest.iter_mut().rev().find(is_like) {
                Some((.., most)) if peak.total() > peaks[*most].total() => *most = rank,
                Some(_) => (),
                None => fullest.push((params, buffers, rank)),
            }
        }
        let ranks = fullest.into_iter().map(|(.., rank)| (rank, peaks[rank]));
        Self(ranks.collect())
    }

    /// Memory of the fullest stage of a legal plan that differs from the first plan at most in its
    /// sharding.
    #[must_use]
    pub fn peak(&self, legal: &Legal) -> Bytes {
        let [peak] = self.most(legal, [StageMemory::total]);
        peak
    }

    /// The maximum of each of these figures over all stages.
    fn most<const N: usize>(
        &self,
        legal: &Legal,
        figures: [fn(&StageMemory) -> Bytes; N],
    ) -> [Bytes; N] {
        let stage_model = StageMemoryModel::of(legal);
        let mut most = [Bytes::ZERO; N];
        for &(rank, peak) in &self.0 {
            let stage = stage_model.stage(legal, rank, peak);
            for (most, figure) in most.iter_mut().zip(figures) {
                *most = (*most).max(figure(&stage));
            }
        }
        most
    }
}

/// Lower bound on the memory of the fullest rank of a plan under plain 1F1B. The bound also holds
/// under any other schedule that shards no more. It is the mean over all ranks with one micro-batch
/// in flight.
pub(super) fn least(legal: &Legal, activations: &Activations) -> Bytes {
    let stage_model = StageMemoryModel::of(legal);
    let ranks = stage_model.pipeline.ranks as u64;
    let params = stage_model.pieces.least_mean(legal, &stage_model.pipeline);
    let kept = (0..ranks).fold(WalkPeak::default(), |sum, stage| {
        sum + activations.kept(legal, stage)
    });
    let kept = WalkPeak {
        activations: kept.activations.over(ranks),
        logits: kept.logits.over(ranks),
        freed_logits: kept.freed_logits.over(ranks),
    };
    let workspaces = [stage_model.buffers.workspaces, Bytes::ZERO];
    let mean = stage_model.holding(legal, params, workspaces, kept).total();
    // Each rank rounds the bytes that it shards.
    mean.scaled(0.999)
}

/// Memory of one micro-batch on each virtual stage, activations and logits together. The peaks of
/// [`Memory::of`] follow from them.
#[must_use]
pub fn shares(legal: &Legal) -> Vec<MicroBatchBytes> {
    peaks::Parts::of(legal, &Activations::of(legal)).shares()
}

/// Bytes of one layer's weights while the ranks of a legal plan gather them, and of its gradients
/// until they are scattered; zero if ranks gather no weights.
pub(crate) fn gathered_layer(legal: &Legal, kind: LayerKind) -> [Bytes; 2] {
    buffers::of_gathered_layer(legal, kind)
}

/// Memory of one stage as numbers of formulas; its parts are those of [`Memory::of_program`].
pub(crate) fn numbers_of_stage<C: Count>(
    legal: &Legal,
    program: &Program,
    stage: usize,
) -> StageMemory<C> {
    let pipeline = program.pipeline();
    let held = &program.peaks(&shares(legal))[stage];
    let activations = Activations::<C>::numbers_of(legal);
    let parts = peaks::Parts::of_rank(legal, &activations, pipeline, stage);
    let peak = parts.together(pipeline, stage, held);
    StageMemoryModel::of(legal).stage(legal, stage, peak)
}
