//! Times of any pipeline: a simulation, or an extrapolation from reduced pipelines.

use super::block_by_block::simulate_blocks;
use super::extrapolate;
use super::pipeline::Pipeline;
use super::program::Program;
use super::times::{Durations, RankTime, SimulatedTimes};

/// Times of every rank.
///
/// Once a pipeline is full it repeats itself, micro-batch after micro-batch. Only the filling, the
/// draining and enough of the middle to find its pace run block by block. Pipelines of hundreds of
/// ranks are too long even so, and are approximated ([`Pipeline::is_simulated_exactly`]).
///
/// ```
/// use cost::{plan::Schedule, schedule::{Durations, Pipeline, simulate}};
/// // The bubble of p ranks with v equal chunks each, m micro-batches and B = 2 F
/// let bubble = |ranks: usize, chunks: usize, micro_batches: usize, schedule: Schedule| {
///     let pipeline = Pipeline { ranks, chunks, micro_batches, schedule };
///     let forward = vec![1.0; ranks * chunks];
///     let backward = vec![2.0; ranks * chunks];
///     let times = simulate(&pipeline, &Durations { forward, backward, ..Durations::default() });
///     times[0].idle() / times[0].end
/// };
/// // (p − 1)/(m + p − 1) with p = 4 and m = 8 is 3/11 (Huang 2018; Narayanan 2021, section 2.2)
/// assert!((bubble(4, 1, 8, Schedule::OneFOneB) - 3.0 / 11.0).abs() < 1e-12);
/// // (p − 1)/(v·m + p − 1) with v = 2 chunks a rank is 3/19
/// assert!((bubble(4, 2, 8, Schedule::Interleaved) - 3.0 / 19.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn simulate(pipeline: &Pipeline, durations: &Durations) -> Vec<RankTime> {
    simulated(pipeline, durations).times
}

/// The times of [`simulate`], marked as exact or extrapolated.
pub(crate) fn simulated(pipeline: &Pipeline, durations: &Durations) -> SimulatedTimes {
    simulated_program(&Program::of(pipeline), durations)
}

/// The times of known programs, marked as exact or extrapolated.
pub(crate) fn simulated_program(program: &Program, durations: &Durations) -> SimulatedTimes {
    match program.reduced() {
        None => simulate_blocks(program, durations),
        Some(short) => SimulatedTimes {
            times: extrapolate::times(program.pipeline(), short, durations),
            is_exact: false,
        },
    }
}
