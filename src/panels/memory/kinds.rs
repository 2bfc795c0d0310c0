//! The kinds of memory that the figure distinguishes.

use text::MemoryKinds;

/// A kind of memory: its class and its name. [`MEMORY`] reads its bytes from a stage.
pub(super) struct ShownKind {
    pub(super) class: &'static str,
    pub(super) name: fn(&MemoryKinds) -> &'static str,
}

/// The kinds from left to right, as in [`MEMORY`]: permanent ones first.
pub(super) static KINDS: [ShownKind; 7] = [
    ShownKind {
        class: "weights",
        name: |k| k.weights,
    },
    ShownKind {
        class: "gradients",
        name: |k| k.gradients,
    },
    ShownKind {
        class: "optimizer",
        name: |k| k.optimizer,
    },
    ShownKind {
        class: "activations",
        name: |k| k.activations,
    },
    ShownKind {
        class: "logits",
        name: |k| k.logits,
    },
    ShownKind {
        class: "buffers",
        name: |k| k.buffers,
    },
    ShownKind {
        class: "overhead",
        name: |k| k.overhead,
    },
];

/// The kinds' names, in their order.
pub(crate) fn names(words: &MemoryKinds) -> [&'static str; 7] {
    KINDS.each_ref().map(|kind| (kind.name)(words))
}
