//! Peak of the micro-batches in flight on a rank, by schedule.

use crate::activations::{Activations, WalkPeak};
use crate::amount::{Amount as _, Count, Leaf, Part, Simulated, Symbol};
use crate::legal::Legal;
use crate::schedule::{ActivationPeak, MicroBatchBytes, PeakCandidates, Pipeline};

/// Peak of each rank's micro-batches in flight; `candidates` are the peak candidates of the
/// pipeline, if known.
pub(super) fn all(
    legal: &Legal,
    activations: &Activations,
    pipeline: &Pipeline,
    candidates: Option<&PeakCandidates>,
) -> Vec<WalkPeak> {
    let parts = Parts::of(legal, activations);
    let held = match candidates {
        Some(candidates) => candidates.peaks(pipeline, &parts.shares()),
        None => held(pipeline, &parts),
    };
    parts.of_ranks(pipeline, &held)
}

/// Peak of the first rank's micro-batches in flight.
pub(super) fn first(
    legal: &Legal,
    activations: &Activations,
    pipeline: &Pipeline,
    candidates: Option<&PeakCandidates>,
) -> WalkPeak {
    let parts = Parts::of_rank(legal, activations, pipeline, 0);
    let shares = parts.shares();
    let held = match candidates {
        Some(candidates) => candidates.peak(pipeline, &shares, 0),
        None => pipeline.peak(&shares, 0),
    };
    parts.together(pipeline, 0, &held)
}

/// Peak of a rank with one chunk, whose micro-batches are all alike: one runs backward, and the
/// others are in flight.
pub(super) fn plain_peak(
    legal: &Legal,
    activations: &Activations,
    pipeline: &Pipeline,
    rank: usize,
) -> WalkPeak {
    let others = pipeline.in_flight(rank) - 1;
    let stage = rank as u64;
    activations.kept(legal, stage) * others + activations.walk(legal, stage)
}

/// Memory of one micro-batch on each virtual stage, in three parts. The first is held from its
/// forward to its backward. The second is held during its backward, the first included. The third
/// is held from its input gradients to its weight gradients.
pub(super) struct Parts<C: Count = u64>(Vec<[WalkPeak<C>; 3]>);

impl<C: Count> Parts<C> {
    pub(super) fn of(legal: &Legal, activations: &Activations<C>) -> Self {
        let mut all: Vec<[WalkPeak<C>; 3]> = Vec::with_capacity(legal.virtual_stages as usize);
        for stage in 0..legal.virtual_stages {
            let before = all.last().copied();
            let known = before.filter(|_| legal.is_like_the_one_before(stage));
            all.push(known.unwrap_or_else(|| Self::of_stage(legal, activations, stage)));
        }
        Self(all)
    }

    /// The memory on the virtual stages of one rank alone, which is quicker to compute.
    pub(super) fn of_rank(
        legal: &Legal,
        activations: &Activations<C>,
        pipeline: &Pipeline,
        rank: usize,
    ) -> Self {
        let mut parts = Self(vec![Default::default(); legal.virtual_stages as usize]);
        for chunk in 0..pipeline.chunks_a_rank() {
            let stage = pipeline.stage(rank, chunk);
            parts.0[stage] = Self::of_stage(legal, activations, stage as u64);
        }
        parts
    }

    fn of_stage(legal: &Legal, activations: &Activations<C>, stage: u64) -> [WalkPeak<C>; 3] {
        [
            activations.kept(legal, stage),
            activations.walk(legal, stage),
            activations.deferred(legal, stage),
        ]
    }

    /// The memory of one micro-batch on each virtual stage, in bytes.
    pub(super) fn shares(&self) -> Vec<MicroBatchBytes> {
        let share = |[kept, walk, deferred]: &[WalkPeak<C>; 3]| MicroBatchBytes {
            kept: kept.total().0.value(),
            backward: walk.total().0.value(),
            weight: deferred.total().0.value(),
        };
        self.0.iter().map(share).collect()
    }

    /// Bytes that each rank holds at its peak.
    pub(super) fn of_ranks(
        &self,
        pipeline: &Pipeline,
        held: &[ActivationPeak],
    ) -> Vec<WalkPeak<C>> {
        let held = held.iter().enumerate();
        held.map(|(rank, held)| self.together(pipeline, rank, held))
            .collect()
    }

    /// Bytes that a rank holds at a moment.
    pub(super) fn together(
        &self,
        pipeline: &Pipeline,
        rank: usize,
        held: &ActivationPeak,
    ) -> WalkPeak<C> {
        let mut all = WalkPeak::default();
        for chunk in 0..pipeline.chunks_a_rank() {
            let [kept, walk, deferred] = self.0[pipeline.stage(rank, chunk)];
            let waiting = C::leaf(
                Leaf::Simulated(Simulated::Waiting),
                held.waiting[chunk] as u64,
            );
            let whole = kept * in_flight(pipeline, rank, held.whole[chunk] as u64);
            let waiting = deferred * waiting;
            all = all + whole.part(Part::HeldByMicroBatches) + waiting.part(Part::HeldForWeights);
            if held.in_backward == Some(chunk) {
                all = all + walk.part(Part::HeldInBackward);
            }
        }
        all
    }
}

/// Micro-batches that a chunk of a rank holds beside the one in backward. Where the plain formula of
/// 1F1B gives this number, min(m, p − i) − 1 for rank i, it is the definition.
fn in_flight<C: Count>(pipeline: &Pipeline, rank: usize, count: u64) -> C {
    let leaf = Leaf::Simulated(Simulated::InFlight);
    if !C::Amount::IS_TRACED {
        return C::leaf(leaf, count);
    }
    let all = C::letter(Symbol::StepMicroBatches, pipeline.micro_batches as u64);
    let stages = C::letter(Symbol::Pipeline, pipeline.ranks as u64);
    let behind = stages.saturating_sub(C::letter(Symbol::StageNumber, rank as u64));
    let held = behind.smaller(all).or_part(Part::HeldWithBackward);
    let others = held.saturating_sub(C::number(1));
    let is_plain = pipeline.chunks_a_rank() == 1 && !pipeline.schedule.splits_backward();
    if is_plain && others.value() == count {
        C::defined_leaf(leaf, count, || others)
    } else {
        C::leaf(leaf, count)
    }
}

/// The state of each rank at its peak.
pub(super) fn held(pipeline: &Pipeline, parts: &Parts) -> Vec<ActivationPeak> {
    pipeline.peaks(&parts.shares())
}
