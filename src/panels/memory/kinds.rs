//! The kinds of memory that the figure distinguishes.

use text::kinds;

/// A kind of memory: its class and its name.
type ShownKind = (&'static str, fn() -> &'static str);

/// The kinds from left to right, as in [`MEMORY`](cost::certainty::MEMORY): permanent ones first.
pub(super) static KINDS: [ShownKind; 7] = [
    ("weights", kinds::weights),
    ("gradients", kinds::gradients),
    ("optimizer", kinds::optimizer),
    ("activations", kinds::activations),
    ("logits", kinds::logits),
    ("buffers", kinds::buffers),
    ("overhead", kinds::overhead),
];
