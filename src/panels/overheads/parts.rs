//! The parts of a step.

use cost::Estimate;
use cost::shares::Overhead;
use cost::why::Root;

/// A part of the step.
pub(super) struct StepPart {
    /// The class of its marks.
    pub(super) class: &'static str,
    /// Its overhead, if it is one.
    pub(super) overhead: Option<Overhead>,
    /// Its share of the step.
    pub(super) share: fn(&Estimate) -> f64,
    /// The figure whose arithmetic has it.
    pub(super) root: Root,
}

/// Class of the forwards without a backward.
pub(super) const FORWARD_ONLY: &str = "forward-only";
/// Class of the kernels that compute padding.
pub(super) const PADDING: &str = "padding";
/// Classes of parts that most plans do not have.
pub(super) const RARE: [&str; 2] = [FORWARD_ONLY, PADDING];

/// The parts, from left to right.
pub(super) static PARTS: [StepPart; 10] = [
    StepPart {
        class: "useful",
        overhead: None,
        share: |estimate| estimate.shares.useful,
        root: Root::Mfu,
    },
    StepPart {
        class: "ceiling",
        overhead: None,
        share: |estimate| estimate.shares.ceiling,
        root: Root::LossCeiling,
    },
    StepPart {
        class: "last-inch",
        overhead: Some(Overhead::Kernels),
        share: |estimate| estimate.shares.kernels,
        root: Root::LossKernels,
    },
    StepPart {
        class: PADDING,
        overhead: None,
        share: |estimate| estimate.shares.padding,
        root: Root::LossPadding,
    },
    StepPart {
        class: "scratchpad",
        overhead: Some(Overhead::Activations),
        share: |estimate| estimate.shares.recompute,
        root: Root::Recompute,
    },
    StepPart {
        class: FORWARD_ONLY,
        overhead: None,
        share: |estimate| estimate.shares.forward_only,
        root: Root::ForwardOnly,
    },
    StepPart {
        class: "cable",
        overhead: Some(Overhead::Communication),
        share: |estimate| estimate.shares.communication,
        root: Root::Communication,
    },
    StepPart {
        class: "bubble",
        overhead: Some(Overhead::Bubble),
        share: |estimate| estimate.shares.bubble,
        root: Root::Bubble,
    },
    StepPart {
        class: "imbalance",
        overhead: Some(Overhead::Imbalance),
        share: |estimate| estimate.shares.imbalance,
        root: Root::Imbalance,
    },
    StepPart {
        class: "state",
        overhead: Some(Overhead::ModelState),
        share: |estimate| estimate.shares.optimizer,
        root: Root::Optimizer,
    },
];

/// The share of the step that the parts before one take.
pub(super) fn before(estimate: &Estimate, index: usize) -> f64 {
    PARTS
        .iter()
        .take(index)
        .map(|part| (part.share)(estimate))
        .sum()
}
