//! Shares of a step by cause, and the largest of them (the five overheads of the lessons).
//!
//! Tests: `crates/search/tests/all/diagnosis.rs`.

use super::amount::{Amount, Part};
use super::memory::{Memory, Verdict};
use super::roofline::Roofline;
use super::step::StepTime;
use super::utilisation::Utilisation;

/// A cost of training at scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overhead {
    /// Weights, gradients and optimizer state, whose size does not depend on the batch.
    ModelState,
    /// Activations kept from forward for backward.
    Activations,
    /// GPU-to-GPU communication.
    Communication,
    /// Pipeline stages that wait while the pipeline fills and drains.
    Bubble,
    /// Pipeline stages that wait for those that have more to do.
    Imbalance,
    /// Traffic between a GPU's memory and its cores.
    Kernels,
}

/// Shares of a step, which add up to one.
///
/// ```
/// use formats::link;
/// // Nothing is recomputed, and no stage waits for another
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x64&zero=1");
/// let estimate = cost::estimate(&plan).unwrap();
/// let shares = estimate.shares;
/// let all = shares.useful + shares.ceiling + shares.kernels + shares.padding
///     + shares.recompute + shares.forward_only + shares.communication + shares.bubble
///     + shares.imbalance + shares.optimizer;
/// assert!((all - 1.0).abs() < 1e-12);
/// assert_eq!((shares.useful, shares.bubble), (estimate.utilisation.mfu, 0.0));
/// // The best products reach a share of an H100's peak: these FLOPs take as much longer than at it
/// let reached = cost::calibration::CALIBRATION.hopper_matmul;
/// assert!((shares.ceiling / shares.useful - (1.0 / reached - 1.0)).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepShares {
    /// Model FLOPs at the data sheet's peak: the MFU.
    pub useful: f64,
    /// The part of the data sheet's peak that even the best kernels do not reach on these FLOPs.
    pub ceiling: f64,
    /// Products too small to reach the ceiling, and memory-bound kernels.
    pub kernels: f64,
    /// Kernels that compute padding.
    pub padding: f64,
    /// Recomputation, which saves activation memory.
    pub recompute: f64,
    /// Forwards without a backward: of a reference model, and of the policy before its update.
    pub forward_only: f64,
    /// Exposed communication.
    pub communication: f64,
    /// Waiting while the pipeline fills and drains.
    pub bubble: f64,
    /// Waiting for stages that have more to do.
    pub imbalance: f64,
    /// The optimizer's pass over its state.
    pub optimizer: f64,
    /// The largest overhead: on memory if the plan does not fit, else on time.
    pub dominant: Overhead,
}

impl StepShares {
    /// Splits a step in which this share of the tokens is padding. Repeated forwards and
    /// communication have their own shares, padding included.
    #[must_use]
    pub fn of(
        memory: &Memory,
        time: &StepTime,
        utilisation: &Utilisation,
        roofline: &Roofline,
        padding: f64,
    ) -> Self {
        let share = |seconds: f64| seconds / time.total().0;
        let kernels = KernelShares::of(time, utilisation.mfu, roofline.ceiling(), padding);
        let mut shares = Self {
            useful: kernels.useful,
            ceiling: kernels.ceiling,
            kernels: kernels.slow,
            padding: kernels.padding,
            recompute: share(time.recompute.0),
            forward_only: share(time.forward_only.0),
            communication: share(time.communication().0),
            bubble: share(time.bubble.0),
            imbalance: share(time.imbalance.0),
            optimizer: share(time.optimizer.0),
            dominant: Overhead::ModelState,
        };
        shares.dominant = match memory.verdict {
            Verdict::OutOfMemory => largest_in_memory(memory),
            Verdict::Fits | Verdict::Tight | Verdict::MayNotFit => shares.largest_in_time().0,
        };
        shares
    }

    /// Kernels below their peak: those that compute no padding, beyond the useful share.
    #[must_use]
    pub fn below(&self) -> f64 {
        self.ceiling + self.kernels
    }

    /// The overheads that take time, each with its share of the step.
    #[must_use]
    pub const fn overheads(&self) -> [(Overhead, f64); 6] {
        [
            (Overhead::Kernels, self.kernels),
            (Overhead::Communication, self.communication),
            (Overhead::Bubble, self.bubble),
            (Overhead::Imbalance, self.imbalance),
            (Overhead::Activations, self.recompute),
            (Overhead::ModelState, self.optimizer),
        ]
    }

    /// The overhead that takes most time, with its share of the step; the first of equal ones.
    #[must_use]
    pub fn largest_in_time(&self) -> (Overhead, f64) {
        let [mut largest, others @ ..] = self.overheads();
        for other in others {
            if other.1 > largest.1 {
                largest = other;
            }
        }
        largest
    }
}

/// Shares of a step in its kernels.
pub(super) struct KernelShares<A: Amount> {
    /// Model FLOPs at the data sheet's peak.
    pub(super) useful: A,
    /// Time by which the best kernels miss the peak on these FLOPs.
    pub(super) ceiling: A,
    /// Slower kernels.
    pub(super) slow: A,
    /// Padding.
    pub(super) padding: A,
    /// All kernels beyond the useful share, but for padding.
    pub(super) below: A,
}

impl<A: Amount> KernelShares<A> {
    /// Splits the kernels of a step with this MFU, whose best kernels reach the share `ceiling` of
    /// the peak, and of whose tokens the share `padding` is padding.
    pub(super) fn of(time: &StepTime<A>, mfu: A, ceiling: A, padding: A) -> Self {
        let one = A::number(1.0);
        let all = (time.compute.0 / time.total().0).part(Part::AllKernelShare);
        let padding = all * padding;
        let compute = (all - padding).part(Part::KernelShare);
        // Uncounted causal savings can make the counted FLOPs exceed the computed ones.
        let useful = mfu.min(compute).part(Part::UsefulShare);
        let below = (compute - useful).part(Part::BelowPeak);
        let beyond = ((one / ceiling).part(Part::InverseCeiling) - one).part(Part::BeyondPeak);
        let ceiling = (useful * beyond).part(Part::BestLoss).min(below);
        let ceiling = ceiling.part(Part::CeilingLoss);
        let slow = (below - ceiling).part(Part::SlowKernels);
        Self {
            useful,
            ceiling,
            slow,
            padding,
            below: ceiling + slow,
        }
    }
}

/// The larger of state and activations on the fullest stage.
fn largest_in_memory(memory: &Memory) -> Overhead {
    let stage = memory.fullest();
    if stage.state.total() >= stage.activations + stage.logits {
        Overhead::ModelState
    } else {
        Overhead::Activations
    }
}
