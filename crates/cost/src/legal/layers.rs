//! The layers of each virtual stage of a legal plan.

use std::ops::Range;

use super::Legal;
use super::stages::Layers;
use crate::plan::Recompute;

impl Legal<'_> {
    /// True if a virtual stage is the last that a token visits.
    #[must_use]
    pub const fn is_last(&self, virtual_stage: u64) -> bool {
        virtual_stage + 1 == self.checked.virtual_stages
    }

    /// Layers of a virtual stage; stage 0 is the first that a token visits. Layers that predict
    /// further tokens come after the last.
    #[must_use]
    pub fn layers(&self, virtual_stage: u64) -> Layers {
        let first = self.layers_before(virtual_stage);
        let end = self.layers_before(virtual_stage + 1);
        let extra = if self.is_last(virtual_stage) {
            self.plan.model.multi_token_layers
        } else {
            0
        };
        let model = &self.plan.model;
        let routed = model.routed_before(end) - model.routed_before(first);
        let dense = end - first - routed;
        if model.moe.experts > 0 {
            Layers {
                dense,
                routed: routed + extra,
            }
        } else {
            Layers {
                dense: dense + extra,
                routed,
            }
        }
    }

    /// The layers of a virtual stage by their numbers, counted from 0, without those that predict
    /// further tokens.
    #[must_use]
    pub fn layer_range(&self, virtual_stage: u64) -> Range<u64> {
        self.layers_before(virtual_stage)..self.layers_before(virtual_stage + 1)
    }

    /// Layers of a virtual stage that have a linear mixer.
    #[must_use]
    pub fn linear_layers(&self, virtual_stage: u64) -> u64 {
        let model = &self.plan.model;
        let range = self.layer_range(virtual_stage);
        model.linear_before(range.end) - model.linear_before(range.start)
    }

    /// Layers that a token has passed when it reaches a virtual stage.
    fn layers_before(&self, virtual_stage: u64) -> u64 {
        let layout = &self.plan.layout;
        if !layout.split.is_empty() {
            return layout.split.iter().take(virtual_stage as usize).sum();
        }
        let before = virtual_stage * self.share;
        if !layout.ends_count {
            return before;
        }
        let past_embedding = u64::from(virtual_stage > 0);
        let past_loss = u64::from(virtual_stage == self.virtual_stages);
        before - past_embedding - past_loss
    }

    /// True if a virtual stage does the same work as the one before it: it has the same layers, of
    /// which equally many are recomputed and equally many have a linear mixer. The model's first
    /// and last stages are like no other.
    #[must_use]
    pub fn is_like_the_one_before(&self, virtual_stage: u64) -> bool {
        virtual_stage > 1
            && !self.is_last(virtual_stage)
            && self.layers(virtual_stage) == self.layers(virtual_stage - 1)
            && self.recomputed_layers(virtual_stage) == self.recomputed_layers(virtual_stage - 1)
            && self.linear_layers(virtual_stage) == self.linear_layers(virtual_stage - 1)
    }

    /// Layers of a virtual stage that full recompute covers. `ckptn` is a number of layers a rank.
    /// It is divided evenly among the rank's chunks, rounded up for the first ones, and each chunk
    /// recomputes its first layers.
    #[must_use]
    pub fn recomputed_layers(&self, virtual_stage: u64) -> Layers {
        let levers = &self.plan.levers;
        if levers.recompute != Recompute::Full {
            return Layers::default();
        }
        let layers = self.layers(virtual_stage);
        let Some(per_rank) = levers.recompute_layers else {
            return layers;
        };
        let (chunk, chunks) = (virtual_stage / self.pipeline(), self.chunks());
        let recomputed = per_rank / chunks + u64::from(chunk < per_rank % chunks);
        let dense = recomputed.min(layers.dense);
        Layers {
            dense,
            routed: (recomputed - dense).min(layers.routed),
        }
    }
}
