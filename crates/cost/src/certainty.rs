//! The origin of each term of an estimate: exact, calibrated or assumed.
//!
//! Tests: `tests/all/papers/terms.rs`.

pub use super::memory::{MEMORY, MemoryTerm};
use super::step::StepTime;
use super::units::Seconds;

/// The origin of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Counted from the plan: exact to the byte if the framework works as documented.
    Exact,
    /// Computed with constants that published runs have fitted or confirmed.
    Calibrated,
    /// Computed with constants that are plausible and that no published run has tested.
    Assumed,
}

/// A term of a step: its key, a function to read it, and its certainty.
#[derive(Clone, Copy)]
pub struct StepTerm {
    /// Key of the term in JSON, without the unit.
    pub key: &'static str,
    /// Reads it.
    pub of: fn(&StepTime) -> Seconds,
    /// Certainty of the term.
    pub certainty: Certainty,
}

const fn step(key: &'static str, of: fn(&StepTime) -> Seconds, certainty: Certainty) -> StepTerm {
    StepTerm { key, of, certainty }
}

/// Every term of a step; their sum is the step.
///
/// Bubble and imbalance are counted by simulation, but of calibrated times. Context parallelism, transfers
/// between stages and the optimizer are too small a part of the published steps to calibrate their
/// constants.
pub static STEP: [StepTerm; 11] = [
    step("compute", |time| time.compute, Certainty::Calibrated),
    step("recompute", |time| time.recompute, Certainty::Calibrated),
    step(
        "forward_only",
        |time| time.forward_only,
        Certainty::Calibrated,
    ),
    step("tp", |time| time.tensor, Certainty::Calibrated),
    step("cp", |time| time.context, Certainty::Assumed),
    step("ep", |time| time.expert, Certainty::Calibrated),
    step("pp", |time| time.pipeline, Certainty::Assumed),
    step("dp", |time| time.data, Certainty::Calibrated),
    step("bubble", |time| time.bubble, Certainty::Calibrated),
    step("imbalance", |time| time.imbalance, Certainty::Calibrated),
    step("optimizer", |time| time.optimizer, Certainty::Assumed),
];

impl Certainty {
    /// Name of the certainty in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Calibrated => "calibrated",
            Self::Assumed => "assumed",
        }
    }
}
