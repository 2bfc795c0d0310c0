//! Choices that trade memory against time or precision.

use serde::{Deserialize, Serialize};

use super::words::{
    CrossEntropy, Dtype, GradientType, MasterWeights, Module, Offload, OffloadModule, Optimizer,
    Recompute, WeightStorage, WordSet,
};

/// Choices that trade memory against time or precision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Levers {
    /// Type of the matrix products.
    pub dtype: Dtype,
    /// Storage of weights.
    pub weight_storage: WeightStorage,
    /// The optimizer.
    pub optimizer: Optimizer,
    /// The copy of the weights that the optimizer updates; by recipe.
    pub master: Option<MasterWeights>,
    /// The type in which gradients are kept; by recipe.
    pub gradients: Option<GradientType>,
    /// Amount that is recomputed in backward.
    pub recompute: Recompute,
    /// Modules whose activations selective recompute drops.
    pub modules: WordSet<Module>,
    /// Layers per stage that full recompute covers; all by default.
    pub recompute_layers: Option<u64>,
    /// True if attention runs as one kernel that never writes the scores.
    pub flash: bool,
    /// Implementation of the loss.
    pub cross_entropy: CrossEntropy,
    /// State and activations that move to host memory.
    pub offload: WordSet<Offload>,
    /// Layers whose activations move to host memory; all by default.
    pub offload_layers: Option<u64>,
    /// Parts of the offloaded layers whose activations move; empty stands for all.
    pub offload_modules: WordSet<OffloadModule>,
    /// Tiles of tokens through which a dense MLP passes one after the other. From 2 on the MLP
    /// keeps only its input, and backward runs each tile again (Arctic Long Sequence Training,
    /// arXiv 2506.13996, section 3.1; DeepSpeed, `runtime/sequence_parallel/ulysses_sp.py`,
    /// `TiledMLP`).
    pub mlp_tiles: u64,
    /// True if data-parallel ranks gather weights in 8 bits, and keep them in 8 bits if the
    /// optimizer has wider ones. It has no effect unless products are in 8 bits.
    pub gathers_narrow: bool,
    /// True if the inputs of gated activation functions are kept in 8 bits for backward, whatever
    /// the type of the products is (DeepSeek-V3 2024, section 3.3.3; Megatron-LM,
    /// `activation_func_fp8_input_store`). It has no effect on models without gates.
    pub keeps_gates_narrow: bool,
}

impl Default for Levers {
    fn default() -> Self {
        Self {
            dtype: Dtype::Bf16,
            weight_storage: WeightStorage::Dtype,
            optimizer: Optimizer::AdamW,
            master: None,
            gradients: None,
            recompute: Recompute::None,
            modules: WordSet::of(&[Module::Core]),
            recompute_layers: None,
            flash: true,
            cross_entropy: CrossEntropy::Plain,
            offload: WordSet::EMPTY,
            offload_layers: None,
            offload_modules: WordSet::EMPTY,
            mlp_tiles: 1,
            gathers_narrow: false,
            keeps_gates_narrow: false,
        }
    }
}

impl Levers {
    /// True if the optimizer's moments can leave the GPU: the host updates the weights, or the driver
    /// pages the moments.
    #[must_use]
    pub fn moves_moments(&self) -> bool {
        self.offload.contains(Offload::Optimizer) || self.pages_moments()
    }

    /// True if the driver moves moments to the host where the GPU has no room for them, and the GPU
    /// updates the weights.
    #[must_use]
    pub fn pages_moments(&self) -> bool {
        self.offload.contains(Offload::Paged) && !self.offload.contains(Offload::Optimizer)
    }
}

impl CrossEntropy {
    /// True for a kernel written for the loss, as opposed to PyTorch's kernels, compiled or not.
    #[must_use]
    pub const fn is_fused(self) -> bool {
        matches!(self, Self::Fused | Self::Chunked | Self::Native)
    }
}
