//! The best layouts so far.

use super::cut::Cut;
use super::goal::{Score, compare};
use crate::cost::units::{Bytes, Seconds};

/// A layout that was estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The layout.
    pub cut: Cut,
    /// How good it is.
    pub score: Score,
    /// Its step.
    pub step: Seconds,
    /// What its fullest GPU needs.
    pub peak: Bytes,
}

/// The best layouts of those offered, the best first. Which these are does not depend on the
/// order in which they are offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    keep: usize,
    found: Vec<Found>,
}

impl Best {
    /// None yet, of so many at most.
    #[must_use]
    pub const fn new(keep: usize) -> Self {
        Self {
            keep,
            found: Vec::new(),
        }
    }

    /// The layouts, the best first.
    #[must_use]
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// The score of the last of them, once there are enough.
    #[must_use]
    pub fn worst(&self) -> Option<Score> {
        let last = self.found.last()?;
        (self.found.len() == self.keep).then_some(last.score)
    }

    /// Takes a layout among them if it belongs there; tells whether it did.
    pub fn offer(&mut self, found: Found) -> bool {
        let key = (found.score, &found.cut);
        let before = |other: &Found| compare((other.score, &other.cut), key).is_lt();
        let place = self.found.partition_point(before);
        let is_known = self
            .found
            .get(place)
            .is_some_and(|other| other.cut == found.cut);
        if place >= self.keep || is_known {
            return false;
        }
        self.found.insert(place, found);
        self.found.truncate(self.keep);
        true
    }

    /// Takes over all that another searcher has found.
    pub fn merge(&mut self, other: &Self) {
        for &found in &other.found {
            self.offer(found);
        }
    }
}
