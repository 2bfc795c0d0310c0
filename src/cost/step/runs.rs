//! Runs of pipelines that are remembered, as many layouts run alike or nearly so.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use super::Stages;
use crate::cost::schedule::{Durations, Pipeline, RankTime, Settled, settle};

/// The latest runs of each pipeline: stages that take as long run alike, as those of layouts that
/// differ only in memory do, and stages that take longer end later.
#[derive(Default)]
pub struct Runs(HashMap<Pipeline, VecDeque<Run>>);

struct Run {
    durations: Durations,
    times: Rc<[RankTime]>,
    /// Whether the times are no later than the blocks themselves say.
    is_exact: bool,
}

/// What rounding, and what two ranks that keep pace may differ by, can add to a known end.
const NEARLY: f64 = 1e-8;

impl Runs {
    /// Runs of a pipeline that are remembered.
    const MOST: usize = 16;

    /// When each rank of these stages works.
    pub fn run(&mut self, stages: &Stages) -> Rc<[RankTime]> {
        let runs = self.0.entry(stages.pipeline).or_default();
        let is_like = |run: &&Run| run.durations == stages.durations;
        if let Some(run) = runs.iter().rev().find(is_like) {
            return Rc::clone(&run.times);
        }
        if runs.len() == Self::MOST {
            runs.pop_front();
        }
        let Settled { times, is_exact } = if stages.pipeline.schedule.splits_backward() {
            settle(&stages.pipeline, &stages.durations)
        } else {
            Settled {
                times: stages.run(),
                is_exact: false,
            }
        };
        let times: Rc<[RankTime]> = times.into();
        runs.push_back(Run {
            durations: stages.durations.clone(),
            times: Rc::clone(&times),
            is_exact,
        });
        times
    }

    /// Times than which each rank of these stages does not end earlier, from runs of the same
    /// pipeline: where each block takes at least so many times as long, so does every chain of
    /// blocks that wait for one another, and each rank ends with such a chain. `None` where no
    /// run tells anything.
    ///
    /// Only of pipelines that cut backward in two: they run in an order that no duration changes,
    /// and what their simulation skips can make it late, never early.
    #[must_use]
    pub fn earliest(&self, stages: &Stages) -> Option<Vec<RankTime>> {
        let runs = self.0.get(&stages.pipeline)?;
        let exact = runs.iter().filter(|run| run.is_exact);
        let paces = exact.map(|run| (stages.durations.pace_beside(&run.durations), &run.times));
        let (pace, times) = paces.max_by(|one, other| one.0.total_cmp(&other.0))?;
        let mut start = 0.0;
        let time = |(rank, time): (usize, &RankTime)| {
            let end = time.end * (pace * (1.0 - NEARLY));
            // Directions that run woven into each other may save what is more than that.
            let busy = match stages.busy(rank) {
                blocks if stages.durations.woven > 0.0 => blocks.min(end),
                blocks => blocks,
            };
            let earliest = RankTime { start, end, busy };
            // A rank begins with the first micro-batch that comes through all ranks before it.
            start += stages.durations.forward[rank] + stages.durations.travel;
            earliest
        };
        pace.is_finite()
            .then(|| times.iter().enumerate().map(time).collect())
    }
}
