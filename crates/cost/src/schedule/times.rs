//! Input and output of a simulation: durations of blocks, times of ranks, and blocks with their
//! times.

use super::pipeline::{Block, Direction};

/// Durations of blocks, by virtual stage ([`super::Pipeline::stage`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Durations {
    /// Seconds of a forward, for each virtual stage.
    pub forward: Vec<f64>,
    /// Seconds of a backward, for inputs and weights, for each virtual stage.
    pub backward: Vec<f64>,
    /// Seconds of `backward` that are for weights, for each virtual stage; empty for schedules that
    /// leave backward whole. Only schedules that split backward need it.
    pub weight: Vec<f64>,
    /// Seconds saved by each overlap of a forward with a backward (`DualPipe`'s F&B takes F + B
    /// less this); 0 if the two only follow each other.
    pub overlapped: f64,
    /// Seconds of a transfer between stages, during which both can compute.
    pub transfer: f64,
}

impl Durations {
    /// Seconds of a block of a virtual stage.
    #[must_use]
    pub fn of(&self, direction: Direction, stage: usize) -> f64 {
        let weight = || self.weight.get(stage).copied().unwrap_or_default();
        match direction {
            Direction::Forward => self.forward[stage],
            Direction::Backward => self.backward[stage],
            Direction::InputGradient => (self.backward[stage] - weight()).max(0.0),
            Direction::WeightGradient => weight(),
        }
    }

    /// The largest factor k for which every block takes at least k times as long as in `others`. As
    /// a pipeline's length is that of its longest chain of blocks, it also takes at least k times
    /// as long.
    #[must_use]
    pub fn pace_beside(&self, others: &Self) -> f64 {
        let mut least = f64::INFINITY;
        let mut compare = |own: f64, other: f64| {
            if other > 0.0 {
                least = least.min(own / other);
            }
        };
        compare(self.transfer, others.transfer);
        for stage in 0..self.forward.len() {
            let overlapped = |durations: &Self| durations.backward[stage] - durations.overlapped;
            compare(overlapped(self), overlapped(others));
            for direction in [
                Direction::Forward,
                Direction::Backward,
                Direction::InputGradient,
                Direction::WeightGradient,
            ] {
                compare(self.of(direction, stage), others.of(direction, stage));
            }
        }
        least
    }
}

/// The time of a rank's step: its start, its end, and its busy seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RankTime {
    /// Start of its first block, seconds from the start of the step.
    pub start: f64,
    /// End of its last block, seconds from the start of the step.
    pub end: f64,
    /// Seconds in which it runs a block.
    pub busy: f64,
}

impl RankTime {
    /// Seconds before the end in which the rank waits.
    #[must_use]
    pub fn idle(&self) -> f64 {
        (self.end - self.busy).max(0.0)
    }

    /// Seconds between its first and its last block in which the rank waits. This is the rest of
    /// the bubble if no rank waits for the others between two steps, as with the optimizer's
    /// post-validation (Qi 2023, section 4).
    #[must_use]
    pub fn idle_within(&self) -> f64 {
        (self.end - self.start - self.busy).max(0.0)
    }
}

/// One block as it ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The rank.
    pub rank: usize,
    /// The block.
    pub block: Block,
    /// Seconds from the start of the step.
    pub start: f64,
    /// Seconds from the start of the step.
    pub end: f64,
}

/// Times of every rank, with a mark if they are those of [`super::simulate_traced`] up to rounding.
pub(crate) struct SimulatedTimes {
    /// Times of each rank.
    pub(crate) times: Vec<RankTime>,
    /// True if nothing was approximated.
    pub(crate) is_exact: bool,
}
