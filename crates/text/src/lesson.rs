//! Sentences about lessons.

use lesson::check::{GoalReach, StepFault};
use lesson::{LessonRefusal, Term};

/// Words about lessons, for the page and the command alike.
#[derive(Clone, Copy)]
pub struct LessonText {
    /// Why a text is no lesson, one sentence for each thing that is wrong.
    pub refused: fn(&LessonRefusal) -> Vec<String>,
    /// A word and what it means.
    pub term: fn(Term) -> Meaning,
}

/// A word and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The word.
    pub name: &'static str,
    /// What it means, in a sentence or two.
    pub what: &'static str,
}

/// What `shardwise lesson check` says.
#[derive(Clone, Copy)]
pub struct LessonCheckText {
    /// That a lesson was read: its title, its steps.
    pub read: fn(&str, usize) -> String,
    /// What came of a goal.
    pub reach: fn(&GoalReach) -> String,
    /// Of a step without a goal.
    pub no_goal: &'static str,
    /// What is wrong with a step; without a full stop.
    pub wrong: fn(&StepFault) -> String,
}
