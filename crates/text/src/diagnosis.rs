//! Sentences about the limits of a plan.

use cost::Estimate;
use formats::number::Units;
use search::diagnosis::{Advice, ExpertWarning, Limit};

/// Words of the diagnosis.
#[derive(Clone, Copy, Debug)]
pub struct DiagnosisText {
    /// Name of the view.
    pub heading: &'static str,
    /// What limits the plan, the worst first, with figures.
    pub limits: fn(&Estimate, &[Limit], Units) -> String,
    /// While the change that helps most is sought.
    pub pending: &'static str,
    /// Before the change that helps most: of all that were tried, of those tried before the search
    /// was stopped.
    pub helps: [&'static str; 2],
    /// Where none helps: the same.
    pub nothing_helps: [&'static str; 2],
    /// The search for such a change stopped after so many plans.
    pub stopped: fn(u64) -> String,
    /// What the change brings.
    pub effect: fn(&Advice, Units) -> String,
    /// A warning.
    pub warning: fn(&ExpertWarning) -> String,
}
