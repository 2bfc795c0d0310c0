//! The operations of one layer, and the walk of its backward over them.

use super::attention;
use super::mlp;
use super::quantity::Quantity;
use super::sizes::Sizes;
use crate::legal::Legal;
use crate::params::LayerKind;
use crate::units::Bytes;

/// What an operation does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OperationName {
    /// A norm before the attention or the MLP.
    #[default]
    Norm,
    /// The projections into the latents of latent attention.
    Latents,
    /// The projections into queries, keys and values.
    Qkv,
    /// The attention core.
    Core,
    /// The projection out of the attention.
    Projection,
    /// Dropout at the end of a branch.
    Dropout,
    /// The MLP's first product.
    MlpIn,
    /// The MLP's activation function.
    Activation,
    /// The MLP's last product.
    MlpOut,
    /// The router, and the permutation of the tokens that it orders.
    Router,
    /// The shared experts' first product and activation function.
    SharedIn,
    /// The shared experts' last product.
    SharedOut,
    /// The routed experts' first product.
    ExpertIn,
    /// The routed experts' activation function.
    ExpertActivation,
    /// The routed experts' last product.
    ExpertOut,
    /// Bringing the token copies back.
    Combine,
}

/// One operation of the forward pass, seen from backward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operation<Q = Bytes> {
    /// What it does.
    pub name: OperationName,
    /// Bytes it keeps from forward until its backward has run.
    pub saved: Q,
    /// Bytes that live only while its backward runs: gradients of its output and input,
    /// regathered inputs, scratch.
    pub transient: Q,
    /// Bytes that its weight gradient still needs once its input gradient is done: the inputs
    /// of a matrix product, and the gradients of its outputs.
    pub deferred: Q,
    /// Bytes that recomputation brings back for its own backward.
    pub remade: Q,
    /// Bytes that recomputation brings back together with those of later operations, so that
    /// they are there from the backward of the last of them.
    pub remade_early: Q,
}

/// Activations of one layer and micro-batch on one rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerActivations {
    /// Bytes that one micro-batch leaves behind in this layer.
    pub kept: Bytes,
    /// The most that backward of this layer holds, what the layer itself keeps included.
    pub walk: Bytes,
    /// Bytes that stay from the input gradients of one micro-batch to its weight gradients.
    pub deferred: Bytes,
    /// The layer's input, all that full recompute keeps.
    pub input: Bytes,
}

impl<Q: Quantity> Operation<Q> {
    /// An operation whose backward needs this much room.
    pub(super) fn needs(name: OperationName, transient: Q) -> Self {
        Self {
            name,
            transient,
            ..Self::default()
        }
    }

    /// Has a weight gradient, which needs these bytes.
    pub(super) fn defers(mut self, bytes: Q) -> Self {
        self.deferred = bytes;
        self
    }

    /// Keeps bytes from forward to backward.
    pub(super) fn keeps(mut self, bytes: Q) -> Self {
        self.saved += bytes;
        self
    }

    /// Keeps bytes unless recomputation drops them; then they come back just in time.
    pub(super) fn keeps_unless(mut self, dropped: bool, bytes: Q) -> Self {
        *if dropped {
            &mut self.remade
        } else {
            &mut self.saved
        } += bytes;
        self
    }

    /// Keeps bytes unless recomputation drops a block of operations, all of which comes back
    /// at once.
    pub(super) fn keeps_unless_block(mut self, dropped: bool, bytes: Q) -> Self {
        *if dropped {
            &mut self.remade_early
        } else {
            &mut self.saved
        } += bytes;
        self
    }
}

impl LayerActivations {
    /// Adds up what a layer of a kind keeps.
    ///
    /// Korthikanti 2022, section 4, is the special case of a GELU MLP of 4h with dropout and no
    /// Flash Attention: s·b·h·(34 + 5·a·s/h), to which norm statistics add 16 bytes a token.
    pub(super) fn of(legal: &Legal, sizes: &Sizes<Bytes>, kind: LayerKind) -> Self {
        let mut walk = Walk::default();
        operations(legal, sizes, kind, &mut |operation| walk.pass(operation));
        Self {
            kept: walk.below,
            // The gradient of the residual stream is alive through the whole of a branch.
            walk: walk.peak + sizes.stream,
            deferred: walk.deferred,
            input: sizes.stream,
        }
    }
}

/// Lists the operations of a layer of a kind in forward order.
pub(super) fn operations<Q: Quantity>(
    legal: &Legal,
    sizes: &Sizes<Q>,
    kind: LayerKind,
    list: &mut impl FnMut(Operation<Q>),
) {
    let norm = Operation::needs(OperationName::Norm, sizes.stream * 2)
        .keeps(sizes.norm_input + sizes.norm_statistics);
    let dropout = Operation::needs(OperationName::Dropout, sizes.stream * 2).keeps(sizes.mask);
    list(norm);
    attention::list(legal, sizes, list);
    list(dropout);
    list(norm);
    match kind {
        LayerKind::Dense => mlp::list_dense(legal, sizes, list),
        LayerKind::Routed => mlp::list_routed(legal, sizes, list),
    }
    list(dropout);
}

/// A walk over a layer's operations in forward order: backward is at its fullest when the later
/// ones have run and all of these still stand.
#[derive(Default)]
struct Walk {
    /// What the operations up to here keep.
    below: Bytes,
    /// What recomputation has brought back of them at once.
    early: Bytes,
    deferred: Bytes,
    peak: Bytes,
}

impl Walk {
    fn pass(&mut self, operation: Operation) {
        self.below += operation.saved;
        self.early += operation.remade_early;
        self.deferred += operation.deferred;
        // A block comes back when backward enters it, not before.
        let inside = operation.remade_early > Bytes::ZERO;
        let block = if inside { self.early } else { Bytes::ZERO };
        let moment = self.below + block + operation.remade + operation.transient;
        self.peak = self.peak.max(moment);
    }
}
