//! Pipelines too long to be simulated block by block: shorter ones of the same schedule stand in
//! for them.
//!
//! A step of p ranks and m micro-batches is a longest path through its blocks. While p and m stay
//! in proportion the path keeps its shape, so its length grows by the same for each rank and by
//! the same for each micro-batch. Three short pipelines give the length and both rates. What is
//! the same on every rank comes out as it would block by block. Where stages differ, a rank of a
//! short pipeline has the mean of those that it stands for, and the slowest rank's excess over
//! that is added for every micro-batch. `tests/schedule/condensed.rs` measures how far off it is.

use super::program::{Direction, Pipeline};
use super::simulate::{Durations, RankTime, simulate};
use crate::cost::plan::Schedule;

/// Actions above which a pipeline that cuts backward in two is not simulated one by one; chosen so
/// that estimates at the limits take less than 5 ms (`cargo bench --bench bounded`).
const MOST_SPLIT_ACTIONS: usize = 150_000;
/// The same limit for a pipeline that leaves backward whole, whose order is quicker to find.
const MOST_WHOLE_ACTIONS: usize = 340_000;
/// Micro-batches a rank from which on a step grows evenly with each further one, whatever the
/// schedule.
const FULL: usize = 4;
/// Ranks at either end that stand for themselves alone.
const ENDS: usize = 4;
/// Ranks of the longest pipeline that stands in for a longer one, give or take five, where backward
/// is cut in two and where it is left whole.
const MOST_RANKS: [usize; 2] = [48, 60];

impl Pipeline {
    /// Whether each block is simulated; longer pipelines are approximated by shorter ones.
    #[must_use]
    pub fn is_simulated_exactly(&self) -> bool {
        self.actions() <= self.most_actions()
    }

    const fn most_actions(&self) -> usize {
        if self.schedule.splits_backward() {
            MOST_SPLIT_ACTIONS
        } else {
            MOST_WHOLE_ACTIONS
        }
    }

    /// About how many actions a simulation runs.
    fn actions(&self) -> usize {
        let Self {
            ranks,
            micro_batches,
            ..
        } = *self;
        let each = if self.schedule.splits_backward() {
            // Until it is full, and until it is empty. An order of steps is gone through as if there
            // were enough micro-batches for it, whether they exist or not.
            let least = match self.schedule {
                Schedule::DualPipe => ranks,
                Schedule::DualPipeV => 2 * ranks,
                _ => 0,
            };
            3 * self.chunks_a_rank() * micro_batches.max(least).min(3 * ranks)
        } else {
            // A few periods besides.
            let steps = self.steps();
            2 * steps.min(2 * self.backward_delay(0) + 4 * self.period())
        };
        each.saturating_mul(ranks)
    }

    /// A pipeline of fewer ranks that is as full as this one.
    fn with_ranks(&self, ranks: usize) -> Self {
        let in_proportion = |micro_batches: usize| (micro_batches * ranks).div_ceil(self.ranks);
        let micro_batches = if self.chunks > 1 {
            // Whole groups of p, and what is left.
            let groups = (self.micro_batches / self.ranks).min(FULL);
            groups * ranks + in_proportion(self.micro_batches % self.ranks)
        } else {
            // Few enough micro-batches are as few for a pipeline of any length.
            let few = self.micro_batches.min(ranks / 4);
            let full = self.micro_batches.min(FULL * self.ranks);
            let micro_batches = in_proportion(full).max(few);
            // Two pipelines that meet have half of them each.
            micro_batches + (micro_batches + self.micro_batches) % 2
        };
        Self {
            ranks,
            micro_batches,
            ..*self
        }
    }

    /// Ranks of the two lengths that stand in for this one. Orders depend on whether 2 and 3
    /// divide p.
    fn short_ranks(&self) -> [usize; 2] {
        let most = MOST_RANKS[usize::from(!self.schedule.splits_backward())];
        let longest = (0..)
            .map(|sixes| most - 6 * sixes + self.ranks % 6)
            .find(|&ranks| {
                ranks < 30 || 8 * self.with_ranks(ranks).actions() <= 3 * self.most_actions()
            });
        let longest = longest.unwrap_or(30);
        [longest, longest - longest / 12 * 6]
    }
}

/// The longest of the pipelines that stand in for this one, if it is too long itself.
pub(super) fn stand_in(pipeline: &Pipeline) -> Option<Pipeline> {
    let [ranks, _] = pipeline.short_ranks();
    (!pipeline.is_simulated_exactly()).then(|| pipeline.with_ranks(ranks))
}

/// Scales a count of micro-batches in flight from a stand-in to the long pipeline, rounded up.
pub(super) fn scale(pipeline: &Pipeline, short: &Pipeline, count: usize) -> usize {
    let full = pipeline.micro_batches.min(FULL * pipeline.ranks);
    (count * full).div_ceil(short.micro_batches)
}

/// The rank of a stand-in that stands for a rank.
pub(super) fn place(pipeline: &Pipeline, short: &Pipeline, rank: usize) -> usize {
    position(pipeline.ranks, short.ranks, rank).round() as usize
}

/// Times of a long pipeline's ranks, from shorter pipelines.
pub(super) fn times(pipeline: &Pipeline, durations: &Durations) -> Vec<RankTime> {
    let [long, short] = pipeline.short_ranks();
    let here = StandIn::of(pipeline, durations, pipeline.with_ranks(long));
    let fewer_ranks = StandIn::of(pipeline, durations, pipeline.with_ranks(short));
    let more = if pipeline.chunks > 1 { long } else { 2 };
    let fuller = here.pipeline.micro_batches + more;
    let fuller = Pipeline {
        micro_batches: fuller,
        ..here.pipeline
    };
    let fuller = StandIn::of(pipeline, durations, fuller);
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
        start += durations.forward[rank] + durations.travel;
    }
    let outermost = |rank: usize| match pipeline.stage(0, pipeline.chunks_a_rank() - 1) {
        // Where two pipelines meet, data enter at either end.
        stage if stage + 1 == pipeline.ranks && pipeline.chunks_a_rank() == 2 => {
            rank.min(pipeline.ranks - 1 - rank)
        }
        _ => rank,
    };
    let time = |rank: usize| {
        let start = starts[outermost(rank)];
        let saved = shape.value(rank, |stand_in| &stand_in.saved).max(0.0);
        let busy = (work(pipeline, pipeline, durations, rank) - saved).max(0.0);
        let end = shape.value(rank, |stand_in| &stand_in.ends) + excess;
        let end = end.max(start + busy);
        RankTime { start, end, busy }
    };
    (0..pipeline.ranks).map(time).collect()
}

/// A short pipeline that stands in for a long one.
struct StandIn {
    pipeline: Pipeline,
    durations: Durations,
    /// When each rank ends.
    ends: Vec<f64>,
    /// Seconds that each rank saves by overlapping forwards with backwards.
    saved: Vec<f64>,
}

impl StandIn {
    fn of(pipeline: &Pipeline, durations: &Durations, short: Pipeline) -> Self {
        let durations = means(pipeline, durations, &short);
        let times = simulate(&short, &durations);
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

    /// A value at the place that stands for a rank of the long pipeline.
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
    here: &'a StandIn,
    fewer_ranks: &'a StandIn,
    fuller: &'a StandIn,
}

impl Shape<'_> {
    /// What a value of a rank comes to in the long pipeline.
    fn value(&self, rank: usize, values: impl Fn(&StandIn) -> &[f64]) -> f64 {
        let Self {
            pipeline,
            here,
            fewer_ranks,
            fuller,
        } = *self;
        let at = |short: &StandIn| short.at(pipeline.ranks, rank, values(short));
        let apart = |long: usize, short: usize| long as f64 - short as f64;
        let batches = |short: &StandIn| short.pipeline.micro_batches;
        let base = at(here);
        let a_micro_batch = (at(fuller) - base) / apart(batches(fuller), batches(here));
        let a_rank =
            (base - at(fewer_ranks) - a_micro_batch * apart(batches(here), batches(fewer_ranks)))
                / apart(here.pipeline.ranks, fewer_ranks.pipeline.ranks);
        base + a_rank * apart(pipeline.ranks, here.pipeline.ranks)
            + a_micro_batch * apart(pipeline.micro_batches, batches(here))
    }
}

/// By how many seconds the slowest rank works longer than the slowest of a stand-in would.
fn excess(pipeline: &Pipeline, durations: &Durations, short: &StandIn) -> f64 {
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

/// Where a rank stands in a pipeline of fewer ranks: the ends as far from the end, the others in
/// proportion.
fn position(ranks: usize, short: usize, rank: usize) -> f64 {
    if rank < ENDS {
        return rank as f64;
    }
    let from_end = ranks - 1 - rank;
    if from_end < ENDS {
        return (short - 1 - from_end) as f64;
    }
    let share = (rank - ENDS) as f64 / (ranks - 1 - 2 * ENDS) as f64;
    ENDS as f64 + share * (short - 1 - 2 * ENDS) as f64
}

/// Durations of a stand-in: each rank has the means of those that it stands for.
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
        woven: durations.woven,
        travel: durations.travel,
    };
    let mut stood_for = vec![0.0; stages];
    for rank in 0..pipeline.ranks {
        let place = place(pipeline, short, rank);
        for chunk in 0..pipeline.chunks_a_rank() {
            let (from, to) = (pipeline.stage(rank, chunk), short.stage(place, chunk));
            stood_for[to] += 1.0;
            means.forward[to] += durations.forward[from];
            means.backward[to] += durations.backward[from];
            if let Some(weight) = means.weight.get_mut(to) {
                *weight += durations.of(Direction::WeightGradient, from);
            }
        }
    }
    for values in [&mut means.forward, &mut means.backward, &mut means.weight] {
        for (value, ranks) in values.iter_mut().zip(&stood_for) {
            *value /= f64::max(*ranks, 1.0);
        }
    }
    means
}
