//! Sentences about goals.

use cost::Estimate;
use cost::plan::Plan;
use formats::goal::{Fault, Goal, Live, Style};

/// Words about goals.
#[derive(Clone, Copy)]
pub struct GoalText {
    /// How a goal is written for people.
    pub style: &'static Style,
    /// What is wrong with the text of a goal; without a full stop.
    pub fault: fn(&Fault, &str) -> String,
    /// A value of a plan and its estimate, as a text shows it.
    pub live: fn(&Live, &Plan, Option<&Estimate>) -> String,
    /// Whether a goal is reached.
    pub reached: fn(&Goal, bool) -> String,
}
