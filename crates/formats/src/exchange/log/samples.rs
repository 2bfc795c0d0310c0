//! The logged iterations of a figure, in bounded memory.

use std::collections::VecDeque;

/// Most iterations that are kept, the latest: far more than a median needs, in a megabyte.
pub(super) const MOST: usize = 1 << 14;

/// A figure of one logged iteration.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Number of the iteration.
    pub(super) iteration: u64,
    /// The figure.
    pub(super) figure: f64,
    /// Sequences of the step, if the line has them.
    pub(super) batch: Option<u64>,
}

/// The logged iterations of a figure: their number, that of the first one, and the latest.
#[derive(Default)]
pub(super) struct Samples {
    count: usize,
    first: Option<u64>,
    latest: VecDeque<Sample>,
}

impl Samples {
    /// Adds an iteration.
    pub(super) fn push(&mut self, sample: Sample) {
        self.count += 1;
        self.first.get_or_insert(sample.iteration);
        if self.latest.len() == MOST {
            self.latest.pop_front();
        }
        self.latest.push_back(sample);
    }

    /// Number of all iterations.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// Number of the first iteration.
    pub(super) const fn first(&self) -> Option<u64> {
        self.first
    }

    /// The latest iterations, in the order of the log.
    pub(super) const fn latest(&self) -> &VecDeque<Sample> {
        &self.latest
    }
}
