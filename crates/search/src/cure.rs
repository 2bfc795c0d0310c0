//! Cures: changes that make a plan fit GPU memory. Each is estimated.
//!
//! Tests: `crates/cli/tests/all/properties/mending.rs`.

use std::cmp::Ordering;

use super::change::Change;
use super::degrees;
use super::work::{self, PATIENCE, Progress, units};
use cost::memory::Verdict;
use cost::plan::{CrossEntropy, Plan, Recompute, ZeroStage};
use cost::{Estimate, estimate};

/// Changes that relieve memory, with their effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Cure {
    /// The changes.
    pub changes: Vec<Change>,
    /// Bytes of the fullest stage after less before; negative is relief.
    pub memory_change: i64,
    /// MFU after less before.
    pub mfu_change: f64,
    /// The verdict on the plan's memory then.
    pub verdict: Verdict,
}

/// Cures offered.
const MOST: usize = 3;

/// The best cures of a plan that does not fit or only just does. Those after which it fits come
/// first, then those that keep the highest MFU. One change each where one suffices, else two. If
/// nothing makes the plan fit, the changes that relieve most. Empty if the plan fits or is illegal.
/// After [`PATIENCE`] units of work those found so far are the answer.
#[must_use]
pub fn cures(plan: &Plan) -> Vec<Cure> {
    cures_among(plan, &|_| true)
}

/// The best cures of a plan among the changes that are allowed.
#[must_use]
pub fn cures_among(plan: &Plan, is_allowed: &dyn Fn(&Change) -> bool) -> Vec<Cure> {
    let Ok(before) = estimate(plan) else {
        return Vec::new();
    };
    let mut search = CureSearch::among(plan.clone(), before, is_allowed);
    search.advance(PATIENCE);
    search.cures()
}

/// The search for cures, done in pieces. A page calls [`Self::advance`] with a few units at a time
/// until it is done or the page has waited long enough. It then takes [`Self::cures`].
#[derive(Clone, Debug)]
pub struct CureSearch {
    plan: Plan,
    before: Estimate,
    /// Changes that are still to be tried, the next one last.
    left: Vec<Vec<Change>>,
    single: Vec<Cure>,
    pairs: Vec<Cure>,
    is_pairing: bool,
    tried: u64,
}

impl CureSearch {
    /// Begins with every allowed change of a plan with this estimate. If the plan fits, there is
    /// nothing to do.
    #[must_use]
    pub fn among(plan: Plan, before: Estimate, is_allowed: &dyn Fn(&Change) -> bool) -> Self {
        let mut left = Vec::new();
        let fits = before.memory.verdict == Verdict::Fits;
        if !fits {
            let levers = levers(&plan).into_iter().rev();
            let levers = levers.filter(|change| is_allowed(change));
            left.extend(levers.map(|change| vec![change]));
        }
        Self {
            plan,
            before,
            left,
            single: Vec::new(),
            pairs: Vec::new(),
            is_pairing: fits,
            tried: 0,
        }
    }

    /// Continues for this many units of work; at least one change is tried. A page passes one unit
    /// at a time.
    pub fn advance(&mut self, units: u64) -> Progress {
        work::spend(units, || self.step())
    }

    /// Plans that were estimated so far.
    #[must_use]
    pub const fn tried(&self) -> u64 {
        self.tried
    }

    /// The best cures of those tried so far.
    #[must_use]
    pub fn cures(&self) -> Vec<Cure> {
        // Stopped before the first pair, the search has only single changes to offer.
        let is_single = self.pairs.is_empty() || self.single.iter().any(Cure::works);
        best(if is_single { &self.single } else { &self.pairs }.clone())
    }

    /// Tries the next changes. Returns the units of work; `None` when all is done.
    fn step(&mut self) -> Option<u64> {
        let Some(changes) = self.left.pop() else {
            if self.is_pairing || self.single.iter().any(Cure::works) {
                return None;
            }
            self.is_pairing = true;
            self.left = pairs(&self.single);
            self.left.reverse();
            return Some(0);
        };
        let changed = Change::applied(&changes, &self.plan);
        let units = units(&changed);
        if let Some(cure) = Cure::of(&changed, &self.before, changes) {
            self.tried += 1;
            if self.is_pairing {
                self.pairs.push(cure);
            } else if cure.memory_change < 0 {
                self.single.push(cure);
            }
        }
        Some(units)
    }
}

impl Cure {
    /// Estimates the plan as the changes have made it; `None` where that is illegal.
    fn of(changed: &Plan, before: &Estimate, changes: Vec<Change>) -> Option<Self> {
        let after = estimate(changed).ok()?;
        let bytes =
            |estimate: &Estimate| i64::try_from(estimate.memory.peak().0).unwrap_or(i64::MAX);
        Some(Self {
            changes,
            memory_change: bytes(&after) - bytes(before),
            mfu_change: after.utilisation.mfu - before.utilisation.mfu,
            verdict: after.memory.verdict,
        })
    }

    fn works(&self) -> bool {
        self.verdict != Verdict::OutOfMemory
    }
}

/// Single changes that may save memory, on every lever a person has.
fn levers(plan: &Plan) -> Vec<Change> {
    let layout = &plan.layout;
    let above = |values: Vec<u64>, now: u64, most: usize, change: fn(u64) -> Change| {
        values
            .into_iter()
            .filter(move |&value| value > now)
            .take(most)
            .map(change)
    };
    let mut levers: Vec<Change> = Vec::new();
    // Tensor parallelism beyond an NVLink domain is no cure.
    let domain = plan.cluster.gpu.domain;
    levers.extend(
        above(degrees::tensor(plan), layout.tensor, 3, Change::Tensor)
            .filter(|change| matches!(change, Change::Tensor(degree) if *degree <= domain)),
    );
    levers.extend(above(
        degrees::pipeline(plan),
        layout.pipeline,
        6,
        Change::Pipeline,
    ));
    levers.extend(above(
        degrees::context(plan),
        layout.context,
        3,
        Change::Context,
    ));
    if plan.model.moe.experts > 0 {
        levers.extend(above(degrees::expert(plan), layout.expert, 3, |degree| {
            Change::Experts(degree, 1)
        }));
    }
    levers.extend(
        [ZeroStage::One, ZeroStage::Two, ZeroStage::Three]
            .into_iter()
            .filter(|&stage| stage as usize > layout.zero as usize)
            .map(Change::Zero),
    );
    let smaller = degrees::micro_batch(plan).into_iter().rev();
    levers.extend(
        smaller
            .filter(|&b| b < plan.batch.micro)
            .map(Change::MicroBatch),
    );
    if plan.levers.recompute == Recompute::None && !plan.levers.flash {
        levers.push(Change::Recompute(Recompute::Selective));
    }
    if plan.levers.recompute != Recompute::Full {
        levers.push(Change::Recompute(Recompute::Full));
    }
    if !plan.levers.flash {
        levers.push(Change::Flash(true));
    }
    if plan.levers.cross_entropy == CrossEntropy::Plain {
        levers.push(Change::CrossEntropy(CrossEntropy::Fused));
    }
    if layout.virtual_stages > 1 {
        levers.push(Change::VirtualStages(1));
    }
    levers.extend(above(degrees::gpus(), plan.cluster.gpus, 6, Change::Gpus));
    levers
}

/// Pairs of changes on two axes; each change of a pair helps alone.
fn pairs(single: &[Cure]) -> Vec<Vec<Change>> {
    let mut pairs = Vec::new();
    for (index, one) in single.iter().enumerate() {
        for other in &single[index + 1..] {
            if !same_axis(&one.changes[0], &other.changes[0]) {
                pairs.push(vec![one.changes[0].clone(), other.changes[0].clone()]);
            }
        }
    }
    pairs
}

/// The best few: one for each axis that comes first, so that they differ in kind.
fn best(mut cures: Vec<Cure>) -> Vec<Cure> {
    let mut kept: Vec<Cure> = Vec::new();
    while kept.len() < MOST {
        let Some(best) = (0..cures.len()).min_by(|&a, &b| better(&cures[a], &cures[b])) else {
            break;
        };
        let best = cures.swap_remove(best);
        cures.retain(|other| !same_axes(other, &best));
        kept.push(best);
    }
    kept
}

/// Orders two cures, the better first: those that work, those that need no more GPUs, the higher
/// MFU, or if nothing works the larger relief.
fn better(a: &Cure, b: &Cure) -> Ordering {
    let order = |cure: &Cure| (!cure.works(), adds_cards(cure));
    order(a).cmp(&order(b)).then_with(|| {
        if a.works() {
            b.mfu_change.total_cmp(&a.mfu_change)
        } else {
            a.memory_change.cmp(&b.memory_change)
        }
    })
}

fn same_axes(a: &Cure, b: &Cure) -> bool {
    a.changes.len() == b.changes.len()
        && a.changes
            .iter()
            .zip(&b.changes)
            .all(|(a, b)| same_axis(a, b))
}

fn same_axis(a: &Change, b: &Change) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

/// More GPUs cost more money: other cures come first.
fn adds_cards(cure: &Cure) -> bool {
    cure.changes
        .iter()
        .any(|change| matches!(change, Change::Gpus(_)))
}
