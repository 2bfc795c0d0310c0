//! The best layouts so far.

use super::candidate::Candidate;
use super::goal::{Score, compare};
use super::question::SearchQuestion;
use cost::plan::Plan;
use cost::units::{Bytes, Seconds};
use serde::{Deserialize, Serialize};

/// A layout that was estimated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundLayout {
    /// The layout.
    pub candidate: Candidate,
    /// Score of the layout.
    pub score: Score,
    /// Step time of the layout.
    pub step: Seconds,
    /// Bytes that the layout's fullest GPU needs.
    pub peak: Bytes,
}

/// The best layouts of those offered, for all of GPU memory and for each memory limit of the
/// question. They do not depend on the order in which layouts are offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    keep: usize,
    rooms: Vec<Room>,
}

/// The best layouts within a memory limit, the best first.
#[derive(Clone, Debug, PartialEq)]
struct Room {
    limit: Bytes,
    found: Vec<FoundLayout>,
}

impl Best {
    /// Empty lists for the memory limits of a question about a plan.
    #[must_use]
    pub fn of(plan: &Plan, question: &SearchQuestion) -> Self {
        let capacity = plan.cluster.gpu.usable_memory();
        let rooms = question.rooms.max(1) as u64;
        let room = |searcher: u64| Room {
            // The last one has every layout that leaves enough memory free.
            limit: if searcher < rooms {
                (capacity * searcher).over(rooms)
            } else {
                Bytes(u64::MAX)
            },
            found: Vec::new(),
        };
        Self {
            keep: question.keep,
            rooms: (1..=rooms).map(room).collect(),
        }
    }

    /// The best layouts, the best first.
    #[must_use]
    pub fn found(&self) -> &[FoundLayout] {
        self.rooms.last().map_or(&[], |room| &room.found)
    }

    /// The best layouts, without those that equal an earlier, plainer one: with the same score, and
    /// the same memory up to 1 %.
    #[must_use]
    pub fn distinct(&self) -> Vec<FoundLayout> {
        let mut distinct: Vec<FoundLayout> = Vec::new();
        for found in self.found() {
            let is_alike = |other: &&FoundLayout| {
                let saved = other.peak.saturating_sub(found.peak);
                other.score == found.score && saved.0 <= other.peak.0 / 100
            };
            if !distinct.iter().rev().any(|other| is_alike(&other)) {
                distinct.push(*found);
            }
        }
        distinct
    }

    /// The gain by memory: the best layout within each limit that is better than those within lower
    /// limits, from the least memory on.
    #[must_use]
    pub fn front(&self) -> Vec<FoundLayout> {
        let mut front: Vec<FoundLayout> = Vec::new();
        for best in self.rooms.iter().filter_map(|room| room.found.first()) {
            if front.last().is_none_or(|last| best.score < last.score) {
                front.push(*best);
            }
        }
        front
    }

    /// All stored layouts; a layout may occur several times.
    pub fn all(&self) -> impl Iterator<Item = &FoundLayout> {
        self.rooms.iter().flat_map(|room| &room.found)
    }

    /// The memory limits, rising.
    pub fn limits(&self) -> impl Iterator<Item = Bytes> {
        self.rooms.iter().map(|room| room.limit)
    }

    /// Score to beat, per memory limit; `None` until enough layouts are found.
    pub fn worst(&self) -> impl Iterator<Item = Option<Score>> {
        self.rooms.iter().map(|room| {
            let last = room.found.last()?;
            (room.found.len() == self.keep).then_some(last.score)
        })
    }

    /// Inserts a layout in order; returns true if it is among the best.
    pub fn offer(&mut self, found: FoundLayout) -> bool {
        let mut is_kept = false;
        for room in &mut self.rooms {
            if found.peak <= room.limit {
                is_kept |= room.offer(found, self.keep);
            }
        }
        is_kept
    }

    /// Adds the layouts that another searcher has found.
    pub fn merge(&mut self, other: &Self) {
        for &found in other.all() {
            self.offer(found);
        }
    }
}

impl Room {
    fn offer(&mut self, found: FoundLayout, keep: usize) -> bool {
        let key = (found.score, &found.candidate);
        let before = |other: &FoundLayout| compare((other.score, &other.candidate), key).is_lt();
        let place = self.found.partition_point(before);
        let is_known = self
            .found
            .get(place)
            .is_some_and(|other| other.candidate == found.candidate);
        if place >= keep || is_known {
            return false;
        }
        self.found.insert(place, found);
        self.found.truncate(keep);
        true
    }
}
