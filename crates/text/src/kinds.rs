//! Kinds of memory and time.

messages!("kinds");

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
