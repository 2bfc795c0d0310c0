//! The kinds of memory of a stage.
//!
//! Tests: `tests/all/papers/terms.rs`.

use super::StageMemory;
use crate::certainty::Certainty;
use crate::units::Bytes;

/// A term of a stage's memory: its key, a function to read it, and its certainty.
#[derive(Clone, Copy)]
pub struct MemoryTerm {
    /// Key of the term in JSON, without the unit.
    pub key: &'static str,
    /// Reads it.
    pub of: fn(&StageMemory) -> Bytes,
    /// Certainty of the term.
    pub certainty: Certainty,
}

const fn memory(
    key: &'static str,
    of: fn(&StageMemory) -> Bytes,
    certainty: Certainty,
) -> MemoryTerm {
    MemoryTerm { key, of, certainty }
}

/// Every term of a stage's memory; their sum is the peak.
///
/// State is counted by recipe. Activations and logits are counted operation by operation and
/// confirmed by allocators' own figures. The memory of driver and communicators is a round figure.
pub static MEMORY: [MemoryTerm; 7] = [
    memory("weights", |stage| stage.state.weights, Certainty::Exact),
    memory("gradients", |stage| stage.state.gradients, Certainty::Exact),
    memory("optimizer", |stage| stage.state.optimizer, Certainty::Exact),
    memory(
        "activations",
        |stage| stage.activations,
        Certainty::Calibrated,
    ),
    memory("logits", |stage| stage.logits, Certainty::Calibrated),
    memory("buffers", |stage| stage.buffers, Certainty::Calibrated),
    memory("overhead", |stage| stage.overhead, Certainty::Assumed),
];
