//! The operations of one layer, and the walk of its backward over them.

use super::attention;
use super::mlp;
use super::operation::{OperationMemory, OperationName};
use super::quantity::TensorSum;
use super::sizes::Sizes;
use crate::amount::{Count, Part, Symbol};
use crate::legal::Legal;
use crate::params::LayerKind;
use crate::plan::{Module, Offload, Recipe};
use crate::units::Bytes;

/// Activations of one layer and micro-batch on one rank.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LayerActivations<C: Count = u64> {
    /// Bytes that the layer keeps of one micro-batch from forward to backward.
    pub kept: Bytes<C>,
    /// Peak bytes of the layer's backward, including those that the layer keeps.
    pub walk: Bytes<C>,
    /// Bytes held until the delayed weight gradients of one micro-batch have run.
    pub deferred: Bytes<C>,
    /// The layer's input, all that full recompute keeps.
    pub input: Bytes<C>,
    /// Bytes of `kept` that move to the host if the layer's activations are offloaded.
    pub moves: Bytes<C>,
}

impl<C: Count> Clone for LayerActivations<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Count> Copy for LayerActivations<C> {}

impl<C: Count> LayerActivations<C> {
    /// The sum over the operations of a layer of a kind.
    ///
    /// Korthikanti 2022, section 4, is the special case of a GELU MLP of 4h with dropout and no
    /// Flash Attention: s·b·h·(34 + 5·a·s/h). Norm statistics add 16 bytes a token.
    pub(super) fn of(legal: &Legal, sizes: &Sizes<Bytes<C>>, kind: LayerKind) -> Self {
        let mut walk = Walk::default();
        let mut moves = Bytes::ZERO;
        operations(legal, sizes, kind, &mut |operation| {
            let operation: OperationMemory<Bytes<C>> = operation.named();
            if operation.name.moves(legal.plan.levers.offload_modules) {
                moves += operation.saved;
            }
            walk.pass(operation);
        });
        Self {
            kept: walk.below.part(Part::KeptByLayer),
            // The gradient of the residual stream is alive through the whole of a branch.
            walk: (walk.peak + sizes.stream).part(Part::LayerBackwardPeak),
            deferred: walk.deferred.part(Part::DeferredByLayer),
            input: sizes.stream,
            moves: moves.part(Part::MovedByLayer),
        }
    }

    /// Bytes of a recomputed layer that are still there while the next of `layers` such layers runs
    /// backward: no more than recomputation has dropped of the others.
    ///
    /// Under PyTorch's first FSDP, frozen units have no gradient whose hook would wait for them, so that
    /// the host recomputes a layer ahead. The peaks of fms-acceleration's runs show it: on one GPU they
    /// rise by 66 bytes of each number of the stream, on two and four by 126.
    #[must_use]
    pub(crate) fn freed_late(&self, legal: &Legal, layers: u64) -> Bytes<C> {
        let plan = legal.plan;
        let is_first = matches!(plan.stack.recipe, Recipe::HuggingFace | Recipe::Verl);
        let is_early = is_first && plan.tuning.is_frozen();
        let is_sharded = plan.layout.zero.shards_weights() && legal.shard_group() > 1;
        // Recomputed tensors that move to the host do not wait on the GPU.
        let moves = plan.levers.offload.contains(Offload::Activations);
        if !is_early || !is_sharded || moves {
            return Bytes::ZERO;
        }
        let dropped = self.kept.saturating_sub(self.input);
        let dropped = dropped.or_part(Part::DroppedByLayer);
        let others = C::letter(Symbol::OtherLayers, layers.saturating_sub(1));
        let dropped = (dropped * others).or_part(Part::DroppedByOthers);
        self.walk.smaller(dropped).part(Part::FreedLate)
    }

    /// Bytes of `kept` that remain on the GPU if the layer's activations are offloaded.
    #[must_use]
    pub fn kept_on_gpu(&self) -> Bytes<C> {
        self.kept.saturating_sub(self.moves).part(Part::KeptOnGpu)
    }
}

/// Lists the operations of a layer of a kind in forward order.
pub(super) fn operations<Q: TensorSum>(
    legal: &Legal,
    sizes: &Sizes<Q>,
    kind: LayerKind,
    list: &mut impl FnMut(OperationMemory<Q>),
) {
    let norm = |is_dropped: bool| {
        OperationMemory::dependency(OperationName::Norm, sizes.stream.times(2))
            .keeps_unless(is_dropped, sizes.norm_input + sizes.norm_statistics)
    };
    // Recompute of single operations keeps the layer's input for the first norm.
    let every_second = sizes.drops(Module::Ops);
    let dropout = OperationMemory::dependency(OperationName::Dropout, sizes.stream.times(2))
        .keeps(sizes.mask);
    list(norm(false));
    attention::list(legal, sizes, list);
    list(dropout);
    list(norm(every_second));
    match kind {
        LayerKind::Dense => mlp::list_dense(legal, sizes, list),
        LayerKind::Routed => mlp::list_routed(legal, sizes, list),
    }
    list(dropout);
}

/// A walk over a layer's operations in forward order. When an operation runs backward, the later
/// ones are freed, and it and the earlier ones still keep their bytes.
#[derive(Default)]
struct Walk<C: Count> {
    /// Bytes that the operations up to here keep.
    below: Bytes<C>,
    /// Bytes of these operations that recomputation has restored at once.
    early: Bytes<C>,
    deferred: Bytes<C>,
    peak: Bytes<C>,
}

impl<C: Count> Walk<C> {
    fn pass(&mut self, operation: OperationMemory<Bytes<C>>) {
        self.below += operation.saved;
        self.early += operation.remade_early;
        self.deferred += operation.deferred;
        // A block is restored when backward enters it, not before.
        let inside = operation.remade_early > Bytes::ZERO;
        let block = if inside { self.early } else { Bytes::ZERO };
        let moment = self.below + block + operation.remade + operation.transient;
        self.peak = self.peak.max(moment);
    }
}
