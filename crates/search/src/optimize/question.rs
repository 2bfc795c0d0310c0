//! The question of a search, and the counts of its work.

use std::iter::Sum;

use super::goal::{Margin, Objective};
use formats::export::Release;
use serde::{Deserialize, Serialize};

/// Layouts to keep for each row that is shown: a row stands for a family of layouts.
pub const KEPT_PER_ROW: usize = 6;

/// The question of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchQuestion {
    /// The goal.
    pub goal: Objective,
    /// The memory that a layout has to leave free.
    pub margin: Margin,
    /// Number of layouts wanted.
    pub keep: usize,
    /// The number of memory limits, at equal steps up to GPU memory ("rooms"): the best layouts are
    /// found within each.
    pub rooms: usize,
    /// True if bounds may exclude whole groups of layouts. If false, each layout is examined, with
    /// the same answer.
    pub prunes: bool,
    /// The framework that has to run the layouts; `None` stands for any.
    pub release: Option<Release>,
}

/// Counts of the layouts of a space, by how they were decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// All layouts of the space.
    pub considered: u64,
    /// Layouts excluded in groups because none leaves enough memory free.
    pub without_room: u64,
    /// Layouts excluded in groups because none can be good enough.
    pub too_slow: u64,
    /// Layouts checked one by one that the framework does not run.
    pub not_run: u64,
    /// Layouts checked one by one and found to need too much memory.
    pub refused: u64,
    /// Layouts estimated in full.
    pub estimated: u64,
}

impl SearchQuestion {
    /// The question for the twenty best layouts by a goal, in any framework, with the model's error
    /// as margin.
    #[must_use]
    pub const fn of(goal: Objective) -> Self {
        Self {
            goal,
            margin: Margin::Band,
            keep: 20,
            rooms: 1,
            prunes: true,
            release: None,
        }
    }

    /// The question for the gain by memory: the best layout by a goal within each of 24 memory
    /// limits.
    #[must_use]
    pub const fn of_memory(goal: Objective, margin: Margin) -> Self {
        Self {
            goal,
            margin,
            keep: 1,
            rooms: 24,
            prunes: true,
            release: None,
        }
    }
}

impl Counts {
    /// Number of decided layouts.
    #[must_use]
    pub const fn settled(&self) -> u64 {
        self.without_room + self.too_slow + self.not_run + self.refused + self.estimated
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |sum, searcher| Self {
            considered: sum.considered + searcher.considered,
            without_room: sum.without_room + searcher.without_room,
            too_slow: sum.too_slow + searcher.too_slow,
            not_run: sum.not_run + searcher.not_run,
            refused: sum.refused + searcher.refused,
            estimated: sum.estimated + searcher.estimated,
        })
    }
}
