//! The plan's settings that a search keeps, and savings of memory that it does not try.
//!
//! Tests: `tests/all/optimize/held.rs`.

use super::constraints::Constraints;
use super::wider::is_lean;
use crate::framework;
use cost::plan::{CrossEntropy, Dtype, Offload, Optimizer, Plan, Word, WordSet};

/// The plan's settings that a search keeps, beside the model and the framework.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldFixed {
    /// GPUs of the cluster; `None` if the search varies them.
    pub gpus: Option<u64>,
    /// Tokens per sequence.
    pub sequence: u64,
    /// Sequences per step.
    pub batch: u64,
    /// Type of the matrix products; `None` if several are tried.
    pub dtype: Option<Dtype>,
    /// The optimizer; `None` if several are tried.
    pub optimizer: Option<Optimizer>,
    /// Implementation of the loss; `None` if several are tried.
    pub loss: Option<CrossEntropy>,
    /// Parts on the host; `None` if several sets are tried.
    pub offload: Option<WordSet<Offload>>,
    /// Keys of the axes that the question restricts.
    pub restricted: Vec<&'static str>,
    /// Savings that the plan's framework has and the search does not try.
    pub untried: Vec<UntriedSaving>,
}

/// A saving of memory that a search does not try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UntriedSaving {
    /// More GPUs.
    Gpus,
    /// Shorter sequences.
    Sequence,
    /// An optimizer with cheaper moments.
    Optimizer(Optimizer),
    /// A loss that keeps fewer logits.
    CrossEntropy(CrossEntropy),
    /// A part that moves to the host.
    Offload(Offload),
}

impl HeldFixed {
    /// The settings that a search of a plan under these constraints keeps.
    ///
    /// ```
    /// use cost::plan::{Offload, Optimizer};
    /// use search::optimize::{Constraints, HeldFixed, UntriedSaving};
    /// let plan = formats::catalog::default_plan();
    /// let mut constraints = Constraints::of(&plan);
    /// constraints.restrict("tp=1").unwrap();
    /// let held = HeldFixed::of(&plan, &constraints);
    /// assert_eq!((held.gpus, held.restricted), (Some(8), vec!["tp"]));
    /// // Megatron-LM's optimizer can keep its moments in 16 bits, and can run on the host
    /// assert!(held.untried.contains(&UntriedSaving::Optimizer(Optimizer::AdamWBf16)));
    /// assert!(held.untried.contains(&UntriedSaving::Offload(Offload::Optimizer)));
    /// ```
    #[must_use]
    pub fn of(plan: &Plan, constraints: &Constraints) -> Self {
        let levers = &plan.levers;
        let (fewest, most) = (*constraints.gpus.start(), *constraints.gpus.end());
        let has_one_dtype = is_one(constraints.dtype);
        let is_fixed = constraints.offload.is_empty();
        Self {
            gpus: (fewest == most).then_some(most),
            sequence: plan.sequence(),
            batch: plan.global_batch(),
            dtype: has_one_dtype.then_some(levers.dtype),
            optimizer: is_one(constraints.optimizer).then_some(levers.optimizer),
            loss: is_one(constraints.loss).then_some(levers.cross_entropy),
            offload: is_fixed.then_some(levers.offload),
            restricted: constraints.restricted(),
            untried: untried(plan, constraints),
        }
    }
}

/// True if a search tries one value only.
fn is_one<W: Word>(set: WordSet<W>) -> bool {
    set.bits().is_power_of_two()
}

fn untried(plan: &Plan, constraints: &Constraints) -> Vec<UntriedSaving> {
    let mut untried = vec![UntriedSaving::Gpus, UntriedSaving::Sequence];
    if is_one(constraints.optimizer) {
        untried.extend(framework::cheaper_moments(plan).map(UntriedSaving::Optimizer));
    }
    if is_one(constraints.loss) {
        let losses = framework::losses(plan).filter(|loss| is_lean(*loss));
        untried.extend(losses.map(UntriedSaving::CrossEntropy));
    }
    let sets: Vec<WordSet<Offload>> = framework::offloads(plan).collect();
    let tried = constraints.offloads(plan);
    let holds = |sets: &[WordSet<Offload>], part: Offload| sets.iter().any(|s| s.contains(part));
    let parts = Offload::ALL.iter().copied();
    let parts = parts.filter(|&part| holds(&sets, part) && !holds(&tried, part));
    untried.extend(parts.map(UntriedSaving::Offload));
    untried
}
