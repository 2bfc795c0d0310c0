//! The order of a rank's forwards and backwards, and the activations that it may hold.

use super::placement::{BACKWARD, PASSES};
use crate::plan::{FoldedMemory, PassOrder};

/// A building block (Qi 2024, "Controllable Memory", section 2). It holds nominal times at which a
/// rank runs the passes of its first micro-batch, in forwards' lengths with F = B = W. The passes
/// of the next micro-batch follow `interval` later. Only the order matters; blocks start as soon as
/// they can.
///
/// Weight gradients have no fixed place. They run when the rank would otherwise wait, and before a
/// forward that the memory limit does not allow yet. With blocks of equal length the order is that
/// of the papers' schedules. The memory that ZB-H1 and ZB-H2 reach is that of the automatic
/// scheduler's ZB-1p and ZB-2p. It is p−i micro-batches whole and i whose weight gradient waits,
/// and at most 2p−1 on every rank (Qi 2023, "Zero Bubble Pipeline Parallelism", section 3).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Order {
    interval: u64,
    first: [u64; PASSES],
    /// Blocks that a rank may hold from their forward to their weight gradient.
    pub(super) limit: u32,
    /// Number of forwards by which the first chunk may run ahead of the second one when the rank
    /// would otherwise wait; 0 if the order is kept.
    pub(super) ahead: u32,
}

impl Order {
    pub(super) const fn of(order: PassOrder, ranks: usize, rank: usize) -> Self {
        // At most a thousand ranks.
        let (ranks, rank) = (ranks as u32, rank as u32);
        let behind = ranks - 1 - rank;
        match order {
            // ZB-H1: p−i warm-up forwards as 1F1B; ZB-H2: 2(p−i)−1, which fill the whole warm-up.
            // With the micro-batches that wait for their weight gradients, every rank may hold as
            // much as the first (Qi 2023, section 2.2).
            PassOrder::Straight { warm_up } => {
                Self::straight(warm_up * behind, warm_up * (ranks - 1) + 1)
            }
            // The times are those of the authors' scheduler (`stable_pattern_v_half` and `_v_min`
            // of `zbv_greedy.py`), which shifts backward if passes would collide; the limits are
            // those of the table in the same file.
            PassOrder::Folded(FoldedMemory::Half) => {
                let shift = if ranks.is_multiple_of(2) { 3 } else { 0 };
                let first = [
                    2 * rank,
                    2 * ranks - 1 + behind,
                    5 * ranks + behind + shift - 1,
                    3 * ranks + shift + 2 * rank - 1,
                ];
                Self::folded(first, (ranks + 2) / 2)
            }
            PassOrder::Folded(FoldedMemory::Third) => {
                let shift = if ranks.is_multiple_of(3) { 2 } else { 0 };
                let first = [
                    rank,
                    ranks + behind,
                    3 * ranks + shift + behind,
                    2 * ranks + shift + rank,
                ];
                Self::folded(first, (ranks + 4) / 3)
            }
            // The time from stage to stage is 4 in the first chunk's forwards and the second one's
            // backwards, else 2. In the warm-up forwards run ahead, so that rank i has run 2(p−i)−1
            // when the first micro-batch comes back.
            _ => {
                let last = ranks - 1;
                let first = [
                    4 * rank,
                    4 * last + 1 + 2 * behind,
                    10 * last + 3 + 2 * behind,
                    6 * last + 2 + 4 * rank,
                ];
                Self {
                    ahead: 2 * behind + 1,
                    ..Self::folded(first, ranks)
                }
            }
        }
    }

    const fn straight(warm_up: u32, limit: u32) -> Self {
        Self {
            interval: 3,
            first: [0, 0, 3 * warm_up as u64 + 1, 0],
            limit,
            ahead: 0,
        }
    }

    /// Two chunks a rank; `limit` in whole stages.
    const fn folded(first: [u32; PASSES], limit: u32) -> Self {
        let [one, two, three, four] = first;
        Self {
            interval: 6,
            first: [one as u64, two as u64, three as u64, four as u64],
            limit: 2 * limit,
            ahead: 0,
        }
    }

    /// The next turn of each pass after `done` micro-batches, out of `total` in each chunk.
    pub(super) fn due(&self, done: &[u32; PASSES], total: &[u32; 2]) -> [Turn; PASSES] {
        let mut due = [Turn::NEVER; PASSES];
        for (pass, due) in due.iter_mut().enumerate() {
            if done[pass] < total[pass % BACKWARD] {
                let time = self.first[pass] + self.interval * u64::from(done[pass]);
                *due = Turn::at(time, pass);
            }
        }
        due
    }

    /// The turn of a pass after this one, if `is_left`.
    pub(super) const fn after(&self, turn: Turn, is_left: bool) -> Turn {
        if is_left {
            turn.later_by(self.interval)
        } else {
            Turn::NEVER
        }
    }
}

/// The nominal time of a pass's next block, and the pass, as one number. So the first of several
/// passes is the least number, found without a branch that a processor would have to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn(u64);

impl Turn {
    /// The turn of a pass that has come to its end.
    const NEVER: Self = Self(u64::MAX);
    /// Bits of the pass.
    const PASS: u32 = PASSES.trailing_zeros();

    const fn at(time: u64, pass: usize) -> Self {
        Self(time << Self::PASS | pass as u64)
    }

    const fn later_by(self, time: u64) -> Self {
        Self(self.0 + (time << Self::PASS))
    }

    /// The pass that is due first, if any is.
    pub(super) fn first(due: &[Self; PASSES]) -> Option<usize> {
        let [one, two, three, four] = *due;
        let first = one.min(two).min(three.min(four));
        (first != Self::NEVER).then_some(first.0 as usize % PASSES)
    }
}

impl Default for Turn {
    fn default() -> Self {
        Self::NEVER
    }
}
