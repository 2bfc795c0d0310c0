//! Kinds of memory and time.

use cost::certainty::Certainty;

messages!("kinds");

/// The certainty of a term in a word.
#[must_use]
pub fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => exact(),
        Certainty::Calibrated => calibrated(),
        Certainty::Assumed => assumed(),
    }
}

/// Names of the terms of a stage's memory, in the order of [`cost::certainty::MEMORY`].
#[must_use]
pub fn memory_terms() -> [&'static str; 7] {
    [
        weights(),
        gradients(),
        optimizer(),
        activations(),
        logits(),
        buffers(),
        overhead(),
    ]
}
