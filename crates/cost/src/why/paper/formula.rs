//! The textbook's formula of each figure.

use super::given::{Given, Textbook};
use crate::why::root::Root;

impl Given<'_> {
    /// The formula of a figure of this value; `None` of figures for which no work has one, and of
    /// those whose cause the plan does not have.
    pub(super) fn textbook(&self, root: Root, ours: f64) -> Option<Textbook> {
        match root {
            Root::Mfu => Some(self.mfu(ours)),
            Root::Idle => self.idle(),
            Root::Step => Some(self.step()),
            Root::Compute => Some(self.compute()),
            Root::Recompute => self.recompute(),
            Root::ForwardOnly => self.forward_only(),
            Root::Communication => self.communication(),
            Root::Tensor => self.tensor(),
            Root::Context => self.context(),
            Root::Expert => self.expert(),
            Root::Pipeline => self.pipeline(),
            Root::Data => self.data(),
            Root::Bubble => self.bubble(),
            Root::Optimizer => Some(self.optimizer()),
            Root::Steps => Some(self.steps(ours)),
            Root::Goodput => Some(self.goodput(ours)),
            Root::Days => Some(self.days(ours)),
            Root::GpuHours => Some(self.gpu_hours(ours)),
            Root::Cost => Some(self.cost(ours)),
            Root::Energy => Some(self.energy(ours)),
            Root::MemoryTotal | Root::MemoryMust => Some(self.memory_total()),
            Root::MemoryWeights => Some(self.memory_weights()),
            Root::MemoryGradients => Some(self.memory_gradients()),
            Root::MemoryOptimizer => Some(self.memory_optimizer()),
            Root::MemoryActivations => Some(self.memory_activations()),
            Root::MemoryLogits => self.memory_logits(),
            Root::MemoryBuffers => self.memory_buffers(),
            Root::MemoryAtRest => Some(self.memory_at_rest()),
            Root::Imbalance | Root::MemoryOverhead => None,
        }
    }
}
