//! Shares of a step by cause, and the largest of them (the five tolls of the lessons).
//!
//! Tests: `crates/search/tests/diagnosis.rs`.

use super::memory::{Memory, Verdict};
use super::roofline::Roofline;
use super::step::StepTime;
use super::utilisation::Utilisation;

/// A cost of training at scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Toll {
    /// Weights, gradients, optimizer: there whether or not a sample is processed.
    State,
    /// Activations kept from forward for backward.
    Scratchpad,
    /// GPU-to-GPU communication.
    Cable,
    /// Pipeline stages that wait.
    Bubble,
    /// Traffic between a GPU's memory and its cores.
    LastInch,
}

/// Shares of a step, which add up to one.
///
/// ```
/// use formats::link;
/// // Nothing is recomputed, and no stage waits for another
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x64&zero=1");
/// let estimate = cost::estimate(&plan).unwrap();
/// let shares = estimate.tolls;
/// let all = shares.useful + shares.ceiling + shares.last_inch + shares.scratchpad
///     + shares.cable + shares.bubble + shares.state;
/// assert!((all - 1.0).abs() < 1e-12);
/// assert_eq!((shares.useful, shares.bubble), (estimate.utilisation.mfu, 0.0));
/// // The best products reach 70.9 % of an H100's peak: these FLOPs take 1/0.709 of their time at it
/// assert!((shares.ceiling / shares.useful - (1.0 / 0.709 - 1.0)).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolls {
    /// Model FLOPs at the data sheet's peak: the MFU.
    pub useful: f64,
    /// The part of the data sheet's peak that even the best kernels do not reach on these FLOPs.
    pub ceiling: f64,
    /// Shapes too small, memory-bound kernels.
    pub last_inch: f64,
    /// Recomputation, which saves activation memory.
    pub scratchpad: f64,
    /// Exposed communication.
    pub cable: f64,
    /// Waiting for other stages.
    pub bubble: f64,
    /// The optimizer's pass over its state.
    pub state: f64,
    /// The largest; of capacity where the plan does not fit, else of time.
    pub dominant: Toll,
}

impl Tolls {
    /// Splits a step.
    #[must_use]
    pub fn of(
        memory: &Memory,
        time: &StepTime,
        utilisation: &Utilisation,
        roofline: &Roofline,
    ) -> Self {
        let share = |seconds: f64| seconds / time.total().0;
        let compute = share(time.compute.0);
        // Uncounted causal savings can make the counted FLOPs exceed the computed ones.
        let useful = utilisation.mfu.min(compute);
        let ceiling = (useful * (1.0 / roofline.ceiling() - 1.0)).min(compute - useful);
        let mut tolls = Self {
            useful,
            ceiling,
            last_inch: compute - useful - ceiling,
            scratchpad: share(time.recompute.0),
            cable: share(time.communication().0),
            bubble: share(time.bubble.0),
            state: share(time.optimizer.0),
            dominant: Toll::State,
        };
        tolls.dominant = match memory.verdict {
            Verdict::OutOfMemory => capacity_toll(memory),
            Verdict::Fits | Verdict::Tight => tolls.time_toll(),
        };
        tolls
    }

    /// The cause that takes most time.
    fn time_toll(&self) -> Toll {
        let mut dominant = (Toll::LastInch, self.last_inch);
        for other in [
            (Toll::Cable, self.cable),
            (Toll::Bubble, self.bubble),
            (Toll::Scratchpad, self.scratchpad),
            (Toll::State, self.state),
        ] {
            if other.1 > dominant.1 {
                dominant = other;
            }
        }
        dominant.0
    }
}

/// Of what stays and what comes and goes, the larger on the fullest stage.
fn capacity_toll(memory: &Memory) -> Toll {
    let stage = memory.fullest();
    if stage.state.total() >= stage.activations + stage.logits {
        Toll::State
    } else {
        Toll::Scratchpad
    }
}
