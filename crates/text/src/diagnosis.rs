//! Sentences about the limits of a plan.

use cost::Estimate;
use formats::number::Units;
use search::diagnosis::{Advice, ExpertWarning, Limit};

/// Words of the diagnosis.
#[derive(Clone, Copy, Debug)]
pub struct DiagnosisText {
    /// Name of the view.
    pub heading: &'static str,
    /// Limits of the plan with figures: memory, then the two largest overheads on time.
    pub limits: fn(&Estimate, &[Limit], Units) -> String,
    /// Message during the search for the change that helps most.
    pub pending: &'static str,
    /// Headings of the change that helps most: of all changes, of those tried before the search was
    /// stopped.
    pub helps: [&'static str; 2],
    /// Messages when no change helps: of all changes, of those tried before the search was stopped.
    pub nothing_helps: [&'static str; 2],
    /// Message when the search stopped after this number of plans.
    pub stopped: fn(u64) -> String,
    /// Effect of the change on throughput, memory and verdict.
    pub effect: fn(&Advice, Units) -> String,
    /// A warning.
    pub warning: fn(&ExpertWarning) -> String,
}
