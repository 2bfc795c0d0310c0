//! The mark of a figure: the colour of its bar.

use cost::why::Root;

/// The class of a figure's mark; empty if it has none.
pub(crate) const fn mark(root: Root) -> &'static str {
    match root {
        Root::LossCeiling => "ceiling",
        Root::LossPadding => "padding",
        Root::MemoryWeights => "weights",
        Root::MemoryGradients => "gradients",
        Root::MemoryOptimizer => "optimizer",
        Root::MemoryActivations => "activations",
        Root::MemoryLogits => "logits",
        Root::MemoryBuffers => "buffers",
        Root::MemoryOverhead => "overhead",
        Root::Mfu => "useful",
        Root::Compute | Root::BelowPeak | Root::LossKernels => "last-inch",
        Root::Recompute | Root::LossRecompute => "scratchpad",
        Root::ForwardOnly | Root::LossForwardOnly => "forward-only",
        Root::Communication
        | Root::Tensor
        | Root::Context
        | Root::Expert
        | Root::Pipeline
        | Root::Data => "cable",
        Root::Bubble | Root::Idle => "bubble",
        Root::Imbalance => "imbalance",
        Root::Optimizer => "state",
        _ => "",
    }
}
