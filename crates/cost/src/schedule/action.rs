//! Actions of ranks in an order in which each comes after those that it needs, and the trait of
//! their runners.

use std::ops::Range;

/// One entry of a rank's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramEntry {
    /// A forward through this chunk.
    Forward(u16),
    /// A backward through this chunk, for inputs and weights together.
    Backward(u16),
    /// The part of a backward on which the stage before waits.
    InputGradient(u16),
    /// The weight gradient of this chunk that has waited longest.
    WeightGradient(u16),
    /// A forward through this chunk overlapped with a backward through the other one (DualPipe).
    /// Neither begins without the other's input; neither's output leaves before both are done.
    Pair(u16),
}

/// One action of one rank. Micro-batches pass a chunk in their order, so that the number of an
/// action's micro-batch is the number of such actions before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) rank: u32,
    pub(super) work: ProgramEntry,
}

impl Action {
    /// The rank fits: plans have at most a thousand layers, and so at most a thousand ranks and
    /// chunks.
    pub(super) const fn new(rank: usize, work: ProgramEntry) -> Self {
        Self {
            rank: rank as u32,
            work,
        }
    }
}

/// Actions that repeat without end while a pipeline is full.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period<'a> {
    /// The actions of one period, which has run once.
    pub(super) actions: &'a [Action],
    /// Micro-batches that pass each chunk in a period.
    pub(super) micro_batches: usize,
}

/// A runner of actions.
pub(super) trait Runner {
    /// Runs one action.
    fn run(&mut self, action: Action);

    /// Runs a period of a full pipeline this many times more.
    fn repeat(&mut self, period: Period, times: usize);
}

/// The actions of a step, with one period of its full middle.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorded {
    pub(super) actions: Vec<Action>,
    /// Position of the period among the actions.
    pub(super) period: Range<usize>,
    /// Micro-batches that pass each chunk in a period.
    pub(super) micro_batches: usize,
    /// Number of further runs of the period.
    pub(super) times: usize,
}

impl Recorded {
    /// Runs all actions of the step.
    pub(super) fn run(&self, runner: &mut impl Runner) {
        let (first, rest) = self.actions.split_at(self.period.end);
        for &action in first {
            runner.run(action);
        }
        if self.times > 0 {
            let period = Period {
                actions: &self.actions[self.period.clone()],
                micro_batches: self.micro_batches,
            };
            runner.repeat(period, self.times);
        }
        for &action in rest {
            runner.run(action);
        }
    }
}
