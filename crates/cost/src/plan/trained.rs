//! The ends and the layers of a plan's model of which something is trained.
//!
//! Tests: `tests/all/papers/frozen_parts.rs`.

use std::ops::Range;

use super::Plan;
use super::words::{End, Recompute, Word as _, WordSet};

impl Plan {
    /// The ends of the model that are trained.
    #[must_use]
    pub fn trained_ends(&self) -> WordSet<End> {
        match [End::Embedding, End::Head].map(|end| self.trains_end(end)) {
            [true, true] => WordSet::of(End::ALL),
            [true, false] => WordSet::of(&[End::Embedding]),
            [false, true] => WordSet::of(&[End::Head]),
            [false, false] => WordSet::EMPTY,
        }
    }

    /// True if an end of the model is trained. Tied ends are one table, which is trained if either is
    /// chosen.
    #[must_use]
    pub fn trains_end(&self, end: End) -> bool {
        match self.tuning.ends {
            None => !self.tuning.is_frozen(),
            Some(ends) if self.model.tied => !ends.is_empty(),
            Some(ends) => ends.contains(end),
        }
    }

    /// True if weights of the model stay as they are: all of them beside adapters, or those of some
    /// parts.
    #[must_use]
    pub fn has_frozen(&self) -> bool {
        self.tuning.is_frozen()
            || self.tuning.freezes_layers()
            || End::ALL.iter().any(|end| !self.trains_end(*end))
    }

    /// The layers of which something is trained, counted from 0, without those that predict further
    /// tokens, which always are.
    #[must_use]
    pub const fn trained_layers(&self) -> Range<u64> {
        let end = self.model.layers.saturating_sub(self.tuning.frozen_last);
        let first = if self.tuning.frozen_first < end {
            self.tuning.frozen_first
        } else {
            end
        };
        first..end
    }

    /// First layers that no backward reaches, because nothing below the first trained layer is
    /// trained. In a pipeline every layer counts as having one: what a stage receives requires a
    /// gradient (Megatron-LM, `megatron/core/pipeline_parallel/p2p_communication.py`). With adapters
    /// and checkpoints of whole layers Hugging Face's Trainer lets the embedding's output require a
    /// gradient (`enable_input_require_grads` in `transformers/modeling_utils.py`).
    #[must_use]
    pub fn skipped_layers(&self) -> u64 {
        let requires_inputs = self.tuning.is_frozen()
            && self.stack.recipe.has_trainer()
            && self.levers.recompute == Recompute::Full;
        if self.trains_end(End::Embedding) || requires_inputs || self.layout.pipeline > 1 {
            0
        } else {
            self.trained_layers().start
        }
    }

    /// True if a backward reaches the embedding. Beside adapters it is counted even where nothing of
    /// the embedding is trained, unless first layers have no backward.
    #[must_use]
    pub fn reaches_embedding(&self) -> bool {
        let is_read = self.tuning.is_frozen() || self.trains_end(End::Embedding);
        is_read && self.skipped_layers() == 0
    }
}
