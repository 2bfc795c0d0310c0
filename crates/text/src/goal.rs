//! Sentences about goals.

use cost::Estimate;
use cost::plan::Plan;
use formats::goal::{Fault, Goal, Live, Style};

/// Words about goals.
#[derive(Clone, Copy)]
pub struct GoalText {
    /// Notation of goals for people.
    pub style: &'static Style,
    /// Fault in the text of a goal; without a full stop.
    pub fault: fn(&Fault, &str) -> String,
    /// A value of a plan and its estimate, as a text shows it.
    pub live: fn(&Live, &Plan, Option<&Estimate>) -> String,
    /// The goal, and whether it is reached by a plan with this estimate.
    pub reached: fn(&Goal, bool, Option<&Estimate>) -> String,
}
