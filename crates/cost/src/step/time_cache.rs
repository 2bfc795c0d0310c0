//! Times of stages that were simulated before: many layouts run alike, or nearly so.
//!
//! The keys of the hash map are random, but it is only asked for a key and never iterated over, so
//! no result depends on chance.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use super::Stages;
use crate::schedule::{Durations, Pipeline, RankTime, SimulatedTimes, simulated};

/// The latest runs of each pipeline. Stages that take as long run alike, as in layouts that differ
/// only in memory. Stages that take longer end later.
///
/// A search meets thousands of long pipelines. Once all runs together are too large, those of the
/// oldest pipelines are dropped, and run again if needed.
#[derive(Default)]
pub struct StageTimeCache {
    of: HashMap<Pipeline, VecDeque<Entry>>,
    /// Pipelines with remembered runs, the one that came first before the others.
    order: VecDeque<Pipeline>,
    /// Approximate size of the remembered runs, bytes.
    bytes: usize,
}

struct Entry {
    durations: Durations,
    times: Rc<[RankTime]>,
    /// True if the times are no later than the blocks themselves say.
    is_exact: bool,
}

impl Entry {
    /// Approximate size of the entry, bytes.
    fn bytes(&self) -> usize {
        let Durations {
            forward,
            backward,
            weight,
            ..
        } = &self.durations;
        let seconds = forward.len() + backward.len() + weight.len();
        seconds * size_of::<f64>() + self.times.len() * size_of::<RankTime>() + size_of::<Self>()
    }
}

/// Relative difference that rounding, and two ranks that keep pace, can add to a known end.
const NEARLY: f64 = 1e-8;

impl StageTimeCache {
    /// Runs of a pipeline that are remembered.
    const MOST: usize = 16;
    /// Most bytes of all runs together: enough for 4,000 pipelines of 8 stages, or 80 of 1,000.
    const MOST_BYTES: usize = 64 << 20;

    /// Times at which each rank of these stages works.
    pub fn run(&mut self, stages: &Stages) -> Rc<[RankTime]> {
        let is_like = |run: &&Entry| run.durations == stages.durations;
        let known = self.of.get(&stages.pipeline);
        if let Some(run) = known.and_then(|runs| runs.iter().rev().find(is_like)) {
            return Rc::clone(&run.times);
        }
        let SimulatedTimes { times, is_exact } = if stages.pipeline.schedule.splits_backward() {
            simulated(&stages.pipeline, &stages.durations)
        } else {
            SimulatedTimes {
                times: stages.run(),
                is_exact: false,
            }
        };
        let times: Rc<[RankTime]> = times.into();
        self.remember(
            stages.pipeline,
            Entry {
                durations: stages.durations.clone(),
                times: Rc::clone(&times),
                is_exact,
            },
        );
        times
    }

    fn remember(&mut self, pipeline: Pipeline, run: Entry) {
        self.bytes += run.bytes();
        let runs = self.of.entry(pipeline).or_default();
        if runs.is_empty() {
            self.order.push_back(pipeline);
        }
        runs.push_back(run);
        if runs.len() > Self::MOST {
            let first = runs.pop_front();
            self.bytes -= first.map_or(0, |run| run.bytes());
        }
        while self.bytes > Self::MOST_BYTES && self.order.len() > 1 {
            let first = self.order.pop_front();
            let runs = first.and_then(|first| self.of.remove(&first));
            let bytes = runs.iter().flatten().map(Entry::bytes);
            self.bytes -= bytes.sum::<usize>();
        }
    }

    /// Lower bounds of each rank's times, from other runs of the same pipeline. If each block takes
    /// at least k times as long, so does every chain of blocks that wait for one another. Each rank
    /// ends with such a chain. `None` if no run gives a bound.
    ///
    /// Only for pipelines that split backward: they run in an order that no duration changes. The
    /// parts that their simulation skips can make a time too late, never too early.
    #[must_use]
    pub fn earliest(&self, stages: &Stages) -> Option<Vec<RankTime>> {
        let runs = self.of.get(&stages.pipeline)?;
        let exact = runs.iter().filter(|run| run.is_exact);
        let paces = exact.map(|run| (stages.durations.pace_beside(&run.durations), &run.times));
        let (pace, times) = paces.max_by(|one, other| one.0.total_cmp(&other.0))?;
        let mut start = 0.0;
        let time = |(rank, time): (usize, &RankTime)| {
            let end = time.end * (pace * (1.0 - NEARLY));
            // Directions that run woven into each other may save the time beyond that.
            let busy = match stages.busy(rank) {
                blocks if stages.durations.overlapped > 0.0 => blocks.min(end),
                blocks => blocks,
            };
            let earliest = RankTime { start, end, busy };
            // A rank begins with the first micro-batch that comes through all ranks before it.
            start += stages.durations.forward[rank] + stages.durations.transfer;
            earliest
        };
        pace.is_finite()
            .then(|| times.iter().enumerate().map(time).collect())
    }
}
