//! The two moments of a step at which a rank's memory may peak: in a backward, and in the
//! optimizer's step.
//!
//! Tests: `tests/all/papers/trainer.rs`, `tests/all/papers/terms.rs`.

use crate::activations::WalkPeak;
use crate::amount::{Count, Part};
use crate::legal::Legal;
use crate::params::RankParams;
use crate::state::{self, Released, State};
use crate::units::Bytes;

/// The bytes of a rank in both moments, in addition to those that it always holds.
pub(super) struct Phases<C: Count = u64> {
    /// State between two steps.
    pub(super) at_rest: State<C>,
    /// State released before a backward.
    pub(super) released: Released<C>,
    /// Temporary tensors of the optimizer's step.
    pub(super) copies: Bytes<C>,
    /// 16-bit copies of the weights that autocast holds when the backward begins.
    pub(super) autocast: Bytes<C>,
    /// Buffers that exist in a backward only, the autocast copies included.
    pub(super) passing: Bytes<C>,
    /// Activations and logits at their peak.
    peak: WalkPeak<C>,
}

impl<C: Count> Phases<C> {
    /// The moments of a rank with these parameters, whose micro-batches hold `peak` and whose
    /// backward has these buffers.
    pub(super) fn of(
        legal: &Legal,
        params: RankParams<C>,
        peak: WalkPeak<C>,
        passing: Bytes<C>,
    ) -> Self {
        let at_rest = State::of_rank(legal, params).named();
        let autocast = state::autocast_copies(legal, params).part(Part::AutocastCopies);
        Self {
            at_rest,
            released: Released::of_rank(legal, params, &at_rest),
            copies: state::step_copies(legal, params).part(Part::StepCopies),
            autocast,
            passing: passing + autocast,
            peak,
        }
    }

    /// True if the rank holds most in the optimizer's step.
    pub(super) fn is_step(&self) -> bool {
        self.backward() < self.step()
    }

    /// State in a backward.
    pub(super) fn in_backward(&self) -> State<C> {
        State {
            weights: self.at_rest.weights,
            gradients: self
                .at_rest
                .gradients
                .saturating_sub(self.released.gradients),
            optimizer: self
                .at_rest
                .optimizer
                .saturating_sub(self.released.optimizer),
        }
    }

    /// Bytes of blocks in which no later tensor fits: those of freed logits, and those of the moment
    /// at which the rank holds less. If the step has temporary tensors of the size of all parameters,
    /// they do not fit in the freed blocks of activations, and the allocator reserves both.
    pub(super) fn cached(&self) -> [Bytes<C>; 2] {
        let logits = if self.is_step() {
            Bytes::ZERO
        } else {
            self.peak.freed_logits.part(Part::FreedLogits)
        };
        let other = if self.copies == Bytes::ZERO {
            Bytes::ZERO
        } else {
            self.backward().smaller(self.step()).part(Part::OtherMoment)
        };
        [logits, other]
    }

    fn backward(&self) -> Bytes<C> {
        (self.peak.total() + self.passing).part(Part::InBackwardMoment)
    }

    fn step(&self) -> Bytes<C> {
        (self.released.total() + self.copies).part(Part::InStepMoment)
    }
}
