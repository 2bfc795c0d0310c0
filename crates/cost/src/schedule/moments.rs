//! Moments of a rank under a schedule that splits backward: the micro-batches that it holds, by
//! what they keep.
//!
//! Tests: `tests/all/schedule/mod.rs`.

use std::borrow::Cow;

use super::action::{Action, Period, ProgramEntry, Runner};
use super::pipeline::Pipeline;
use super::program::Program;
use super::stand_in;

/// Bytes that one micro-batch needs on one virtual stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// From its forward to its backward.
    pub kept: u64,
    /// While its backward runs, `kept` included.
    pub walk: u64,
    /// From its input gradient to its weight gradient: the part of `kept` that the latter still
    /// reads, and the output gradients that it also reads.
    pub weight: u64,
}

/// The moment at which a rank holds most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldPeak {
    /// Bytes held.
    pub bytes: u64,
    /// The chunk whose backward runs; `None` after a forward.
    pub walking: Option<usize>,
    /// Micro-batches that keep everything, by chunk, without the one that walks backward.
    pub whole: Vec<usize>,
    /// Micro-batches whose weight gradient waits, by chunk.
    pub waiting: Vec<usize>,
}

/// Micro-batches that a rank of a pipeline with split backward holds at a moment. They are counted
/// by chunk and by the bytes that they keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HeldMicroBatches {
    walking: Option<usize>,
    whole: [usize; 2],
    waiting: [usize; 2],
}

impl HeldMicroBatches {
    fn bytes(&self, share: impl Fn(usize) -> Share) -> u64 {
        let walked = self.walking.map_or(0, |chunk| share(chunk).walk);
        let counts = self.whole.iter().zip(&self.waiting).enumerate();
        let held = counts.filter(|(_, (whole, waiting))| **whole + **waiting > 0);
        held.fold(walked, |bytes, (chunk, (&whole, &waiting))| {
            let Share { kept, weight, .. } = share(chunk);
            bytes
                .saturating_add(kept.saturating_mul(whole as u64))
                .saturating_add(weight.saturating_mul(waiting as u64))
        })
    }

    /// True if it has at least as much of everything as the other.
    fn covers(&self, other: &Self) -> bool {
        let covers =
            |these: &[usize; 2], those: &[usize; 2]| these[0] >= those[0] && these[1] >= those[1];
        (other.walking.is_none() || self.walking == other.walking)
            && covers(&self.whole, &other.whole)
            && covers(&self.waiting, &other.waiting)
    }

    /// Runs an action; `meet` sees each change that it makes, and the moment after it.
    #[inline]
    pub(super) fn run(&mut self, work: ProgramEntry, meet: &mut impl FnMut(&Self, Change)) {
        self.walking = None;
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
                self.walking = None;
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
        self.walking = Some(chunk);
        meet(self, Change::Walk(chunk));
    }

    pub(super) fn peak(&self, pipeline: &Pipeline, bytes: u64) -> HeldPeak {
        let chunks = pipeline.chunks_a_rank();
        HeldPeak {
            bytes,
            walking: self.walking,
            whole: self.whole[..chunks].to_vec(),
            waiting: self.waiting[..chunks].to_vec(),
        }
    }

    /// The moment of a longer pipeline, of which the short one is a stand-in.
    fn of_longer(&self, pipeline: &Pipeline, short: &Pipeline) -> Self {
        let mut longer = *self;
        for chunk in 0..2 {
            let most = pipeline.micro_batches_through(chunk);
            let scaled = |count| stand_in::scale(pipeline, short, count).min(most);
            // The one that walks backward is one of those in flight, and stays one.
            let walks = usize::from(self.walking == Some(chunk));
            let whole = scaled(self.whole[chunk] + walks);
            let left = most - whole;
            longer.whole[chunk] = whole - walks;
            longer.waiting[chunk] = scaled(self.waiting[chunk]).min(left);
        }
        longer
    }
}

/// Change from one moment of a rank to the next, by a micro-batch on this chunk.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// A forward has run: all of its activations are kept.
    Keep(usize),
    /// A backward runs; none of its activations are kept after it, unless [`Self::Wait`] follows.
    Walk(usize),
    /// A weight gradient waits.
    Wait(usize),
    /// A weight gradient has run.
    Free(usize),
}

/// The moments at which each rank of a pipeline that splits backward may hold most. At no other
/// moment is every count at least as high. They follow from the order of its actions alone.
#[derive(Clone, Debug)]
pub struct Moments {
    /// The pipeline of these ranks: a shorter one if this one is too long.
    of: Pipeline,
    ranks: Vec<Vec<HeldMicroBatches>>,
}

impl Moments {
    /// The moments of a pipeline's ranks.
    #[must_use]
    pub fn of(pipeline: &Pipeline) -> Self {
        Self::of_program(&Program::of(pipeline))
    }

    /// The moments of ranks whose programs are known.
    pub(super) fn of_program(program: &Program) -> Self {
        let program = program.stand_in().unwrap_or(program);
        let of = *program.pipeline();
        let mut all = Every(vec![Default::default(); of.ranks]);
        program.run(&mut all);
        let ranks = all.0.into_iter().map(|(_, moments)| moments).collect();
        Self { of, ranks }
    }

    /// The memory that they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let moments = self.ranks.iter().map(Vec::capacity).sum::<usize>();
        moments * size_of::<HeldMicroBatches>()
            + self.ranks.len() * size_of::<Vec<HeldMicroBatches>>()
    }

    /// The most that each rank of their pipeline holds, when a micro-batch needs this much on
    /// each virtual stage.
    #[must_use]
    pub fn peaks(&self, pipeline: &Pipeline, shares: &[Share]) -> Vec<HeldPeak> {
        let places: Vec<Cow<[HeldMicroBatches]>> = (0..self.of.ranks)
            .map(|place| self.at(pipeline, place))
            .collect();
        (0..pipeline.ranks)
            .map(|rank| fullest(pipeline, shares, rank, &places[self.place(pipeline, rank)]))
            .collect()
    }

    /// The most that one rank of the pipeline holds, when a micro-batch needs this much on each
    /// virtual stage.
    #[must_use]
    pub fn peak(&self, pipeline: &Pipeline, shares: &[Share], rank: usize) -> HeldPeak {
        let moments = self.at(pipeline, self.place(pipeline, rank));
        fullest(pipeline, shares, rank, &moments)
    }

    /// Position among these ranks of the one that represents a rank of the pipeline.
    fn place(&self, pipeline: &Pipeline, rank: usize) -> usize {
        if self.is_own(pipeline) {
            rank
        } else {
            stand_in::place_held(pipeline, &self.of, rank)
        }
    }

    /// The moments of one of these ranks, scaled to the pipeline.
    fn at(&self, pipeline: &Pipeline, place: usize) -> Cow<'_, [HeldMicroBatches]> {
        let moments = &self.ranks[place];
        if self.is_own(pipeline) {
            return Cow::Borrowed(moments);
        }
        let longer = |moment: &HeldMicroBatches| moment.of_longer(pipeline, &self.of);
        Cow::Owned(moments.iter().map(longer).collect())
    }

    const fn is_own(&self, pipeline: &Pipeline) -> bool {
        self.of.ranks == pipeline.ranks
    }
}

/// The fullest of a rank's moments; the first of several equal ones.
fn fullest(
    pipeline: &Pipeline,
    shares: &[Share],
    rank: usize,
    moments: &[HeldMicroBatches],
) -> HeldPeak {
    let share = |chunk| shares[pipeline.stage(rank, chunk)];
    let moments = moments.iter().map(|moment| (moment.bytes(share), moment));
    match moments.reduce(|one, other| if other.0 > one.0 { other } else { one }) {
        Some((bytes, moment)) => moment.peak(pipeline, bytes),
        None => HeldMicroBatches::default().peak(pipeline, 0),
    }
}

/// The moments of all ranks, action by action: the present one of each, and all that it has met.
struct Every(Vec<(HeldMicroBatches, Vec<HeldMicroBatches>)>);

impl Runner for Every {
    fn run(&mut self, action: Action) {
        let (now, moments) = &mut self.0[action.rank as usize];
        now.run(action.work, &mut |moment, change| {
            if let Change::Free(_) = change {
                return;
            }
            // Unless an earlier one covers it, most often a late one; those that it covers are
            // forgotten.
            if moments.iter().rev().any(|earlier| earlier.covers(moment)) {
                return;
            }
            moments.retain(|earlier| !moment.covers(earlier));
            moments.push(*moment);
        });
    }

    fn repeat(&mut self, _: Period, _: usize) {
        // A period ends as it began.
    }
}
