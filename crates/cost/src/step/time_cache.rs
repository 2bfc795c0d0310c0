//! A cache of simulated times: the stages of many layouts take equally long, or nearly so.
//!
//! The keys of the hash map are random, but the map is never iterated over, so no result depends on
//! chance.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use super::Stages;
use crate::schedule::{Durations, Pipeline, RankTime, SimulatedTimes, simulated};

/// The latest runs of each pipeline. Stages with the same durations have the same times, as in
/// layouts that differ only in memory. Stages with longer durations end later.
///
/// A search meets thousands of long pipelines. Once all runs together are too large, those of the
/// oldest pipelines are dropped, and run again if needed.
#[derive(Default)]
pub struct StageTimeCache {
    of: HashMap<Pipeline, VecDeque<Entry>>,
    /// Pipelines with stored runs, the oldest first.
    order: VecDeque<Pipeline>,
    /// Approximate size of the stored runs, bytes.
    bytes: usize,
}

struct Entry {
    durations: Durations,
    times: Rc<[RankTime]>,
    /// True if the times are not too late by an approximation.
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

/// Relative difference that rounding, and two ranks of nearly equal pace, can add to a known end.
const NEARLY: f64 = 1e-8;

impl StageTimeCache {
    /// Largest number of stored runs of a pipeline.
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
            // Overlapped directions may save the difference from that.
            let busy = match stages.busy(rank) {
                blocks if stages.durations.overlapped > 0.0 => blocks.min(end),
                blocks => blocks,
            };
            let earliest = RankTime { start, end, busy };
            // A rank begins once the first micro-batch has passed all ranks before it.
            start += stages.durations.forward[rank] + stages.durations.transfer;
            earliest
        };
        pace.is_finite()
            .then(|| times.iter().enumerate().map(time).collect())
    }
}
