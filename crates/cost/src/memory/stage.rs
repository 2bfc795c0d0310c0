//! Memory of one GPU, by what holds it.
//!
//! Tests: `tests/all/papers/buffers.rs`, `tests/all/papers/terms.rs`.

use crate::amount::{Count, Part};
use crate::convention::MemoryKind;
use crate::state::State;
use crate::units::Bytes;

/// Memory of one GPU of a pipeline stage, at its peak.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct StageMemory<C: Count = u64> {
    /// Weights, gradients and optimizer state at the peak.
    pub state: State<C>,
    /// Memory between two steps: state, scratch, workspaces and the last tensors that neighbouring
    /// stages sent.
    pub at_rest: Bytes<C>,
    /// Activations in flight and the scratch of backward.
    pub activations: Bytes<C>,
    /// Logits, their fp32 copies and gradients; the last stage only.
    pub logits: Bytes<C>,
    /// Gathered ZeRO-3 layers, weight-gradient scratch, library workspaces.
    pub buffers: Bytes<C>,
    /// Bytes that the allocator keeps cached beyond those allocated; part of `overhead`.
    pub cache: Bytes<C>,
    /// Allocator cache, driver context, communicators.
    pub overhead: Bytes<C>,
    /// Micro-batches in flight when the activations are at their peak, summed over virtual stages; 0
    /// where only bytes were computed.
    pub in_flight: u64,
}

impl<C: Count> Clone for StageMemory<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Count> Copy for StageMemory<C> {}

impl<C: Count> StageMemory<C> {
    /// The parts with their names.
    pub(super) fn named(self) -> Self {
        Self {
            state: self.state.named(),
            activations: self.activations.part(Part::ActivationBytes),
            logits: self.logits.part(Part::LogitBytes),
            buffers: self.buffers.part(Part::BufferBytes),
            overhead: self.overhead.part(Part::OverheadBytes),
            ..self
        }
    }

    /// Bytes that the process allocates: everything but the overhead.
    #[must_use]
    pub fn allocated(&self) -> Bytes<C> {
        (self.state.total() + self.activations + self.logits + self.buffers)
            .part(Part::AllocatedBytes)
    }

    /// Bytes that the process must have: allocated bytes, and bytes beside the allocator. The
    /// allocator gives up its cache before it fails.
    #[must_use]
    pub fn must(&self) -> Bytes<C> {
        self.total().saturating_sub(self.cache)
    }

    /// Bytes that the allocator has reserved: `max_memory_reserved`.
    #[must_use]
    pub fn reserved(&self) -> Bytes<C> {
        self.allocated() + self.cache
    }

    /// All GPU memory in use, as `nvidia-smi` shows it.
    #[must_use]
    pub fn total(&self) -> Bytes<C> {
        (self.allocated() + self.overhead).part(Part::TotalBytes)
    }

    /// This stage with this many bytes more of overhead, or with less of all but the state.
    pub(crate) fn with_more_overhead(self, is_less: bool, bytes: Bytes<C>) -> Self {
        if is_less {
            self.with_less(bytes).named()
        } else {
            let overhead = self.overhead + bytes;
            Self { overhead, ..self }.named()
        }
    }

    /// This stage with this many bytes less; the state is never reduced.
    fn with_less(mut self, mut bytes: Bytes<C>) -> Self {
        let parts = [
            &mut self.overhead,
            &mut self.activations,
            &mut self.logits,
            &mut self.buffers,
        ];
        for part in parts {
            let taken = bytes.smaller(*part);
            *part = part.saturating_sub(taken);
            bytes = bytes.saturating_sub(taken);
        }
        self.cache = self.cache.smaller(self.overhead);
        self
    }
}

impl StageMemory {
    /// Bytes by a figure of this kind.
    #[must_use]
    pub fn of_kind(&self, kind: MemoryKind) -> Bytes {
        match kind {
            MemoryKind::Allocated => self.allocated(),
            MemoryKind::Reserved => self.reserved(),
            MemoryKind::NvidiaSmi => self.total(),
        }
    }
}
