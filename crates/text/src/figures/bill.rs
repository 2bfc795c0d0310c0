//! Sentences about the bill and the six decisions.

use super::Lever;
use cost::bill::Bill;
use cost::guide::{Decision, Finding};
use cost::plan::Plan;
use cost::{Estimate, bill};
use formats::number::Units;

/// Words of the bill.
#[derive(Clone, Copy, Debug)]
pub struct BillText {
    /// Name of the view.
    pub heading: &'static str,
    /// What it comes to.
    pub sentence: fn(&Bill) -> String,
    /// Names of [`bill::BYTES_PER_PARAMETER`].
    pub parts: [&'static str; bill::BYTES_PER_PARAMETER.len()],
    /// What is worked out below the parts, each line with its name, its working and its result.
    pub lines: fn(&Bill, &Plan, &Estimate, Units) -> [[String; 3]; 6],
    /// Headings of the table.
    pub headings: [&'static str; 3],
}

/// Words of the ordered recipe.
#[derive(Clone, Copy, Debug)]
pub struct RecipeText {
    /// Name of the view.
    pub heading: &'static str,
    /// Where the plan stands: at which decision, if it does not hold all.
    pub sentence: fn(Option<usize>) -> String,
    /// The decisions.
    pub steps: [&'static str; 6],
    /// How the plan stands to one.
    pub finding: fn(&Finding, Units) -> String,
    /// Whether it is held: held, the one the plan is at, a later one that is not.
    pub states: [&'static str; 3],
    /// The controls that decide each: their keys and their names.
    pub levers: [&'static [Lever]; 6],
    /// Before them.
    pub controls: &'static str,
    /// Headings of the table.
    pub headings: [&'static str; 3],
}

impl RecipeText {
    /// The word for how a plan stands to a decision, the `index`-th, when it is at the `open`-th.
    #[must_use]
    pub fn state(&self, decision: &Decision, index: usize, open: Option<usize>) -> &'static str {
        match (decision.is_held, open == Some(index)) {
            (true, _) => self.states[0],
            (false, true) => self.states[1],
            (false, false) => self.states[2],
        }
    }
}
