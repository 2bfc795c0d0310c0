//! The order of `DualPipe`, with a pipeline in each direction, and of its fold `DualPipeV`.

use super::placement::BACKWARD;

/// One entry of a rank's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A forward, or a backward for inputs and weights together.
    Whole(usize),
    /// A forward of this chunk overlapped with a backward of the other one (DualPipe). Neither
    /// begins without the other's input; neither's output leaves before both are done.
    Pair(usize),
    /// A backward for inputs only; its weight gradient waits.
    Split(usize),
    /// The weight gradient that has waited longest.
    Weight,
}

const F0: Act = Act::Whole(0);
const F1: Act = Act::Whole(1);
const B0: Act = Act::Whole(BACKWARD);
const B1: Act = Act::Whole(BACKWARD + 1);
const I0: Act = Act::Split(BACKWARD);
const I1: Act = Act::Split(BACKWARD + 1);
const W: Act = Act::Weight;

/// Actions that each step repeats (DeepSeek's reference implementation, `dualpipe.py`, `step`).
const STEPS: [&[Act]; 8] = [
    &[F0],
    &[F0, F1],
    &[I1, W, F1],
    &[Act::Pair(0), Act::Pair(1)],
    &[B1, Act::Pair(1)],
    &[B1, B0],
    &[W, I0],
    &[W],
];
/// The step that grows with the micro-batches.
const STEADY: usize = 3;
/// First round of the steady step at the fold: its first pair is not overlapped, which shortens the
/// warm-up.
const FIRST_AT_FOLD: &[Act] = &[F0, B1, Act::Pair(1)];
/// The step in which backwards begin to be split again.
const DRAIN: usize = 5;

/// A place in the program of a rank of `DualPipeV`, or of a pair of ranks of `DualPipe`. Chunk 0 is
/// the direction that enters at the nearer end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    /// Ranks of the fold, h.
    half: usize,
    /// Rank from the outer end.
    rank: usize,
    /// Micro-batches that pass each chunk.
    each: usize,
    step: usize,
    left: usize,
    at: usize,
}

impl Steps {
    pub(super) fn start(half: usize, rank: usize, each: usize) -> Self {
        let mut steps = Self {
            half,
            rank,
            // With fewer micro-batches the program stays the same, without the blocks that have no
            // micro-batch. The rest of an order that can run can also run.
            each: each.max(2 * half),
            ..Self::default()
        };
        steps.left = steps.times();
        steps.simulated();
        steps
    }

    /// The next entry; `None` at the end.
    pub(super) fn act(&self) -> Option<Act> {
        let act = self.acts()?[self.at];
        if self.step != DRAIN {
            return Some(act);
        }
        let turn = self.rank.div_ceil(2);
        let round = self.times() - self.left;
        Some(match act {
            B1 if round > turn || (round == turn && !self.rank.is_multiple_of(2)) => I1,
            B0 if round >= turn => I0,
            act => act,
        })
    }

    /// The blocks of this round; `None` at the end.
    fn acts(&self) -> Option<&'static [Act]> {
        let first = self.step == STEADY && self.left == self.times();
        if first && self.rank + 1 == self.half {
            return Some(FIRST_AT_FOLD);
        }
        STEPS.get(self.step).copied()
    }

    pub(super) fn advance(&mut self) {
        self.at += 1;
        if self.acts().is_none_or(|acts| self.at == acts.len()) {
            self.at = 0;
            self.left -= 1;
            self.simulated();
        }
    }

    /// Remaining rounds of the steady step.
    pub(super) const fn steady(&self) -> usize {
        if self.step == STEADY { self.left } else { 0 }
    }

    /// Skips rounds of the steady step.
    pub(super) const fn skip(&mut self, rounds: usize) {
        self.left -= rounds;
    }

    /// True if both are at the same place of a round, and neither round is a step's first.
    pub(super) fn at_same_place(&self, other: &Self) -> bool {
        self.step == other.step && self.at == other.at && other.left < other.times()
    }

    /// Passes over steps without rounds.
    fn simulated(&mut self) {
        while self.left == 0 && self.step < STEPS.len() {
            self.step += 1;
            self.left = self.times();
        }
    }

    /// Rounds of the present step.
    const fn times(&self) -> usize {
        let behind = self.half - 1 - self.rank;
        match self.step {
            0 => 2 * behind,
            2 | 4 | 6 => behind,
            STEADY => self.each + self.rank + 1 - 2 * self.half,
            _ => self.rank + 1,
        }
    }
}
