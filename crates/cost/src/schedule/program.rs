//! The programs of all ranks of a pipeline, computed once for memory, times and the timeline.

use super::action::{Action, Recorded, Runner};
use super::pipeline::Pipeline;
use super::{reduced, rounds, split};

/// The programs of all ranks of a pipeline.
#[derive(Clone, Debug)]
pub struct Program {
    pipeline: Pipeline,
    /// The actions of a pipeline that splits backward and is not too long.
    recorded: Option<Recorded>,
    /// The programs of the longest reduced pipeline, if this one is too long.
    reduced: Option<Box<Self>>,
}

impl Program {
    /// The programs of a pipeline. They are stored only if backward is split; in other schedules a
    /// formula gives every action.
    #[must_use]
    pub fn of(pipeline: &Pipeline) -> Self {
        let reduced = reduced::reduced(pipeline).map(|short| Box::new(Self::whole(&short)));
        match reduced {
            None => Self::whole(pipeline),
            reduced => Self {
                pipeline: *pipeline,
                recorded: None,
                reduced,
            },
        }
    }

    /// The programs of a pipeline that is not reduced, however long it is.
    pub(super) fn whole(pipeline: &Pipeline) -> Self {
        let is_kept = pipeline.schedule.splits_backward();
        Self {
            pipeline: *pipeline,
            recorded: is_kept.then(|| split::SplitWalk::new(pipeline).record()),
            reduced: None,
        }
    }

    /// The pipeline.
    #[must_use]
    pub const fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    /// The programs of the longest reduced pipeline, if this one is too long to be
    /// simulated.
    pub(super) fn reduced(&self) -> Option<&Self> {
        self.reduced.as_deref()
    }

    /// Runs a whole step of a pipeline that is simulated exactly.
    ///
    /// The middle of a long step repeats itself every few micro-batches. Filling and draining run
    /// action by action. A period of the middle runs once and then by [`Runner::repeat`]. So a long
    /// step takes no longer to simulate than a short one.
    pub(super) fn run(&self, runner: &mut impl Runner) {
        debug_assert!(self.reduced.is_none(), "too long to be run");
        match &self.recorded {
            Some(recorded) => recorded.run(runner),
            None => rounds::RoundsWalk::new(&self.pipeline).run(runner),
        }
    }
}

/// Runs a whole step of a pipeline, action by action to the end.
pub(super) fn run_each(pipeline: &Pipeline, run: &mut dyn FnMut(Action)) {
    if pipeline.schedule.splits_backward() {
        split::SplitWalk::new(pipeline).run_each(run);
    } else {
        rounds::RoundsWalk::new(pipeline).run_each(run);
    }
}
