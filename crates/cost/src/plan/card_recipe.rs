//! The framework that follows from the card: not every framework runs on the cards of every maker.
//!
//! Tests: `crates/formats/tests/all/catalogue.rs`.

use super::{Family, Gpu, Plan, Recipe};

impl Family {
    /// Framework with which cards of a family usually train. TPUs have `MaxText`. Trainium has
    /// torchtitan: AWS extends it for large-scale training on `TorchNeuron`, whose FSDP, `DTensor` and
    /// collectives are PyTorch's (AWS Neuron documentation, "What is `TorchTitan` Neuron?"). Ascend
    /// has Megatron-LM: `MindSpeed` patches it and keeps its defaults (Ascend/MindSpeed-LLM).
    #[must_use]
    pub const fn usual_recipe(self) -> Recipe {
        match self {
            Self::Tpu => Recipe::MaxText,
            Self::Trainium => Recipe::TorchTitan,
            _ => Recipe::Megatron,
        }
    }

    /// True if a framework runs on cards of a family. Trainium runs torchtitan and Hugging Face's
    /// trainers (AWS Neuron documentation, "Train models on Neuron"). Ascend runs the frameworks
    /// that Huawei adapts: Megatron-LM, `DeepSpeed`, torchtitan and Hugging Face's trainers.
    #[must_use]
    pub const fn runs(self, recipe: Recipe) -> bool {
        match self {
            Self::Tpu => matches!(recipe, Recipe::MaxText),
            Self::Trainium => matches!(recipe, Recipe::TorchTitan | Recipe::HuggingFace),
            Self::Ascend => !matches!(
                recipe,
                Recipe::MaxText | Recipe::Nemo | Recipe::LlmFoundry | Recipe::Nanotron
            ),
            _ => true,
        }
    }
}

impl Plan {
    /// Moves the plan to another card. A framework that does not run on the new card, or that was
    /// the usual one of the old card, is replaced by the new card's usual one.
    ///
    /// ```
    /// use cost::plan::Recipe;
    /// use formats::catalog;
    /// let mut plan = catalog::default_plan();
    /// plan.move_to(catalog::gpu("tpu-v5p").unwrap());
    /// assert_eq!(plan.stack.recipe, Recipe::MaxText);
    /// plan.move_to(catalog::gpu("h100").unwrap());
    /// assert_eq!(plan.stack.recipe, Recipe::Megatron);
    /// ```
    pub fn move_to(&mut self, gpu: Gpu) {
        let recipe = self.stack.recipe;
        let former = self.cluster.gpu.family.usual_recipe();
        let usual = gpu.family.usual_recipe();
        if !gpu.family.runs(recipe) || (recipe == former && former != usual) {
            self.stack.recipe = usual;
        }
        self.cluster.gpu = gpu;
    }
}
