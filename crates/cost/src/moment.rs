//! A moment of a step: the block that each rank runs, and its activations.
//!
//! Tests: `tests/all/schedule/moment.rs`.

use super::schedule::Block;
use super::timeline::{HeldNow, Timeline};
use super::units::Seconds;

/// A moment of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepMoment {
    /// Seconds from the start of the step.
    pub time: Seconds,
    /// The ranks at this moment.
    pub ranks: Vec<RankMoment>,
}

/// A rank at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankMoment {
    /// The block that the rank runs; `None` while it is idle, and after its last block.
    pub block: Option<Block>,
    /// Micro-batches in flight on the rank, and their bytes.
    pub held: HeldNow,
}

impl StepMoment {
    /// A moment, in seconds from the start of the step.
    ///
    /// ```
    /// use cost::{estimate, legal::Legal, moment::StepMoment, timeline::Timeline, units::Seconds};
    /// let (plan, _) = formats::link::decode("p=llama3-70b/h100x64&tp=8&pp=4");
    /// let estimate = estimate(&plan).unwrap();
    /// let timeline = Timeline::of(&Legal::check(&plan).unwrap(), &estimate).unwrap();
    /// // The first stage begins with its first forward, and the others wait for it.
    /// let StepMoment { ranks, .. } = StepMoment::of(&timeline, Seconds(0.0));
    /// assert!(ranks[0].block.is_some() && ranks[1..].iter().all(|rank| rank.block.is_none()));
    /// assert_eq!([0, 1, 2, 3].map(|rank| ranks[rank].held.in_flight), [1, 0, 0, 0]);
    /// ```
    #[must_use]
    pub fn of(timeline: &Timeline, time: Seconds) -> Self {
        let of_rank = |rank| {
            let cell = timeline.cell(rank, timeline.at(rank, time.0));
            let cell = cell.filter(|cell| cell.start <= time.0 && time.0 < cell.end);
            RankMoment {
                block: cell.map(|cell| cell.block),
                held: timeline.held_at(rank, time.0),
            }
        };
        Self {
            time,
            ranks: (0..timeline.rows().len()).map(of_rank).collect(),
        }
    }

    /// Ranks that run no block.
    #[must_use]
    pub fn idle(&self) -> usize {
        let ranks = self.ranks.iter();
        ranks.filter(|rank| rank.block.is_none()).count()
    }
}
