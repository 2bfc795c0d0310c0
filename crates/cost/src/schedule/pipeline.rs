//! A pipeline: its ranks, chunks and micro-batches, and the slots and rounds that follow from them.
//!
//! Slots are counted in 64 bits: in the page `usize` has 32, and v·m slots of a rank exceed them.
//! Counts of ranks, chunks and micro-batches fit in 32 bits. `tests/browser/axes.test.mjs` compares
//! the page with the command there.

use std::ops::Range;

use crate::plan::{PassOrder, Schedule, StagePlacement};

/// A pipeline of p ranks, each with v virtual stages, that runs m micro-batches a step.
///
/// All counts are at least 1. Only interleaved schedules have more than one chunk, and `DualPipe`
/// needs an even number of ranks. [`Pipeline::of`] a legal plan keeps these rules.
///
/// Virtual stage s is on rank s mod p as its chunk s div p, unless the schedule places it otherwise
/// ([`Pipeline::stage`]). A token visits the stages in the order 0, 1, 2, … and backward in
/// reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pipeline {
    /// Ranks, p.
    pub ranks: usize,
    /// Virtual stages per rank, v, of interleaved stages; other schedules settle it
    /// ([`Pipeline::chunks_a_rank`]).
    pub chunks: usize,
    /// Micro-batches per step, m.
    pub micro_batches: usize,
    /// The schedule. [`Pipeline::slots`], [`Pipeline::block`], [`Pipeline::warm_up`] and
    /// [`Pipeline::in_flight`] hold only for schedules that leave backward whole; for all others
    /// see [`super::Program`].
    pub schedule: Schedule,
}

/// Direction of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Forward of one micro-batch through one virtual stage.
    Forward,
    /// Backward of one micro-batch through one virtual stage, for inputs and weights together.
    Backward,
    /// Input gradient: the part of a backward on which the stage before waits.
    InputGradient,
    /// Weight gradient: the rest of a backward, on which only the optimizer waits.
    WeightGradient,
}

/// One piece of work of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Forward, backward, or a part of backward.
    pub direction: Direction,
    /// The micro-batch.
    pub micro_batch: usize,
    /// The rank's chunk.
    pub chunk: usize,
}

impl Pipeline {
    /// Slots in a rank's program; a long program has more than 2³². Each micro-batch and chunk has
    /// one for its forward and one for its backward. Interleaved stages take micro-batches in
    /// groups of p. If p does not divide m, the last group has empty slots, in which no rank waits.
    #[must_use]
    pub const fn slots(&self) -> u64 {
        2 * self.steps()
    }

    /// Micro-batches' worth of a rank's work that a step takes, if the stages are equal and leave
    /// backward whole: m + (p−1)/v (Narayanan 2021, section 2.2). If p does not divide the
    /// micro-batches of interleaved stages, the first one of the last group still passes p stages
    /// before it returns for the next chunk. So every chunk but one takes as long as with a full
    /// group; with more than p micro-batches the group before fills a part of these slots, and the
    /// step takes less.
    #[must_use]
    pub fn micro_batches_worth(&self) -> f64 {
        let chunks = self.chunks as f64;
        let in_groups = (self.steps() as f64) / chunks;
        let empty = in_groups - self.micro_batches as f64;
        in_groups + (self.ranks as f64 - 1.0 - empty) / chunks
    }

    /// Rule that orders the passes of a rank.
    pub(super) const fn order(&self) -> PassOrder {
        self.schedule.facts().order
    }

    /// Placement of the stages on the ranks.
    pub(super) const fn placement(&self) -> StagePlacement {
        self.schedule.facts().placement
    }

    /// Slots of one direction.
    pub(super) const fn steps(&self) -> u64 {
        if self.chunks == 1 {
            self.micro_batches as u64
        } else {
            let in_groups = (self.micro_batches as u64).next_multiple_of(self.ranks as u64);
            self.chunks as u64 * in_groups
        }
    }

    /// Round of a rank's first backward slot, less its position in the rank's order, in a walk in
    /// which rank i begins its forwards in round i. The delay suffices for the warm-up, and for the
    /// inputs of backward from the next rank.
    pub(super) const fn backward_delay(&self, rank: usize) -> u64 {
        match (self.order(), self.chunks) {
            (PassOrder::ForwardsFirst, _) => self.steps() + self.ranks as u64,
            (_, 1) => self.ranks as u64,
            _ => (2 * self.ranks - 1 - rank + (self.chunks - 1) * self.ranks) as u64,
        }
    }

    /// The ranks that have a forward slot in this round: rank i begins in round i.
    pub(super) fn forward_ranks(&self, round: u64) -> Range<usize> {
        let end = self.at_most_all(round + 1);
        let first = self.at_most_all((round + 1).saturating_sub(self.steps()));
        first.min(end)..end
    }

    /// The ranks that have a backward slot in this round.
    pub(super) fn backward_ranks(&self, round: u64) -> Range<usize> {
        let (first, steps) = (self.backward_delay(0), self.steps());
        if self.chunks == 1 {
            // All ranks begin in the same round.
            let running = (first..first + steps).contains(&round);
            return if running { 0..self.ranks } else { 0..0 };
        }
        // Each rank begins one round before the rank before it.
        let end = self.at_most_all((first + steps).saturating_sub(round));
        self.at_most_all(first.saturating_sub(round)).min(end)..end
    }

    /// This number of ranks, at most all.
    fn at_most_all(&self, ranks: u64) -> usize {
        ranks.min(self.ranks as u64) as usize
    }

    /// Rounds until the last backward has run.
    pub(super) const fn rounds(&self) -> u64 {
        self.steps() + self.backward_delay(0)
    }

    /// Rounds after which the order of chunks repeats.
    pub(crate) const fn period(&self) -> usize {
        if self.chunks == 1 {
            1
        } else {
            self.chunks * self.ranks
        }
    }

    /// Rounds, in their order, in which no rank begins or ends its forwards or backwards.
    pub(super) fn steady_rounds(&self) -> [Range<u64>; 2] {
        let delay = self.backward_delay(0);
        // A last group that is not full has empty slots.
        let period = self.period() as u64;
        let full = self.all_forwards() / period * period;
        let range = |start: u64, end: u64| start..end.max(start);
        match self.order() {
            PassOrder::ForwardsFirst => {
                [range(self.ranks as u64, full), range(delay, delay + full)]
            }
            _ => {
                let steady = range(delay, full);
                let nothing = steady.end..steady.end;
                [steady, nothing]
            }
        }
    }

    /// Forward slots that a rank passes before its first backward, less one.
    ///
    /// 1F1B: p−i−1, so that p−i are in flight; interleaved: 2(p−i−1) + (v−1)p (Narayanan 2021,
    /// section 2.2, as Megatron-LM counts them); `GPipe`: all.
    ///
    /// ```
    /// use cost::{plan::Schedule, schedule::Pipeline};
    /// let plain = Pipeline { ranks: 4, chunks: 1, micro_batches: 8, schedule: Schedule::OneFOneB };
    /// // p − i − 1 with p = 4
    /// assert_eq!([0, 1, 2, 3].map(|rank| plain.warm_up(rank)), [3, 2, 1, 0]);
    /// let interleaved = Pipeline { chunks: 2, schedule: Schedule::Interleaved, ..plain };
    /// // 2(p − i − 1) + (v − 1)·p with v = 2
    /// assert_eq!([0, 1, 2, 3].map(|rank| interleaved.warm_up(rank)), [10, 8, 6, 4]);
    /// ```
    #[must_use]
    pub fn warm_up(&self, rank: usize) -> u64 {
        let all = self.steps();
        let behind = self.ranks - 1 - rank;
        let warm_up = match (self.order(), self.chunks) {
            (PassOrder::ForwardsFirst, _) => all,
            (_, 1) => behind as u64,
            _ => (2 * behind + (self.chunks - 1) * self.ranks) as u64,
        };
        warm_up.min(all)
    }

    /// Peak number of micro-batch chunks whose activations a rank holds. It is an upper bound if
    /// stages interleave and p does not divide m.
    ///
    /// ```
    /// use cost::{plan::Schedule, schedule::Pipeline};
    /// let pipeline = Pipeline { ranks: 4, chunks: 1, micro_batches: 16, schedule: Schedule::OneFOneB };
    /// // 1F1B: rank i holds min(m, p − i)
    /// assert_eq!([0, 1, 2, 3].map(|rank| pipeline.in_flight(rank)), [4, 3, 2, 1]);
    /// ```
    #[must_use]
    pub fn in_flight(&self, rank: usize) -> u64 {
        (self.warm_up(rank) + 1).min(self.all_forwards())
    }

    /// Forwards of a rank in a step.
    pub(super) const fn all_forwards(&self) -> u64 {
        self.chunks as u64 * self.micro_batches as u64
    }
}
