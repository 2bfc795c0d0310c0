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

/// Layouts that no reader needs to distinguish: none is notably better than their best in anything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayoutFamily {
    /// The plainest of those that are as good as the best.
    pub first: FoundLayout,
    /// Number of the others.
    pub others: usize,
}

/// The best layouts of those offered, for all of GPU memory and for each memory limit of the
/// question. They do not depend on the order in which layouts are offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    keep: usize,
    rooms: Vec<Room>,
}

impl FoundLayout {
    /// True if another layout, which is no better for the goal, has nothing beside this one: on as
    /// many GPUs it is at most 1 % worse for the goal, its step is as long up to 1 %, and it saves
    /// no more than 1 % of memory.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        self.candidate.gpus == other.candidate.gpus
            && self.is_near(other, LayoutFamily::ALIKE)
            && other.peak.0 as f64 >= self.peak.0 as f64 * (1.0 - LayoutFamily::ALIKE)
    }

    /// True if another layout differs by no more than this share, for the goal and in its step.
    fn is_near(&self, other: &Self, share: f64) -> bool {
        let is_near = |one: f64, another: f64| (another - one).abs() <= one.abs() * share;
        is_near(self.score[0], other.score[0]) && is_near(self.step.0, other.step.0)
    }
}

impl LayoutFamily {
    /// Share up to which layouts are alike: far less than the model's error between two layouts
    /// ([`cost::band::Band::between_layouts`]).
    pub const ALIKE: f64 = 0.01;
    /// Share up to which a plainer layout is as good as the best of its family.
    const EQUAL: f64 = 0.001;

    /// The family of one layout.
    const fn of(first: FoundLayout) -> Self {
        Self { first, others: 0 }
    }

    /// Adds a layout to the family of the best one.
    fn take(&mut self, best: &FoundLayout, found: FoundLayout) {
        self.others += 1;
        let is_plainer = found.candidate.complexity() < self.first.candidate.complexity();
        let is_as_small = found.peak.0 as f64 <= best.peak.0 as f64 * (1.0 + Self::ALIKE);
        if is_plainer && is_as_small && best.is_near(&found, Self::EQUAL) {
            self.first = found;
        }
    }
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

    /// The best layouts, one of each family.
    #[must_use]
    pub fn distinct(&self) -> Vec<FoundLayout> {
        let families = self.families().into_iter();
        families.map(|family| family.first).collect()
    }

    /// The best layouts as families, the best first: each layout is in the first family whose best
    /// layout is about as good in everything ([`FoundLayout::covers`]).
    ///
    /// ```
    /// use search::optimize::{Constraints, Objective, SearchQuestion, search};
    /// let (plan, _) = formats::link::decode("#v=1&p=llama3-8b/h100x8&gbs=64");
    /// let (best, _) = search(&plan, &Constraints::of(&plan), &SearchQuestion::of(Objective::Fastest));
    /// let families = best.families();
    /// let all: usize = families.iter().map(|family| 1 + family.others).sum();
    /// assert!(families.len() < all && all == best.found().len());
    /// ```
    #[must_use]
    pub fn families(&self) -> Vec<LayoutFamily> {
        let mut families: Vec<(FoundLayout, LayoutFamily)> = Vec::new();
        for &found in self.found() {
            let mut known = families.iter_mut();
            match known.find(|(best, _)| best.covers(&found)) {
                Some((best, family)) => family.take(best, found),
                None => families.push((found, LayoutFamily::of(found))),
            }
        }
        families.into_iter().map(|(_, family)| family).collect()
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
