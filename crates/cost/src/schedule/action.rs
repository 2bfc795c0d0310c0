//! The actions of all ranks, in an order in which whatever an action needs comes before it.

use std::ops::Range;

use super::program::Pipeline;
use super::{rounds, split, stand_in};

/// What a rank runs at one place of its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// A forward through this chunk.
    Forward(u16),
    /// A backward through this chunk, for inputs and weights together.
    Backward(u16),
    /// The part of a backward on which the stage before waits.
    InputGradient(u16),
    /// The weight gradient of this chunk that has waited longest.
    WeightGradient(u16),
    /// A forward through this chunk and a backward through the other one, overlapped: neither
    /// begins without the other's input, neither's output leaves before both are done.
    Pair(u16),
}

/// One action of one rank. Micro-batches pass a chunk in their order, so that the number of an
/// action's micro-batch is the number of such actions before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) rank: u32,
    pub(super) work: Work,
}

impl Action {
    /// Both fit: plans have at most a thousand layers, and so as many ranks and chunks.
    pub(super) fn new(rank: usize, work: fn(u16) -> Work, chunk: usize) -> Self {
        Self {
            rank: rank as u32,
            work: work(chunk as u16),
        }
    }
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

/// The programs of all ranks, worked out once for all who run them.
#[derive(Clone, Debug)]
pub struct Program {
    pipeline: Pipeline,
    /// The actions of a pipeline that cuts backward in two and is not too long.
    recorded: Option<Recorded>,
    /// The longest of the pipelines that stand in for one that is too long.
    stand_in: Option<Box<Self>>,
}

impl Program {
    /// The programs of a pipeline. Only where backward is cut in two is it worth while to keep
    /// them; of all others every action is known by its place.
    #[must_use]
    pub fn of(pipeline: &Pipeline) -> Self {
        let stand_in = stand_in::stand_in(pipeline).map(|short| Box::new(Self::whole(&short)));
        match stand_in {
            None => Self::whole(pipeline),
            stand_in => Self {
                pipeline: *pipeline,
                recorded: None,
                stand_in,
            },
        }
    }

    /// The programs of a pipeline itself, however long it is.
    pub(super) fn whole(pipeline: &Pipeline) -> Self {
        let is_kept = pipeline.schedule.splits_backward();
        Self {
            pipeline: *pipeline,
            recorded: is_kept.then(|| split::Walk::new(pipeline).record()),
            stand_in: None,
        }
    }

    /// The pipeline.
    #[must_use]
    pub const fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    /// The programs of the longest pipeline that stands in for this one, if it is too long to be
    /// simulated.
    pub(super) fn stand_in(&self) -> Option<&Self> {
        self.stand_in.as_deref()
    }

    /// Has a whole step run, of a pipeline that is simulated exactly.
    ///
    /// The middle of a long step repeats itself every few micro-batches. Filling and draining come
    /// action by action, a period of the middle once and then by [`Runner::repeat`], so that a long
    /// step takes no longer than a short one.
    pub(super) fn run(&self, runner: &mut impl Runner) {
        debug_assert!(self.stand_in.is_none(), "too long to be run");
        match &self.recorded {
            Some(recorded) => recorded.run(runner),
            None => rounds::Walk::new(&self.pipeline).run(runner),
        }
    }
}

/// A step's actions, a period of its full middle once.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorded {
    pub(super) actions: Vec<Action>,
    /// Where the period stands among them.
    pub(super) period: Range<usize>,
    /// Micro-batches that pass each chunk in a period.
    pub(super) micro_batches: usize,
    /// How often the period runs besides.
    pub(super) times: usize,
}

impl Recorded {
    fn run(&self, runner: &mut impl Runner) {
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

/// Has a whole step of a pipeline run, action by action to the end.
pub(super) fn run_each(pipeline: &Pipeline, run: &mut dyn FnMut(Action)) {
    if pipeline.schedule.splits_backward() {
        split::Walk::new(pipeline).run_each(run);
    } else {
        rounds::Walk::new(pipeline).run_each(run);
    }
}
