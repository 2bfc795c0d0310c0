//! Times of any pipeline: of short ones from the simulation, of longer ones from those that stand in
//! for them.

use super::condensed;
use super::pipeline::Pipeline;
use super::program::Program;
use super::simulate::simulate_program;
use super::times::{Durations, RankTime, Settled};

/// Times of every rank.
///
/// Once a pipeline is full it repeats itself, micro-batch after micro-batch. What runs block by
/// block is the filling, the draining and enough of the middle to see how it goes on. Of pipelines
/// of hundreds of ranks even that is too long; they are approximated
/// ([`Pipeline::is_simulated_exactly`]).
#[must_use]
pub fn simulate(pipeline: &Pipeline, durations: &Durations) -> Vec<RankTime> {
    settle(pipeline, durations).times
}

/// What [`simulate`] says, and how well it knows.
pub(crate) fn settle(pipeline: &Pipeline, durations: &Durations) -> Settled {
    settle_program(&Program::of(pipeline), durations)
}

/// The same of a pipeline whose programs are known.
pub(crate) fn settle_program(program: &Program, durations: &Durations) -> Settled {
    match program.stand_in() {
        None => simulate_program(program, durations),
        Some(short) => Settled {
            times: condensed::times(program.pipeline(), short, durations),
            is_exact: false,
        },
    }
}
