//! The actions of all ranks, in an order in which whatever an action needs comes before it.

use super::program::Pipeline;
use super::{rounds, split};

/// What a rank runs at one place of its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// A forward through this chunk.
    Forward(usize),
    /// A backward through this chunk, for inputs and weights together.
    Backward(usize),
    /// The part of a backward on which the stage before waits.
    InputGradient(usize),
    /// The weight gradient of this chunk that has waited longest.
    WeightGradient(usize),
    /// A forward through this chunk and a backward through the other one, overlapped: neither
    /// begins without the other's input, neither's output leaves before both are done.
    Pair(usize),
}

/// One action of one rank. Micro-batches pass a chunk in their order, so that the number of an
/// action's micro-batch is the number of such actions before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) rank: usize,
    pub(super) work: Work,
}

/// Actions that repeat without end while a pipeline is full.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period<'a> {
    /// One period. It has run once.
    pub(super) actions: &'a [Action],
    /// Micro-batches that pass each chunk in a period.
    pub(super) micro_batches: usize,
}

/// Somebody who runs actions.
pub(super) trait Runner {
    /// Runs one action.
    fn run(&mut self, action: Action);

    /// Runs a period of a full pipeline this many times more.
    fn repeat(&mut self, period: Period, times: usize);
}

/// Has a whole step of a pipeline run.
///
/// The middle of a long step repeats itself every few micro-batches. Filling and draining come
/// action by action, a period of the middle once and then by [`Runner::repeat`], so that a long
/// step takes no longer than a short one.
pub(super) fn run(pipeline: &Pipeline, runner: &mut impl Runner) {
    if pipeline.schedule.splits_backward() {
        split::Walk::new(pipeline).run(runner);
    } else {
        rounds::Walk::new(pipeline).run(runner);
    }
}

/// Has a whole step of a pipeline run, action by action to the end.
pub(super) fn run_each(pipeline: &Pipeline, run: &mut impl FnMut(Action)) {
    if pipeline.schedule.splits_backward() {
        split::Walk::new(pipeline).run_each(run);
    } else {
        rounds::Walk::new(pipeline).run_each(run);
    }
}
