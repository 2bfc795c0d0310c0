//! States of a rank that may be its peak, under a schedule that splits backward: the micro-batches
//! that it holds, by the bytes that they keep.
//!
//! Tests: `tests/all/schedule/mod.rs`.

use std::borrow::Cow;

use super::action::{Action, Period, ProgramEntry, Runner};
use super::pipeline::Pipeline;
use super::program::Program;
use super::reduced;

/// Bytes that one micro-batch needs on one virtual stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MicroBatchBytes {
    /// Bytes held from its forward to its backward.
    pub kept: u64,
    /// Bytes held while its backward runs, `kept` included.
    pub backward: u64,
    /// Bytes held from its input gradient to its weight gradient: the part of `kept` that the
    /// weight gradient reads, and output gradients.
    pub weight: u64,
}

/// The peak of a rank: the state in which it holds most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActivationPeak {
    /// Bytes held.
    pub bytes: u64,
    /// The chunk whose backward runs; `None` after a forward.
    pub in_backward: Option<usize>,
    /// Micro-batches that keep everything, by chunk, without the one whose backward runs.
    pub whole: Vec<usize>,
    /// Micro-batches whose weight gradient waits, by chunk.
    pub waiting: Vec<usize>,
}

/// Micro-batches that a rank of a pipeline with split backward holds, counted by chunk and by the
/// bytes that they keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HeldActivations {
    in_backward: Option<usize>,
    whole: [usize; 2],
    waiting: [usize; 2],
}

impl HeldActivations {
    fn bytes(&self, share: impl Fn(usize) -> MicroBatchBytes) -> u64 {
        let walked = self.in_backward.map_or(0, |chunk| share(chunk).backward);
        let counts = self.whole.iter().zip(&self.waiting).enumerate();
        let held = counts.filter(|(_, (whole, waiting))| **whole + **waiting > 0);
        held.fold(walked, |bytes, (chunk, (&whole, &waiting))| {
            let MicroBatchBytes { kept, weight, .. } = share(chunk);
            bytes
                .saturating_add(kept.saturating_mul(whole as u64))
                .saturating_add(weight.saturating_mul(waiting as u64))
        })
    }

    /// True if each count is at least that of the other state.
    fn covers(&self, other: &Self) -> bool {
        let covers =
            |these: &[usize; 2], those: &[usize; 2]| these[0] >= those[0] && these[1] >= those[1];
        (other.in_backward.is_none() || self.in_backward == other.in_backward)
            && covers(&self.whole, &other.whole)
            && covers(&self.waiting, &other.waiting)
    }

    /// Runs an action; `meet` receives each change, and the state after it.
    #[inline]
    pub(super) fn run(&mut self, work: ProgramEntry, meet: &mut impl FnMut(&Self, Change)) {
        self.in_backward = None;
        match work {
            ProgramEntry::Forward(chunk) => {
                let chunk = usize::from(chunk);
                self.whole[chunk] += 1;
                meet(self, Change::Keep(chunk));
            }
            ProgramEntry::Backward(chunk) => self.walk(usize::from(chunk), meet),
            ProgramEntry::InputGradient(chunk) => {
                let chunk = usize::from(chunk);
                self.walk(chunk, meet);
                self.waiting[chunk] += 1;
                self.in_backward = None;
                meet(self, Change::Wait(chunk));
            }
            ProgramEntry::WeightGradient(chunk) => {
                let chunk = usize::from(chunk);
                self.waiting[chunk] -= 1;
                meet(self, Change::Free(chunk));
            }
            ProgramEntry::Pair(chunk) => {
                self.run(ProgramEntry::Forward(chunk), meet);
                self.run(ProgramEntry::Backward(1 - chunk), meet);
            }
        }
    }

    #[inline]
    fn walk(&mut self, chunk: usize, meet: &mut impl FnMut(&Self, Change)) {
        self.whole[chunk] -= 1;
        self.in_backward = Some(chunk);
        meet(self, Change::Backward(chunk));
    }

    pub(super) fn peak(&self, pipeline: &Pipeline, bytes: u64) -> ActivationPeak {
        let chunks = pipeline.chunks_a_rank();
        ActivationPeak {
            bytes,
            in_backward: self.in_backward,
            whole: self.whole[..chunks].to_vec(),
            waiting: self.waiting[..chunks].to_vec(),
        }
    }

    /// The state in a longer pipeline, whose reduced pipeline is `short`.
    fn of_longer(&self, pipeline: &Pipeline, short: &Pipeline) -> Self {
        let mut longer = *self;
        for chunk in 0..2 {
            let most = pipeline.micro_batches_through(chunk);
            let scaled = |count| reduced::scale(pipeline, short, count).min(most);
            // Of the micro-batches in flight, the one that runs backward is not scaled.
            let walks = usize::from(self.in_backward == Some(chunk));
            let whole = scaled(self.whole[chunk] + walks);
            let left = most - whole;
            longer.whole[chunk] = whole - walks;
            longer.waiting[chunk] = scaled(self.waiting[chunk]).min(left);
        }
        longer
    }
}

/// Change of a rank's state by a micro-batch on this chunk.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// A forward has run, and all of its activations are kept.
    Keep(usize),
    /// A backward runs, and frees its activations, unless [`Self::Wait`] follows.
    Backward(usize),
    /// A weight gradient waits.
    Wait(usize),
    /// A weight gradient has run.
    Free(usize),
}

/// The states in which each rank of a pipeline that splits backward may have its peak: no other
/// state has counts that are all at least as high. They follow from the order of its actions alone.
#[derive(Clone, Debug)]
pub struct PeakCandidates {
    /// The pipeline whose candidates these are: the reduced one if the pipeline is too long.
    of: Pipeline,
    ranks: Vec<Vec<HeldActivations>>,
}

impl PeakCandidates {
    /// The candidates of a pipeline's ranks.
    #[must_use]
    pub fn of(pipeline: &Pipeline) -> Self {
        Self::of_program(&Program::of(pipeline))
    }

    /// The candidates of known programs.
    pub(super) fn of_program(program: &Program) -> Self {
        let program = program.reduced().unwrap_or(program);
        let of = *program.pipeline();
        let mut all = Every(vec![Default::default(); of.ranks]);
        program.run(&mut all);
        let ranks = all
            .0
            .into_iter()
            .map(|(_, candidates)| candidates)
            .collect();
        Self { of, ranks }
    }

    /// Bytes of memory that the candidates take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let candidates = self.ranks.iter().map(Vec::capacity).sum::<usize>();
        candidates * size_of::<HeldActivations>()
            + self.ranks.len() * size_of::<Vec<HeldActivations>>()
    }

    /// Peak activations per rank of the candidates' pipeline, if a micro-batch needs `shares` on
    /// the virtual stages.
    #[must_use]
    pub fn peaks(&self, pipeline: &Pipeline, shares: &[MicroBatchBytes]) -> Vec<ActivationPeak> {
        let places: Vec<Cow<[HeldActivations]>> = (0..self.of.ranks)
            .map(|place| self.at(pipeline, place))
            .collect();
        (0..pipeline.ranks)
            .map(|rank| fullest(pipeline, shares, rank, &places[self.place(pipeline, rank)]))
            .collect()
    }

    /// Peak activations of one rank of the pipeline, if a micro-batch needs `shares` on the virtual
    /// stages.
    #[must_use]
    pub fn peak(
        &self,
        pipeline: &Pipeline,
        shares: &[MicroBatchBytes],
        rank: usize,
    ) -> ActivationPeak {
        let candidates = self.at(pipeline, self.place(pipeline, rank));
        fullest(pipeline, shares, rank, &candidates)
    }

    /// Position in the candidates of the rank that represents a rank of the pipeline.
    fn place(&self, pipeline: &Pipeline, rank: usize) -> usize {
        if self.is_own(pipeline) {
            rank
        } else {
            reduced::rank_by_memory(pipeline, &self.of, rank)
        }
    }

    /// The candidates at this position, scaled to the pipeline.
    fn at(&self, pipeline: &Pipeline, place: usize) -> Cow<'_, [HeldActivations]> {
        let candidates = &self.ranks[place];
        if self.is_own(pipeline) {
            return Cow::Borrowed(candidates);
        }
        let longer = |state: &HeldActivations| state.of_longer(pipeline, &self.of);
        Cow::Owned(candidates.iter().map(longer).collect())
    }

    const fn is_own(&self, pipeline: &Pipeline) -> bool {
        self.of.ranks == pipeline.ranks
    }
}

/// The fullest of a rank's candidates; the first of several equal ones.
fn fullest(
    pipeline: &Pipeline,
    shares: &[MicroBatchBytes],
    rank: usize,
    candidates: &[HeldActivations],
) -> ActivationPeak {
    let share = |chunk| shares[pipeline.stage(rank, chunk)];
    let candidates = candidates.iter().map(|state| (state.bytes(share), state));
    match candidates.reduce(|one, other| if other.0 > one.0 { other } else { one }) {
        Some((bytes, state)) => state.peak(pipeline, bytes),
        None => HeldActivations::default().peak(pipeline, 0),
    }
}

/// The runner that collects candidates: the present state of each rank, and its candidates so far.
struct Every(Vec<(HeldActivations, Vec<HeldActivations>)>);

impl Runner for Every {
    fn run(&mut self, action: Action) {
        let (now, candidates) = &mut self.0[action.rank as usize];
        now.run(action.work, &mut |state, change| {
            if let Change::Free(_) = change {
                return;
            }
            // A state is a candidate unless an earlier candidate covers it, most often a recent
            // one. Candidates that it covers are dropped.
            if candidates.iter().rev().any(|earlier| earlier.covers(state)) {
                return;
            }
            candidates.retain(|earlier| !state.covers(earlier));
            candidates.push(*state);
        });
    }

    fn repeat(&mut self, _: Period, _: usize) {
        // A period ends as it began.
    }
}
