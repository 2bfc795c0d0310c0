//! What a language says of goals.

use crate::goal::{Fault, Goal, Style};

/// Words about goals.
#[derive(Clone, Copy)]
pub struct GoalText {
    /// How a goal is written for people.
    pub style: &'static Style,
    /// What is wrong with the text of a goal; without a full stop.
    pub fault: fn(&Fault, &str) -> String,
    /// Whether a goal is reached.
    pub reached: fn(&Goal, bool) -> String,
}
