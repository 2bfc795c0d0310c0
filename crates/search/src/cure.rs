//! Cures: changes that make a plan fit GPU memory. Each is estimated.
//!
//! Tests: `tests/all/cures.rs`, `crates/cli/tests/all/properties/mending.rs`.

use std::cmp::Ordering;

use super::change::Change;
use super::framework;
use super::relief::relieving;
use super::work::{self, PATIENCE, Progress, units};
use cost::memory::Verdict;
use cost::plan::Plan;
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
/// MFU that a further change must gain, by judgement. An optimizer with narrower moments counts as
/// one more, as it trains in another way, and so does the host's memory, which no estimate counts.
const WORTH_OF_CHANGE: f64 = 0.01;

/// The best cures of a plan that does not fit or only just does, of changes that its framework can
/// run ([`framework::runs`]). Those after which the plan fits come before those after which it is
/// tight, then those that need no more GPUs, then those that keep the highest MFU with the fewest
/// changes. Pairs of changes are tried if single ones on the same GPUs are too few. If nothing makes
/// the plan fit better, the changes that relieve most. Empty if the plan fits or is illegal. After
/// [`PATIENCE`] units of work those found so far are the answer.
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
            let changes = relieving(&plan).rev();
            left.extend(changes.filter(|changes| changes.iter().all(is_allowed)));
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

    /// The best cures of those tried so far. If none makes the plan fit better than before, those
    /// that relieve most.
    #[must_use]
    pub fn cures(&self) -> Vec<Cure> {
        let before = self.before.memory.verdict;
        let all = || self.single.iter().chain(&self.pairs);
        let works = all().any(|cure| cure.works(before));
        let is_offered = |cure: &&Cure| !works || cure.works(before);
        best(all().filter(is_offered).cloned().collect(), works)
    }

    /// True if enough single changes make the plan fit on the same GPUs.
    fn is_cured(&self) -> bool {
        let single = self.single.iter();
        let fitting = single.filter(|cure| cure.verdict == Verdict::Fits && !adds_cards(cure));
        best(fitting.cloned().collect(), true).len() == MOST
    }

    /// Tries the next changes. Returns the units of work; `None` when all is done.
    fn step(&mut self) -> Option<u64> {
        let Some(changes) = self.left.pop() else {
            if self.is_pairing || self.is_cured() {
                return None;
            }
            self.is_pairing = true;
            self.left = pairs(&self.single);
            self.left.reverse();
            return Some(0);
        };
        let changed = Change::applied(&changes, &self.plan);
        if !changes
            .iter()
            .all(|change| framework::runs(&changed, change))
        {
            return Some(0);
        }
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

    /// True if the plan then fits better than before.
    fn works(&self, before: Verdict) -> bool {
        rank(self.verdict) < rank(before)
    }

    /// MFU after less before, less what its changes must gain.
    fn worth(&self) -> f64 {
        let is_dear =
            |change: &&Change| matches!(change, Change::Optimizer(_) | Change::Offload(_));
        let changes = self.changes.len() + self.changes.iter().filter(is_dear).count();
        self.mfu_change - WORTH_OF_CHANGE * changes as f64
    }
}

/// Pairs of changes on different axes; each change of a pair helps alone.
fn pairs(single: &[Cure]) -> Vec<Vec<Change>> {
    let mut pairs = Vec::new();
    for (index, one) in single.iter().enumerate() {
        for other in &single[index + 1..] {
            let shares = |change: &Change| one.changes.iter().any(|own| same_axis(own, change));
            if !other.changes.iter().any(shares) {
                pairs.push([one.changes.as_slice(), &other.changes].concat());
            }
        }
    }
    pairs
}

/// The best few. None changes all axes of one before it, so that they differ in kind.
fn best(mut cures: Vec<Cure>, works: bool) -> Vec<Cure> {
    let mut kept: Vec<Cure> = Vec::new();
    while kept.len() < MOST {
        let order = |&a: &usize, &b: &usize| better(&cures[a], &cures[b], works);
        let Some(best) = (0..cures.len()).min_by(order) else {
            break;
        };
        let best = cures.swap_remove(best);
        cures.retain(|other| !has_axes_of(other, &best));
        kept.push(best);
    }
    kept
}

/// Orders two cures, the better first: those after which the plan fits, those that need no more
/// GPUs, those of more worth. If nothing works, the larger relief.
fn better(a: &Cure, b: &Cure, works: bool) -> Ordering {
    let order = |cure: &Cure| (rank(cure.verdict), adds_cards(cure));
    order(a).cmp(&order(b)).then_with(|| {
        if works {
            b.worth().total_cmp(&a.worth())
        } else {
            a.memory_change.cmp(&b.memory_change)
        }
    })
}

/// Place of a verdict, the best first.
const fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Fits => 0,
        Verdict::Tight => 1,
        Verdict::OutOfMemory => 2,
    }
}

/// True if a cure changes every axis that another changes.
fn has_axes_of(cure: &Cure, other: &Cure) -> bool {
    let has = |change: &Change| cure.changes.iter().any(|own| same_axis(own, change));
    other.changes.iter().all(has)
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
