//! The kinds of memory that the figure distinguishes.

use text::MemoryKinds;

/// A kind of memory: its class and its name.
type ShownKind = (&'static str, fn(&MemoryKinds) -> &'static str);

/// The kinds from left to right, as in [`MEMORY`](cost::certainty::MEMORY): permanent ones first.
pub(super) static KINDS: [ShownKind; 7] = [
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
