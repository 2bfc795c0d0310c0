//! Memory of the stages of a plan, from the figures that all of them have in common.

use super::buffers::Buffers;
use super::phases::Phases;
use super::stage::StageMemory;
use crate::activations::WalkPeak;
use crate::amount::{Count, Leaf, Part, Sheet};
use crate::legal::Legal;
use crate::params::{Pieces, RankParams};
use crate::schedule::Pipeline;
use crate::units::Bytes;

/// The figures that all ranks of a plan have in common.
pub(super) struct StageMemoryModel<C: Count = u64> {
    pub(super) pipeline: Pipeline,
    pub(super) pieces: Pieces<C>,
    pub(super) buffers: Buffers<C>,
}

impl<C: Count> StageMemoryModel<C> {
    pub(super) fn of(legal: &Legal) -> Self {
        Self {
            pipeline: Pipeline::of(legal),
            pieces: Pieces::numbers_of(legal),
            buffers: Buffers::of(legal),
        }
    }

    /// Memory of one rank whose micro-batches hold `peak` at most.
    pub(super) fn stage(&self, legal: &Legal, rank: usize, peak: WalkPeak<C>) -> StageMemory<C> {
        let params = self.pieces.of_rank(legal, &self.pipeline, rank);
        let buffers = self.buffers.of_rank(legal, &self.pipeline, rank);
        self.holding(legal, params, buffers, peak)
    }

    /// Memory of a rank with these parameters, and these permanent and transient buffers.
    pub(super) fn holding(
        &self,
        legal: &Legal,
        params: RankParams<C>,
        [kept, passing]: [Bytes<C>; 2],
        peak: WalkPeak<C>,
    ) -> StageMemory<C> {
        let buffers = &self.buffers;
        let phases = Phases::of(legal, params, peak, passing);
        let (state, peak, transient) = if phases.is_step() {
            (phases.at_rest, WalkPeak::default(), phases.copies)
        } else {
            (phases.in_backward(), peak, phases.passing)
        };
        let at_rest = phases.at_rest.total().part(Part::StateAtRest);
        let mut memory = StageMemory {
            state,
            at_rest: at_rest + kept + buffers.transfers,
            activations: peak.activations,
            logits: peak.logits,
            buffers: kept + transient,
            cache: Bytes::ZERO,
            overhead: Bytes::ZERO,
            in_flight: 0,
        }
        .named();
        let allocated = memory.allocated();
        let wanted = buffers.wanted_cache(allocated, phases.cached());
        let must = (allocated + buffers.beside).part(Part::MustHave);
        // The allocator reserves no more than the capacity.
        let capacity = legal.plan.cluster.gpu.usable_memory().0;
        let capacity = Bytes(C::leaf(Leaf::Sheet(Sheet::Capacity), capacity));
        let room = capacity.saturating_sub(must).part(Part::CacheRoom);
        memory.cache = wanted.smaller(room).part(Part::Cache);
        memory.overhead = memory.cache + buffers.beside;
        memory.named()
    }
}
