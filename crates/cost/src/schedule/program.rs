//! The programs of all ranks of a pipeline, worked out once for memory, times and the timeline.

use super::action::{Action, Recorded, Runner};
use super::pipeline::Pipeline;
use super::{rounds, split, stand_in};

/// The programs of all ranks, worked out once for all who run them.
#[derive(Clone, Debug)]
pub struct Program {
    pipeline: Pipeline,
    /// The actions of a pipeline that splits backward and is not too long.
    recorded: Option<Recorded>,
    /// The longest of the pipelines that stand in for one that is too long.
    stand_in: Option<Box<Self>>,
}

impl Program {
    /// The programs of a pipeline. It is worth keeping them only if backward is split. In all
    /// others every action is known by its place.
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
            recorded: is_kept.then(|| split::SplitWalk::new(pipeline).record()),
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

    /// Runs a whole step of a pipeline that is simulated exactly.
    ///
    /// The middle of a long step repeats itself every few micro-batches. Filling and draining come
    /// action by action. A period of the middle comes once and then by [`Runner::repeat`]. So a
    /// long step takes no longer to simulate than a short one.
    pub(super) fn run(&self, runner: &mut impl Runner) {
        debug_assert!(self.stand_in.is_none(), "too long to be run");
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
