//! The parts of a step.

use cost::Estimate;
use cost::shares::Overhead;

/// A part of the step: its class, its overhead if it is one, its share of the step.
pub(super) type StepPart = (&'static str, Option<Overhead>, fn(&Estimate) -> f64);

/// Class of the forwards without a backward.
pub(super) const FORWARD_ONLY: &str = "forward-only";
/// Class of the kernels that compute padding.
pub(super) const PADDING: &str = "padding";
/// Classes of parts that most plans do not have.
pub(super) const RARE: [&str; 2] = [FORWARD_ONLY, PADDING];

/// The parts, from left to right.
pub(super) static PARTS: [StepPart; 10] = [
    ("useful", None, |estimate| estimate.shares.useful),
    ("ceiling", None, |estimate| estimate.shares.ceiling),
    ("last-inch", Some(Overhead::Kernels), |estimate| {
        estimate.shares.kernels
    }),
    (PADDING, None, |estimate| estimate.shares.padding),
    ("scratchpad", Some(Overhead::Activations), |estimate| {
        estimate.shares.recompute
    }),
    (FORWARD_ONLY, None, |estimate| estimate.shares.forward_only),
    ("cable", Some(Overhead::Communication), |estimate| {
        estimate.shares.communication
    }),
    ("bubble", Some(Overhead::Bubble), |estimate| {
        estimate.shares.bubble
    }),
    ("imbalance", Some(Overhead::Imbalance), |estimate| {
        estimate.shares.imbalance
    }),
    ("state", Some(Overhead::ModelState), |estimate| {
        estimate.shares.optimizer
    }),
];

/// The share of the step that the parts before one take.
pub(super) fn before(estimate: &Estimate, index: usize) -> f64 {
    PARTS.iter().take(index).map(|part| part.2(estimate)).sum()
}
