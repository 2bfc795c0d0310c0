//! What a search asks, and what it says of its work.

use std::iter::Sum;
use std::sync::Mutex;

use super::goal::{Goal, Margin, Score, WORST};

/// What became of the layouts of a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All that there are.
    pub considered: u64,
    /// Of these, passed over together because none of them leaves enough room.
    pub without_room: u64,
    /// Passed over together because none of them can be good enough.
    pub too_slow: u64,
    /// Checked one by one and found to need too much room.
    pub refused: u64,
    /// Estimated in full.
    pub estimated: u64,
}

/// What a search asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What makes a layout good.
    pub goal: Goal,
    /// The room that it must leave.
    pub margin: Margin,
    /// How many layouts are wanted.
    pub keep: usize,
    /// Whether whole groups of layouts are passed over by their bounds. Without, each is looked
    /// at, and the answer is the same.
    pub prunes: bool,
}

/// The score that a layout must not exceed to be among the best, as far as all searchers know.
#[derive(Debug)]
pub struct Bar(Mutex<Score>);

impl Default for Bar {
    fn default() -> Self {
        Self(Mutex::new(WORST))
    }
}

impl Bar {
    /// The score now.
    #[must_use]
    pub fn get(&self) -> Score {
        self.0.lock().map_or(WORST, |score| *score)
    }

    /// Lowers it to this score, if that is lower.
    pub fn lower(&self, score: Score) {
        if let Ok(mut bar) = self.0.lock()
            && is_worse(*bar, score)
        {
            *bar = score;
        }
    }
}

impl Counts {
    /// Layouts of which it is known what became of them.
    #[must_use]
    pub const fn settled(&self) -> u64 {
        self.without_room + self.too_slow + self.refused + self.estimated
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |sum, part| Self {
            considered: sum.considered + part.considered,
            without_room: sum.without_room + part.without_room,
            too_slow: sum.too_slow + part.too_slow,
            refused: sum.refused + part.refused,
            estimated: sum.estimated + part.estimated,
        })
    }
}

impl Question {
    /// The twenty best by a goal that leave as much room as the model may err by.
    #[must_use]
    pub const fn of(goal: Goal) -> Self {
        Self {
            goal,
            margin: Margin::Band,
            keep: 20,
            prunes: true,
        }
    }
}

/// Whether one score is worse than another.
pub(super) fn is_worse(one: Score, other: Score) -> bool {
    one[0] > other[0] || one[0] == other[0] && one[1] > other[1]
}
