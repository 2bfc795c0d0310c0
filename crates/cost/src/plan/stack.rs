//! A software stack, and the defaults of its framework.

use serde::{Deserialize, Serialize};

use super::words::{
    Dispatcher, GradientSync, GraphScope, Kernels, Messages, OptimizerKernel, Overlap, Recipe,
    WordSet,
};

/// A software stack: a framework, and the settings that differ from its defaults.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stack {
    /// Framework whose defaults apply.
    pub recipe: Recipe,
    /// Communication that hides under compute; by recipe.
    pub overlap: Option<WordSet<Overlap>>,
    /// Fusion of elementwise kernels; by recipe.
    pub kernels: Option<Kernels>,
    /// Generation of the Flash Attention kernel, 1 to 3; by recipe.
    pub flash_generation: Option<u64>,
    /// Grouping of gradients into messages; by recipe.
    pub messages: Option<Messages>,
    /// The micro-batches after which sharded gradients are reduced; by recipe.
    pub gradient_sync: Option<GradientSync>,
    /// Number of tensors that a kernel of the optimizer's step updates; by recipe.
    pub optimizer_kernel: Option<OptimizerKernel>,
    /// The software that sends tokens to experts; by recipe.
    pub dispatcher: Option<Dispatcher>,
    /// The part of a layer that a CUDA graph launches; by recipe.
    pub graphs: Option<GraphScope>,
    /// Load of the busiest expert over the mean; 1.1 by default for MoE.
    pub imbalance: Option<f64>,
    /// True if kernels must be deterministic, which takes larger workspaces.
    pub deterministic: bool,
    /// True if the kernels of products, where they can, add weight gradients to the accumulated
    /// ones.
    pub fused_accumulation: bool,
}

impl Default for Stack {
    fn default() -> Self {
        Self {
            recipe: Recipe::Megatron,
            overlap: None,
            kernels: None,
            flash_generation: None,
            messages: None,
            gradient_sync: None,
            optimizer_kernel: None,
            dispatcher: None,
            graphs: None,
            imbalance: None,
            deterministic: false,
            fused_accumulation: true,
        }
    }
}

impl Recipe {
    /// Communication that the framework overlaps with compute by default.
    ///
    /// Source: the defaults and launch scripts of the frameworks, at the time of the published
    /// runs. Ring attention overlaps in every framework that has it.
    pub(super) fn overlap(self) -> WordSet<Overlap> {
        match self {
            Self::Nemo => WordSet::of(&[
                Overlap::Tensor,
                Overlap::Pipeline,
                Overlap::Data,
                Overlap::Context,
            ]),
            Self::Megatron
            | Self::TorchTitan
            | Self::LlmFoundry
            | Self::HuggingFace
            | Self::Verl => WordSet::of(&[Overlap::Data, Overlap::Context]),
            // XLA's scheduler hides collectives under whatever does not depend on them.
            Self::MaxText => WordSet::of(&[Overlap::Tensor, Overlap::Data, Overlap::Context]),
            // DeepSpeed reduces gradients beside the backward (`overlap_comm`) only if its file
            // sets this.
            Self::ZeroPaper
            | Self::DeepSpeed
            | Self::HuggingFaceDeepSpeed
            | Self::OpenRlhf
            | Self::Nanotron => WordSet::of(&[Overlap::Context]),
        }
    }

    /// Fusion of the recipe's elementwise kernels.
    pub(super) fn kernels(self) -> Kernels {
        match self {
            Self::Megatron | Self::Nemo => Kernels::Fused,
            Self::DeepSpeed => Kernels::EarlyFused,
            Self::TorchTitan | Self::MaxText => Kernels::Compiled,
            Self::ZeroPaper
            | Self::LlmFoundry
            | Self::Nanotron
            | Self::HuggingFace
            | Self::HuggingFaceDeepSpeed
            | Self::Verl
            | Self::OpenRlhf => Kernels::Eager,
        }
    }

    /// Generation of Flash Attention in the recipe.
    pub(super) fn flash_generation(self) -> u64 {
        match self {
            Self::LlmFoundry => 1,
            _ => 2,
        }
    }

    /// Gradient grouping (message sizes) of the recipe.
    pub(super) fn messages(self) -> Messages {
        match self {
            Self::Nanotron => Messages::Tensor,
            Self::TorchTitan
            | Self::LlmFoundry
            | Self::MaxText
            | Self::HuggingFace
            | Self::Verl => Messages::Layer,
            Self::Megatron
            | Self::ZeroPaper
            | Self::DeepSpeed
            | Self::Nemo
            | Self::HuggingFaceDeepSpeed
            | Self::OpenRlhf => Messages::Bucket,
        }
    }
}
