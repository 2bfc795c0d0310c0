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
    /// Sentence on the size of the model state, and the number of GPUs that it fills.
    pub sentence: fn(&Bill) -> String,
    /// Names of [`bill::BYTES_PER_PARAMETER`].
    pub parts: [&'static str; bill::BYTES_PER_PARAMETER.len()],
    /// Lines below the parts, each with its name, its working and its result.
    pub lines: fn(&Bill, &Plan, &Estimate, Units) -> [[String; 3]; 6],
    /// Headings of the table.
    pub headings: [&'static str; 3],
}

/// Words of the ordered recipe.
#[derive(Clone, Copy, Debug)]
pub struct RecipeText {
    /// Name of the view.
    pub heading: &'static str,
    /// Sentence on the first decision that is not done, by its index; `None` if all are done.
    pub sentence: fn(Option<usize>) -> String,
    /// The decisions.
    pub steps: [&'static str; 6],
    /// Figures of the plan for a decision.
    pub finding: fn(&Finding, Units) -> String,
    /// States of a decision: done, current, to do.
    pub states: [&'static str; 3],
    /// The controls that decide each: their keys and their names.
    pub levers: [&'static [Lever]; 6],
    /// Text before those controls.
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
