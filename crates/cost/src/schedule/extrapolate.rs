//! Times of pipelines too long to be simulated block by block, extrapolated from reduced ones of the
//! same schedule.
//!
//! A step of p ranks and m micro-batches is a longest path through its blocks. While p and m stay
//! in proportion the path keeps its shape. So its length grows by one constant for each rank and by
//! another for each micro-batch. Three short pipelines give the length and both rates. If all ranks
//! are alike, the result is that of a block-by-block simulation. If stages differ, a rank of a
//! short pipeline has the mean times of the ranks that it represents. The slowest rank's excess
//! over that mean is added for every micro-batch. `crates/cost/tests/all/schedule/extrapolate.rs`
//! measures the error.

use super::block_by_block::simulate_blocks;
use super::pipeline::{Direction, Pipeline};
use super::program::Program;
use super::reduced::{place, position};
use super::times::{Durations, RankTime};

/// Times of a long pipeline's ranks, from shorter pipelines; `program` has those of the longest.
pub(super) fn times(
    pipeline: &Pipeline,
    longest: &Program,
    durations: &Durations,
) -> Vec<RankTime> {
    let here = Reduced::of(pipeline, durations, longest);
    let [long, short] = pipeline.short_ranks();
    let fewer_ranks = Program::whole(&pipeline.with_ranks(short));
    let fewer_ranks = Reduced::of(pipeline, durations, &fewer_ranks);
    let more = if pipeline.chunks > 1 { long } else { 2 };
    let fuller = Program::whole(&Pipeline {
        micro_batches: here.pipeline.micro_batches + more,
        ..here.pipeline
    });
    let fuller = Reduced::of(pipeline, durations, &fuller);
    let shape = Shape {
        pipeline,
        here: &here,
        fewer_ranks: &fewer_ranks,
        fuller: &fuller,
    };
    let excess = excess(pipeline, durations, &here);
    let mut start = 0.0;
    let mut starts = Vec::with_capacity(pipeline.ranks);
    for rank in 0..pipeline.ranks {
        starts.push(start);
        start += durations.forward[rank] + durations.transfer;
    }
    let outermost = |rank: usize| match pipeline.stage(0, pipeline.chunks_a_rank() - 1) {
        // If a pipeline runs in each direction, data enter at both ends.
        stage if stage + 1 == pipeline.ranks && pipeline.chunks_a_rank() == 2 => {
            rank.min(pipeline.ranks - 1 - rank)
        }
        _ => rank,
    };
    let time = |rank: usize| {
        let start = starts[outermost(rank)];
        let saved = shape.value(rank, |reduced| &reduced.saved).max(0.0);
        let busy = (work(pipeline, pipeline, durations, rank) - saved).max(0.0);
        let end = shape.value(rank, |reduced| &reduced.ends) + excess;
        let end = end.max(start + busy);
        RankTime { start, end, busy }
    };
    (0..pipeline.ranks).map(time).collect()
}

/// A reduced pipeline and its times.
struct Reduced {
    pipeline: Pipeline,
    durations: Durations,
    /// Seconds at which each rank ends.
    ends: Vec<f64>,
    /// Seconds that each rank saves by overlapping forwards with backwards.
    saved: Vec<f64>,
}

impl Reduced {
    fn of(pipeline: &Pipeline, durations: &Durations, program: &Program) -> Self {
        let short = *program.pipeline();
        let durations = means(pipeline, durations, &short);
        let times = simulate_blocks(program, &durations).times;
        let saved = times.iter().enumerate();
        Self {
            saved: saved
                .map(|(rank, time)| work(&short, &short, &durations, rank) - time.busy)
                .collect(),
            ends: times.iter().map(|time| time.end).collect(),
            pipeline: short,
            durations,
        }
    }

    /// A value at the position that represents a rank of the long pipeline.
    fn at(&self, ranks: usize, rank: usize, values: &[f64]) -> f64 {
        let position = position(ranks, self.pipeline.ranks, rank);
        let (before, share) = (position.floor() as usize, position.fract());
        let after = values.get(before + 1).unwrap_or(&values[before]);
        values[before] * (1.0 - share) + after * share
    }
}

/// Three short pipelines, which show how a long one grows.
struct Shape<'a> {
    pipeline: &'a Pipeline,
    here: &'a Reduced,
    fewer_ranks: &'a Reduced,
    fuller: &'a Reduced,
}

impl Shape<'_> {
    /// A rank's value in the long pipeline.
    fn value(&self, rank: usize, values: impl Fn(&Reduced) -> &[f64]) -> f64 {
        let Self {
            pipeline,
            here,
            fewer_ranks,
            fuller,
        } = *self;
        let at = |short: &Reduced| short.at(pipeline.ranks, rank, values(short));
        let apart = |long: usize, short: usize| long as f64 - short as f64;
        let batches = |short: &Reduced| short.pipeline.micro_batches;
        let base = at(here);
        let a_micro_batch = (at(fuller) - base) / apart(batches(fuller), batches(here));
        let a_rank =
            (base - at(fewer_ranks) - a_micro_batch * apart(batches(here), batches(fewer_ranks)))
                / apart(here.pipeline.ranks, fewer_ranks.pipeline.ranks);
        base + a_rank * apart(pipeline.ranks, here.pipeline.ranks)
            + a_micro_batch * apart(pipeline.micro_batches, batches(here))
    }
}

/// Seconds by which the slowest rank works longer than the slowest rank of a reduced pipeline, on
/// the same micro-batches.
fn excess(pipeline: &Pipeline, durations: &Durations, short: &Reduced) -> f64 {
    let slowest = |of: &Pipeline, durations: &Durations| {
        (0..of.ranks)
            .map(|rank| work(pipeline, of, durations, rank))
            .fold(0.0, f64::max)
    };
    let own = slowest(pipeline, durations);
    (own - slowest(&short.pipeline, &short.durations)).max(0.0)
}

/// Seconds of all blocks of a rank, with the micro-batches of the first pipeline.
fn work(batch: &Pipeline, pipeline: &Pipeline, durations: &Durations, rank: usize) -> f64 {
    let through = |chunk| {
        let stage = pipeline.stage(rank, chunk);
        let once = durations.forward[stage] + durations.backward[stage];
        once * batch.micro_batches_through(chunk) as f64
    };
    (0..pipeline.chunks_a_rank()).map(through).sum()
}

/// Durations of a reduced pipeline: each rank has the means of the ranks that it represents.
fn means(pipeline: &Pipeline, durations: &Durations, short: &Pipeline) -> Durations {
    let stages = short.stages();
    let mut means = Durations {
        forward: vec![0.0; stages],
        backward: vec![0.0; stages],
        weight: vec![
            0.0;
            if durations.weight.is_empty() {
                0
            } else {
                stages
            }
        ],
        overlapped: durations.overlapped,
        transfer: durations.transfer,
    };
    let mut represented = vec![0.0; stages];
    for rank in 0..pipeline.ranks {
        let place = place(pipeline, short, rank);
        for chunk in 0..pipeline.chunks_a_rank() {
            let (from, to) = (pipeline.stage(rank, chunk), short.stage(place, chunk));
            represented[to] += 1.0;
            means.forward[to] += durations.forward[from];
            means.backward[to] += durations.backward[from];
            if let Some(weight) = means.weight.get_mut(to) {
                *weight += durations.of(Direction::WeightGradient, from);
            }
        }
    }
    for values in [&mut means.forward, &mut means.backward, &mut means.weight] {
        for (value, ranks) in values.iter_mut().zip(&represented) {
            *value /= f64::max(*ranks, 1.0);
        }
    }
    means
}
