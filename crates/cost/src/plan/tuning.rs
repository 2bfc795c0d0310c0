//! The part of a model that a run trains.

use serde::{Deserialize, Serialize};

use super::words::{AdapterType, End, Objective, Reference, Target, Tuned, Word, WordSet};

/// The part of a model that a run trains: all of it, or adapters beside it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The weights that are trained.
    pub tuned: Tuned,
    /// Rank of the adapters, r.
    pub rank: u64,
    /// Matrices with an adapter.
    pub targets: WordSet<Target>,
    /// Ends of the model that are trained: by default both with all weights, and none beside adapters.
    /// Beside adapters a trained end is a second copy (PEFT, `modules_to_save`).
    pub ends: Option<WordSet<End>>,
    /// Layers from the first one on of which nothing is trained.
    pub frozen_first: u64,
    /// Layers up to the last one of which nothing is trained.
    pub frozen_last: u64,
    /// Type of the adapters; by recipe.
    pub adapters: Option<AdapterType>,
    /// True if the scales of 4-bit weights are quantised once more (Dettmers 2023, section 3).
    pub double_quantised: bool,
    /// Aim of the loss.
    pub objective: Objective,
    /// The model to which the loss compares the trained one; by objective.
    pub reference: Option<Reference>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            tuned: Tuned::All,
            rank: 16,
            // Dettmers 2023, section 4: all linear layers are needed to match full fine-tuning.
            targets: WordSet::of(<Target as Word>::ALL),
            ends: None,
            frozen_first: 0,
            frozen_last: 0,
            adapters: None,
            double_quantised: true,
            objective: Objective::NextToken,
            reference: None,
        }
    }
}

impl Tuning {
    /// True if the weights of the model stay as they are.
    #[must_use]
    pub const fn is_frozen(&self) -> bool {
        !matches!(self.tuned, Tuned::All)
    }

    /// True if a run starts from a trained model: with adapters, or with another aim than the next
    /// token. A run on all weights that predicts the next token counts as one from scratch.
    #[must_use]
    pub const fn starts_from_trained(&self) -> bool {
        self.is_frozen() || !matches!(self.objective, Objective::NextToken)
    }

    /// Training without a layer: its weights are frozen, and no matrix of it has an adapter.
    #[must_use]
    pub(crate) fn without_layer(self) -> Self {
        Self {
            tuned: match self.tuned {
                Tuned::All => Tuned::Lora,
                adapters => adapters,
            },
            targets: WordSet::EMPTY,
            ..self
        }
    }

    /// True if nothing is trained of some layers.
    #[must_use]
    pub const fn freezes_layers(&self) -> bool {
        self.frozen_first > 0 || self.frozen_last > 0
    }

    /// True if a matrix has an adapter.
    #[must_use]
    pub fn adapts(&self, target: Target) -> bool {
        self.is_frozen() && self.targets.contains(target)
    }
}
