//! The kinds of memory that the figure distinguishes.

use text::MemoryKinds;

/// The kinds from left to right, as in [`MEMORY`](cost::certainty::MEMORY): the class and the name of each, permanent ones
/// first.
pub(super) static KINDS: [(&str, fn(&MemoryKinds) -> &'static str); 7] = [
    ("weights", |k| k.weights),
    ("gradients", |k| k.gradients),
    ("optimizer", |k| k.optimizer),
    ("activations", |k| k.activations),
    ("logits", |k| k.logits),
    ("buffers", |k| k.buffers),
    ("overhead", |k| k.overhead),
];

/// The kinds' names, in their order.
pub(crate) fn names(words: &MemoryKinds) -> [&'static str; 7] {
    KINDS.map(|(_, name)| name(words))
}
