//! The parts of a step.

use cost::Estimate;
use cost::shares::{Overhead, StepShares};
use cost::why::Root;

/// A part of the step.
pub(super) struct StepPart {
    /// The class of its marks.
    pub(super) class: &'static str,
    /// Its overhead, if it is one.
    pub(super) overhead: Option<Overhead>,
    /// Its share of the step.
    share: fn(&StepShares) -> f64,
    /// The figure whose arithmetic has it.
    pub(super) root: Root,
}

/// Class of the forwards without a backward.
const FORWARD_ONLY: &str = "forward-only";
/// Class of the kernels that compute padding.
const PADDING: &str = "padding";
/// Classes of parts that most plans do not have.
pub(super) const RARE: [&str; 2] = [FORWARD_ONLY, PADDING];

/// The parts, from left to right.
pub(super) static PARTS: [StepPart; 10] = [
    part("useful", Root::Mfu, |of| of.useful),
    part("ceiling", Root::LossCeiling, |of| of.ceiling),
    part("last-inch", Root::LossKernels, |of| of.kernels).named(Overhead::Kernels),
    part(PADDING, Root::LossPadding, |of| of.padding),
    part("scratchpad", Root::Recompute, |of| of.recompute).named(Overhead::Activations),
    part(FORWARD_ONLY, Root::ForwardOnly, |of| of.forward_only),
    part("cable", Root::Communication, |of| of.communication).named(Overhead::Communication),
    part("bubble", Root::Bubble, |of| of.bubble).named(Overhead::Bubble),
    part("imbalance", Root::Imbalance, |of| of.imbalance).named(Overhead::Imbalance),
    part("state", Root::Optimizer, |of| of.optimizer).named(Overhead::ModelState),
];

/// A part that is no overhead, by the class of its marks.
const fn part(class: &'static str, root: Root, share: fn(&StepShares) -> f64) -> StepPart {
    StepPart {
        class,
        overhead: None,
        share,
        root,
    }
}

impl StepPart {
    /// The part as an overhead.
    const fn named(self, overhead: Overhead) -> Self {
        Self {
            overhead: Some(overhead),
            ..self
        }
    }

    /// The part's term.
    pub(super) fn term(&self) -> &'static str {
        match self.overhead {
            Some(overhead) => text::overheads::overhead(overhead).term,
            None if self.root == Root::Mfu => text::kinds::useful(),
            None if self.class == FORWARD_ONLY => text::kinds::forward_only(),
            None if self.class == PADDING => text::kinds::padding(),
            None => text::kinds::ceiling(),
        }
    }

    /// The part's share of the step of an estimate.
    pub(super) fn share(&self, estimate: &Estimate) -> f64 {
        (self.share)(&estimate.shares)
    }
}

/// The share of the step that the parts before one take.
pub(super) fn before(estimate: &Estimate, index: usize) -> f64 {
    PARTS
        .iter()
        .take(index)
        .map(|part| part.share(estimate))
        .sum()
}
