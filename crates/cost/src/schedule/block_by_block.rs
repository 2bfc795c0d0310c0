//! Runs a pipeline's programs under their dependencies: the one simulation that gives step time,
//! bubble and timeline.

use super::action::{Action, Period, Runner};
use super::pipeline::Pipeline;
use super::program::{Program, run_each};
use super::replay::Replay;
use super::steady;
use super::times::{Durations, RankTime, SimulatedTimes, Span};

/// Times of every rank, block by block; `trace` sees each block as it is placed, in an order
/// in which dependencies come first.
pub fn simulate_traced(
    pipeline: &Pipeline,
    durations: &Durations,
    mut trace: impl FnMut(Span),
) -> Vec<RankTime> {
    let mut replay = Replay::new(pipeline, durations);
    run_each(pipeline, &mut |action| {
        replay.run(action, &mut trace);
    });
    replay.into_times()
}

/// Times of every rank of a pipeline that is not too long; repetitions in its middle are skipped.
pub(super) fn simulate_blocks(program: &Program, durations: &Durations) -> SimulatedTimes {
    let mut run = Timed {
        replay: Replay::new(program.pipeline(), durations),
        is_exact: true,
    };
    program.run(&mut run);
    SimulatedTimes {
        times: run.replay.into_times(),
        is_exact: run.is_exact,
    }
}

/// The runner that times a step.
struct Timed<'a> {
    replay: Replay<'a>,
    is_exact: bool,
}

impl Runner for Timed<'_> {
    fn run(&mut self, action: Action) {
        self.replay.run(action, &mut |_| {});
    }

    fn repeat(&mut self, period: Period, times: usize) {
        self.is_exact &= steady::repeat(&mut self.replay, period, times);
    }
}
