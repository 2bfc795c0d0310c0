//! The outcome of an exported file in its framework.

use crate::export::Note;
use cost::legal::Reason;
use cost::memory::Verdict;
use cost::plan::Plan;
use cost::units::{Bytes, Seconds};

/// The outcome of an exported file in its framework.
#[derive(Clone, Debug, PartialEq)]
pub enum FileRun {
    /// The framework runs the plan, or one that differs only in settings without effect.
    Plan,
    /// The framework refuses these aspects of the plan.
    Refused(Vec<Note>),
    /// The framework runs another plan.
    Other(Box<OtherRun>),
    /// The plan of the file is illegal for these reasons. They are empty if the file cannot be read
    /// again.
    Illegal(Box<Plan>, Vec<Reason>),
}

/// Another plan than the exported one.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherRun {
    /// The plan that the file runs.
    pub plan: Plan,
    /// Keys of a link with the values of the exported plan and of the file's.
    pub changes: Vec<(&'static str, String, String)>,
    /// Time of a step, of the exported plan and of the file's.
    pub step: [Seconds; 2],
    /// Peak memory of the fullest GPU, of the exported plan and of the file's.
    pub peak: [Bytes; 2],
    /// Verdict on the memory of the file's plan.
    pub verdict: Verdict,
}
