//! Cures: changes that make a plan fit its cards, found by estimating each of them.

use std::cmp::Ordering;

use super::change::Change;
use super::degrees;
use crate::cost::memory::Verdict;
use crate::cost::plan::{CrossEntropy, Plan, Recompute, ZeroStage};
use crate::cost::{Estimate, estimate};

/// A change that helps, with what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Cure {
    /// What to change.
    pub changes: Vec<Change>,
    /// Bytes of the fullest stage after less before; negative is relief.
    pub memory_change: i64,
    /// MFU after less before.
    pub mfu_change: f64,
    /// Whether the plan then fits.
    pub verdict: Verdict,
}

/// Cures offered.
const MOST: usize = 3;

/// The best cures of a plan that does not fit or only just does: those after which it fits
/// first, then those that keep the highest MFU. One change each where one suffices, else two.
/// Where nothing fits, those that relieve most. Empty where the plan fits or is illegal.
#[must_use]
pub fn cures(plan: &Plan) -> Vec<Cure> {
    cures_among(plan, &|_| true)
}

/// The same among changes that are allowed.
#[must_use]
pub fn cures_among(plan: &Plan, is_allowed: &dyn Fn(&Change) -> bool) -> Vec<Cure> {
    let Ok(before) = estimate(plan) else {
        return Vec::new();
    };
    if before.memory.verdict == Verdict::Fits {
        return Vec::new();
    }
    let single: Vec<Cure> = levers(plan)
        .into_iter()
        .filter(|change| is_allowed(change))
        .filter_map(|change| Cure::of(plan, &before, vec![change]))
        .filter(|cure| cure.memory_change < 0)
        .collect();
    if single.iter().any(Cure::works) {
        return best(single);
    }
    best(pairs(plan, &before, &single))
}

impl Cure {
    /// Estimates the plan with the changes made; `None` where that is illegal.
    fn of(plan: &Plan, before: &Estimate, changes: Vec<Change>) -> Option<Self> {
        let after = estimate(&Change::applied(&changes, plan)).ok()?;
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

/// Pairs of changes on two axes, made of those that help alone.
fn pairs(plan: &Plan, before: &Estimate, single: &[Cure]) -> Vec<Cure> {
    let mut pairs = Vec::new();
    for (index, one) in single.iter().enumerate() {
        for other in &single[index + 1..] {
            let changes = vec![one.changes[0].clone(), other.changes[0].clone()];
            if same_axis(&changes[0], &changes[1]) {
                continue;
            }
            pairs.extend(Cure::of(plan, before, changes));
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

/// The better of two first: what works, what needs no more cards, the higher MFU, or where
/// nothing works the larger relief.
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

/// More cards cost more money: other cures come first.
fn adds_cards(cure: &Cure) -> bool {
    cure.changes
        .iter()
        .any(|change| matches!(change, Change::Gpus(_)))
}
