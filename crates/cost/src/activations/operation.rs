//! Memory of a layer's operations in backward: the bytes that each keeps, needs and restores.

use super::quantity::TensorSum;
use crate::amount::{Amount as _, Count, Part};
use crate::plan::{OffloadModule, WordSet};
use crate::units::Bytes;

/// The function of an operation.
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
    /// The output projection of the attention.
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

impl OperationName {
    /// The name of the tensors that the operation keeps.
    const fn part(self) -> Part {
        match self {
            Self::Norm => Part::OfNorm,
            Self::Latents => Part::OfLatents,
            Self::Qkv => Part::OfQkv,
            Self::Core => Part::OfCore,
            Self::Projection => Part::OfOutput,
            Self::Dropout => Part::OfDropout,
            Self::MlpIn => Part::OfMlpIn,
            Self::Activation => Part::OfActivation,
            Self::MlpOut => Part::OfMlpOut,
            Self::Router => Part::OfRouter,
            Self::SharedIn => Part::OfSharedIn,
            Self::SharedOut => Part::OfSharedOut,
            Self::ExpertIn => Part::OfExpertIn,
            Self::ExpertActivation => Part::OfExpertActivation,
            Self::ExpertOut => Part::OfExpertOut,
            Self::Combine => Part::OfCombine,
        }
    }

    /// True if an offload of these parts of a layer moves the bytes that the operation keeps; an
    /// empty set stands for the whole layer. The parts are those of Megatron-LM
    /// (`transformer_config.py`, `offload_modules`), by the operation that keeps the tensor.
    #[must_use]
    pub fn moves(self, modules: WordSet<OffloadModule>) -> bool {
        let module = match self {
            Self::Norm => OffloadModule::Norm,
            Self::Qkv | Self::Latents => OffloadModule::Qkv,
            Self::Core => OffloadModule::Core,
            Self::Projection => OffloadModule::Projection,
            Self::MlpIn | Self::SharedIn | Self::ExpertIn => OffloadModule::FirstProduct,
            Self::Activation | Self::ExpertActivation => OffloadModule::Activation,
            Self::MlpOut | Self::SharedOut | Self::ExpertOut => OffloadModule::LastProduct,
            Self::Dropout | Self::Router | Self::Combine => return modules.is_empty(),
        };
        modules.is_empty() || modules.contains(module)
    }
}

/// One operation of the forward pass, seen from backward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperationMemory<Q = Bytes> {
    /// Name of the operation.
    pub name: OperationName,
    /// Bytes that the operation keeps from forward until its backward has run.
    pub saved: Q,
    /// Bytes that live only while its backward runs: gradients of its output and input,
    /// regathered inputs, scratch.
    pub transient: Q,
    /// Bytes that its weight gradient still needs once its input gradient is done: the inputs
    /// of a matrix product, and the gradients of its outputs.
    pub deferred: Q,
    /// Bytes that recomputation restores for the operation's backward.
    pub remade: Q,
    /// Bytes that recomputation restores together with the bytes of later operations. They exist
    /// from the backward of the last of these operations on.
    pub remade_early: Q,
}

impl<C: Count> OperationMemory<Bytes<C>> {
    /// The operation with names for what it keeps, needs and restores.
    pub(super) fn named(self) -> Self {
        if !C::Amount::IS_TRACED {
            return self;
        }
        Self {
            saved: self.saved.part(self.name.part()),
            transient: self.transient.part(Part::InOperation),
            deferred: self.deferred.part(self.name.part()),
            remade: self.remade.part(Part::RestoredTensors),
            remade_early: self.remade_early.part(Part::RestoredBlock),
            ..self
        }
    }
}

impl<Q: TensorSum> OperationMemory<Q> {
    /// An operation whose backward needs this much memory.
    pub(super) fn dependency(name: OperationName, transient: Q) -> Self {
        Self {
            name,
            transient,
            ..Self::default()
        }
    }

    /// Adds a weight gradient that needs these bytes.
    pub(super) fn defers(mut self, bytes: Q) -> Self {
        self.deferred = bytes;
        self
    }

    /// Adds bytes kept from forward to backward.
    pub(super) fn keeps(mut self, bytes: Q) -> Self {
        self.saved += bytes;
        self
    }

    /// Adds bytes kept from forward to backward. If recomputation drops them, they are restored
    /// just before the operation's backward.
    pub(super) fn keeps_unless(mut self, dropped: bool, bytes: Q) -> Self {
        *if dropped {
            &mut self.remade
        } else {
            &mut self.saved
        } += bytes;
        self
    }

    /// Adds bytes kept from forward to backward. If recomputation drops the block of operations,
    /// all of the block is restored at once.
    pub(super) fn keeps_unless_block(mut self, dropped: bool, bytes: Q) -> Self {
        *if dropped {
            &mut self.remade_early
        } else {
            &mut self.saved
        } += bytes;
        self
    }
}
