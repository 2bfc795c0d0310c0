//! The kinds of memory that the figure distinguishes.

use cost::why::Root;
use text::kinds;

/// A kind of memory: its class, its name, and the figure of it.
pub(crate) type ShownKind = (&'static str, fn() -> &'static str, Root);

/// The kinds from left to right, as in [`MEMORY`](cost::certainty::MEMORY): permanent ones first.
pub(crate) static KINDS: [ShownKind; 7] = [
    ("weights", kinds::weights, Root::MemoryWeights),
    ("gradients", kinds::gradients, Root::MemoryGradients),
    ("optimizer", kinds::optimizer, Root::MemoryOptimizer),
    ("activations", kinds::activations, Root::MemoryActivations),
    ("logits", kinds::logits, Root::MemoryLogits),
    ("buffers", kinds::buffers, Root::MemoryBuffers),
    ("overhead", kinds::overhead, Root::MemoryOverhead),
];
