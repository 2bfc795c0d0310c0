//! Features of a plan that the estimate leaves out. They are reported, never dropped silently.
//!
//! Tests: `tests/all/machine.rs`, `tests/all/papers/utilisation.rs`.

use serde::{Deserialize, Serialize};

/// Something that the estimate leaves out. Its variants are codes of our JSON: they keep their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotModelled {
    /// A measurement whose plan cannot exist.
    MeasuredPlan,
    /// A measured step too far from the model's.
    MeasuredStep,
    /// A measured peak too far from the model's.
    MeasuredPeak,
    /// A measured peak so far from the model's that it is of its own plan only.
    FarPeak,
    /// A measured step in which the measured plan would compute more than its GPUs' peak.
    StepBeyondPeak,
    /// A pace from another plan's measured step. At this pace the plan would exceed its GPUs' peak.
    PaceBeyondPeak,
    /// FLOPs of masked scores: the usual MFU counts them, no kernel runs them, and with them the
    /// step would exceed the peak.
    MaskedScores,
    /// Adapters beside weights that are stored in 4 bits (`QLoRA`): the plan trains all weights.
    Adapters,
}
