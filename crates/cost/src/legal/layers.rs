//! The layers of each virtual stage of a legal plan.

use std::ops::Range;

use super::Legal;
use super::stages::Layers;
use crate::plan::Recompute;

/// Layers of a virtual stage by their backward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackwardLayers {
    /// Layers of which something is trained.
    pub trained: Layers,
    /// Frozen layers through which gradients pass to trained parts below.
    pub passed: Layers,
    /// Frozen layers below all trained parts, which have no backward.
    pub skipped: Layers,
}

impl BackwardLayers {
    /// Layers that have a backward.
    #[must_use]
    pub fn with_backward(self) -> Layers {
        self.trained + self.passed
    }
}

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

    /// The layers of a virtual stage by their backward.
    #[must_use]
    pub fn by_backward(&self, virtual_stage: u64) -> BackwardLayers {
        self.divided(virtual_stage, self.layers(virtual_stage))
    }

    /// The layers of a virtual stage that full recompute repeats, by their backward. Those without one
    /// repeat nothing.
    #[must_use]
    pub fn recomputed_by_backward(&self, virtual_stage: u64) -> BackwardLayers {
        self.divided(virtual_stage, self.recomputed_layers(virtual_stage))
    }

    /// This number of layers of a virtual stage, the first ones of each kind, by their backward.
    fn divided(&self, virtual_stage: u64, layers: Layers) -> BackwardLayers {
        let mut divided = BackwardLayers {
            trained: layers,
            ..BackwardLayers::default()
        };
        if !self.plan.tuning.freezes_layers() {
            return divided;
        }
        let mut left = layers;
        let [first, trained, last] = self.frozen_and_trained(virtual_stage).map(|range| {
            let taken = Layers::of_range(&self.plan.model, range).at_most(left);
            left = left.without(taken);
            taken
        });
        // Layers that predict further tokens are all that is left.
        divided.trained = trained + left;
        if self.plan.skipped_layers() > 0 {
            (divided.passed, divided.skipped) = (last, first);
        } else {
            divided.passed = first + last;
        }
        divided
    }

    /// The first frozen layers of a virtual stage, its trained ones, and the last frozen ones, by their
    /// numbers.
    fn frozen_and_trained(&self, virtual_stage: u64) -> [Range<u64>; 3] {
        let range = self.layer_range(virtual_stage);
        let trained = self.plan.trained_layers();
        let within = |layer: u64| layer.clamp(range.start, range.end);
        let (first, end) = (within(trained.start), within(trained.end));
        [range.start..first, first..end, end..range.end]
    }

    /// Layers of a virtual stage that have a linear mixer, trained ones and frozen ones.
    #[must_use]
    pub fn linear_by_training(&self, virtual_stage: u64) -> [u64; 2] {
        let model = &self.plan.model;
        let [_, trained, _] = self.frozen_and_trained(virtual_stage);
        let trained = model.linear_before(trained.end) - model.linear_before(trained.start);
        [trained, self.linear_layers(virtual_stage) - trained]
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
            && self.by_backward(virtual_stage) == self.by_backward(virtual_stage - 1)
            && self.recomputed_layers(virtual_stage) == self.recomputed_layers(virtual_stage - 1)
            && self.linear_layers(virtual_stage) == self.linear_layers(virtual_stage - 1)
            && (!self.plan.tuning.freezes_layers() || {
                let frozen = |stage| {
                    let linear = self.linear_by_training(stage);
                    (self.recomputed_by_backward(stage), linear)
                };
                frozen(virtual_stage) == frozen(virtual_stage - 1)
            })
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
