//! Memory of one GPU, by what holds it.
//!
//! Tests: `tests/all/papers/buffers.rs`, `tests/all/papers/terms.rs`.

use crate::convention::MemoryKind;
use crate::state::State;
use crate::units::Bytes;

/// Memory of one GPU of a pipeline stage, at its peak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageMemory {
    /// Weights, gradients and optimizer state at the peak.
    pub state: State,
    /// Memory between two steps: state, scratch, workspaces and the last tensors that neighbouring
    /// stages sent.
    pub at_rest: Bytes,
    /// Activations in flight and the scratch of backward.
    pub activations: Bytes,
    /// Logits, their fp32 copies and gradients; the last stage only.
    pub logits: Bytes,
    /// Gathered ZeRO-3 layers, weight-gradient scratch, library workspaces.
    pub buffers: Bytes,
    /// Bytes that the allocator keeps cached beyond those allocated; part of `overhead`.
    pub cache: Bytes,
    /// Allocator cache, driver context, communicators.
    pub overhead: Bytes,
    /// Micro-batches in flight when the activations are at their peak, summed over virtual stages; 0
    /// where only bytes were computed.
    pub in_flight: u64,
}

impl StageMemory {
    /// Bytes that the process allocates: everything but the overhead.
    #[must_use]
    pub fn allocated(&self) -> Bytes {
        self.state.total() + self.activations + self.logits + self.buffers
    }

    /// Bytes that the process must have: allocated bytes, and bytes beside the allocator. The
    /// allocator gives up its cache before it fails.
    #[must_use]
    pub fn must(&self) -> Bytes {
        self.total().saturating_sub(self.cache)
    }

    /// Bytes that the allocator has reserved: `max_memory_reserved`.
    #[must_use]
    pub fn reserved(&self) -> Bytes {
        self.allocated() + self.cache
    }

    /// Bytes by a figure of this kind.
    #[must_use]
    pub fn of_kind(&self, kind: MemoryKind) -> Bytes {
        match kind {
            MemoryKind::Allocated => self.allocated(),
            MemoryKind::Reserved => self.reserved(),
            MemoryKind::NvidiaSmi => self.total(),
        }
    }

    /// All GPU memory in use, as `nvidia-smi` shows it.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.allocated() + self.overhead
    }

    /// This stage with this many bytes less; the state is never reduced.
    pub(super) fn with_less(mut self, mut bytes: Bytes) -> Self {
        let parts = [
            &mut self.overhead,
            &mut self.activations,
            &mut self.logits,
            &mut self.buffers,
        ];
        for part in parts {
            let taken = bytes.min(*part);
            *part = part.saturating_sub(taken);
            bytes = bytes.saturating_sub(taken);
        }
        self.cache = self.cache.min(self.overhead);
        self
    }
}
