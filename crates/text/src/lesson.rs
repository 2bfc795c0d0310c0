//! Sentences about lessons.

use lesson::check::{GoalReach, StepFault};
use lesson::{LessonRefusal, Term};

/// Words about lessons, for the page and the command alike.
#[derive(Clone, Copy)]
pub struct LessonText {
    /// Faults of a text that is not a lesson, a sentence each.
    pub refused: fn(&LessonRefusal) -> Vec<String>,
    /// A term of the glossary with its definition.
    pub term: fn(Term) -> Meaning,
}

/// A term of the glossary with its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The term.
    pub name: &'static str,
    /// Definition of the term, in one or two sentences.
    pub what: &'static str,
}

/// Words of the report of `shardwise lesson check`.
#[derive(Clone, Copy)]
pub struct LessonCheckText {
    /// Line for a lesson that was read: its title and its number of steps.
    pub read: fn(&str, usize) -> String,
    /// Result of the check of a goal; without a full stop.
    pub reach: fn(&GoalReach) -> String,
    /// Text for a step without a goal.
    pub no_goal: &'static str,
    /// Fault of a step; without a full stop.
    pub wrong: fn(&StepFault) -> String,
}
