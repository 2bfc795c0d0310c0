//! The textbook's formula of each figure.

use super::exchanges::Sent;
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
            Root::Tensor => self.tensor().map(Sent::time),
            Root::Context => self.context().map(Sent::time),
            Root::Expert => self.expert().map(Sent::time),
            Root::Pipeline => self.pipeline().map(Sent::time),
            Root::Data => self.data().map(Sent::time),
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
            Root::TrafficTensor => self.tensor().map(Sent::bytes),
            Root::TrafficContext => self.context().map(Sent::bytes),
            Root::TrafficExpert => self.expert().map(Sent::bytes),
            Root::TrafficPipeline => self.pipeline().map(Sent::bytes),
            Root::TrafficData => self.data().map(Sent::bytes),
            Root::YoungInterval | Root::DalyInterval => Some(self.interval(ours)),
            Root::Checkpoint => Some(self.checkpoint(ours)),
            Root::BillState => Some(self.bill_state()),
            Root::BillFlops => Some(self.bill_flops()),
            Root::BillAtPeak => Some(self.bill_at_peak()),
            Root::BillActivations => Some(self.bill_activations(ours)),
            // Measures, shares and losses that no work has as a formula.
            _ => None,
        }
    }
}
