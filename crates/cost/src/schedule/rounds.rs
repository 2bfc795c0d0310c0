//! The order of schedules that leave backward whole: `GPipe`, 1F1B and interleaved 1F1B.

use std::ops::Range;

use super::action::{Action, Period, ProgramEntry, Runner};
use super::pipeline::Pipeline;
use super::slots::SlotCursor;

/// A walk through all programs in rounds. Rank i runs its n-th forward in round n + i and its n-th
/// backward in round n + β, where β is [`Pipeline::backward_delay`]. So the inputs of an action
/// were computed in the round before, or earlier in the same round, and no search is needed.
pub(super) struct RoundsWalk<'a> {
    pipeline: &'a Pipeline,
    ranks: Vec<Place>,
}

/// Position of a rank in its program.
#[derive(Clone, Copy)]
struct Place {
    /// Cursor over the rank's forwards.
    forwards: SlotCursor,
    /// Cursor over the rank's backwards.
    backwards: SlotCursor,
}

impl<'a> RoundsWalk<'a> {
    pub(super) fn new(pipeline: &'a Pipeline) -> Self {
        let start = Place {
            forwards: SlotCursor::start(pipeline),
            backwards: SlotCursor::start(pipeline),
        };
        Self {
            pipeline,
            ranks: vec![start; pipeline.ranks],
        }
    }

    /// Runs a step, each of its full middles as a period that repeats.
    pub(super) fn run(mut self, runner: &mut dyn Runner) {
        let mut round = 0;
        for full in self.pipeline.steady_rounds() {
            self.rounds(round..full.start, &mut |action| runner.run(action));
            round = self.middle(full, runner);
        }
        let rest = round..self.pipeline.rounds();
        self.rounds(rest, &mut |action| runner.run(action));
    }

    /// Runs a step action by action.
    pub(super) fn run_each(mut self, run: &mut dyn FnMut(Action)) {
        self.rounds(0..self.pipeline.rounds(), run);
    }

    /// Runs whole periods of rounds in which every rank repeats the same actions; returns the next
    /// round.
    fn middle(&mut self, rounds: Range<u64>, runner: &mut dyn Runner) -> u64 {
        let period = self.pipeline.period();
        let times = ((rounds.end - rounds.start) / period as u64) as usize;
        if times == 0 {
            return rounds.start;
        }
        let before = self.ranks.clone();
        let mut actions = Vec::with_capacity(2 * period * self.ranks.len());
        let first = rounds.start..rounds.start + period as u64;
        self.rounds(first, &mut |action| {
            actions.push(action);
            runner.run(action);
        });
        for (place, before) in self.ranks.iter_mut().zip(&before) {
            place.forwards.repeat(&before.forwards, times - 1);
            place.backwards.repeat(&before.backwards, times - 1);
        }
        let period_run = Period {
            actions: &actions,
            micro_batches: self.pipeline.period() / self.pipeline.chunks,
        };
        runner.repeat(period_run, times - 1);
        rounds.start + times as u64 * period as u64
    }

    fn rounds(&mut self, rounds: Range<u64>, run: &mut dyn FnMut(Action)) {
        for round in rounds {
            let forwards = self.pipeline.forward_ranks(round);
            let backwards = self.pipeline.backward_ranks(round);
            // From the last rank down, so that a backward follows the next rank's backward of the
            // same round, and a forward the previous rank's forward of the round before.
            let last = forwards.end.max(backwards.end);
            for rank in (forwards.start.min(backwards.start)..last).rev() {
                if backwards.contains(&rank) {
                    self.backward(rank, run);
                }
                if forwards.contains(&rank) {
                    self.forward(rank, run);
                }
            }
        }
    }

    fn backward(&mut self, rank: usize, run: &mut dyn FnMut(Action)) {
        if let Some(block) = self.ranks[rank].backwards.next_backward(self.pipeline) {
            run(Action::new(
                rank,
                ProgramEntry::Backward(block.chunk as u16),
            ));
        }
    }

    fn forward(&mut self, rank: usize, run: &mut dyn FnMut(Action)) {
        if let Some(block) = self.ranks[rank].forwards.next_forward(self.pipeline) {
            run(Action::new(rank, ProgramEntry::Forward(block.chunk as u16)));
        }
    }
}
