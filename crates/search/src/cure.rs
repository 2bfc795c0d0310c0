//! Cures: changes that make a plan fit GPU memory. Each is estimated.
//!
//! Tests: `tests/all/cures.rs`, `crates/cli/tests/all/properties/mending.rs`.

use std::cmp::Ordering;

use super::change::Change;
use super::combination::{Combination, relief};
use super::framework;
use super::relief::{relieving, smaller_models};
use super::work::{self, PATIENCE, Progress, units};
use cost::host::HostMemory;
use cost::legal::Legal;
use cost::memory::Verdict;
use cost::plan::Plan;
use cost::{Estimate, estimate};
use formats::export::Refusal;

/// Changes that relieve memory, with their effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Cure {
    /// The changes.
    pub changes: Vec<Change>,
    /// Bytes of the fullest stage after less before; negative is relief.
    pub memory_change: i128,
    /// MFU after less before.
    pub mfu_change: f64,
    /// The memory verdict after the changes.
    pub verdict: Verdict,
    /// Parts of the changed plan that its framework does not run, as of the plan, the hardest first.
    pub refusals: Vec<Refusal>,
}

/// Number of cures offered.
const MOST: usize = 3;
/// MFU that a further change costs, by judgement. An optimizer with narrower moments counts as
/// a further change, as it trains differently, and so does the host's memory, whose
/// estimate is wide.
const WORTH_OF_CHANGE: f64 = 0.01;
/// Loss of MFU below which a cure loses no speed: it is printed as 0.0 points.
const NO_LOSS: f64 = 0.0005;

/// The best cures of a plan with any verdict but [`Verdict::Fits`], of changes that its framework can
/// run ([`framework::runs_all`]). Cures after which the plan fits come first, then those after which
/// it is tight. Of a plan that its framework refuses, those come first after which it does not. Among
/// these, cures that keep model, GPUs and what is trained come first, then those with adapters, then
/// those with a smaller model, then those with more GPUs. They follow in the order of what they cost: those that lose no
/// speed by one change first, of which those that free most, then those that lose more MFU or take
/// more changes. Pairs of changes are tried if too few single ones cure the plan on the same GPUs; larger sets
/// and smaller models if no pair does. If no change improves the verdict, the result is the changes
/// that relieve most. It is empty if the plan fits or is illegal. After [`PATIENCE`] units of work
/// it is the cures found so far.
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

/// True if one of these cures makes a plan of this verdict fit, if tightly. Else they only free
/// memory.
#[must_use]
pub fn make_fit(cures: &[Cure], verdict: Verdict) -> bool {
    let fits = |cure: &Cure| cure.verdict <= Verdict::Tight && cure.works(verdict);
    cures.iter().any(fits)
}

/// True if a plan of few GPUs is out of memory, and none of these cures trains its model on its
/// GPUs. `cures` are all that were found.
#[must_use]
pub fn is_beyond_full_training(plan: &Plan, verdict: Verdict, cures: &[Cure]) -> bool {
    let trains = |cure: &Cure| cure.verdict != Verdict::OutOfMemory && cure.is_cheap();
    let is_out = verdict == Verdict::OutOfMemory;
    let is_full = !plan.tuning.is_frozen();
    is_out && is_full && plan.cluster.gpus <= framework::FEW_GPUS && !cures.iter().any(trains)
}

/// The search for cures, done in pieces. A page calls [`Self::advance`] with a few units at a time
/// until it is done or the page has waited long enough. It then takes [`Self::cures`].
#[derive(Clone, Debug)]
pub struct CureSearch {
    plan: Plan,
    before: Estimate,
    /// All possible changes, each with the changes that it needs.
    offered: Vec<Vec<Change>>,
    /// Single changes or pairs that are still to be tried, the next one last.
    left: Vec<Vec<Change>>,
    single: Vec<Cure>,
    /// Cures of several changes.
    sets: Vec<Cure>,
    phase: Phase,
    /// Smaller models, the smallest first.
    models: Vec<Change>,
    tried: u64,
}

/// The present attempt.
#[derive(Clone, Debug)]
enum Phase {
    Single,
    Pairs,
    /// Sets that grow, the next ones last. The final set has no further parallelism, and is tried
    /// with smaller models afterwards.
    Sets(Vec<Combination>),
    /// Smaller models, together with these changes.
    Models(Vec<Change>),
    /// A smaller model with which the plan fits, and changes of which some may not be needed.
    Pruning(Combination),
    Done,
}

impl CureSearch {
    /// A search among all allowed changes of a plan with this estimate. If the plan fits, the
    /// search is done at once.
    #[must_use]
    pub fn among(plan: Plan, before: Estimate, is_allowed: &dyn Fn(&Change) -> bool) -> Self {
        let mut left = Vec::new();
        let mut models = Vec::new();
        let fits = before.memory.verdict == Verdict::Fits;
        if !fits {
            let changes = relieving(&plan).rev();
            let changes = changes.filter(|changes| changes.iter().all(is_allowed));
            left.extend(changes.filter(|changes| is_held(changes, &plan)));
            models.extend(smaller_models(&plan).into_iter().rev().filter(is_allowed));
        }
        Self {
            plan,
            before,
            offered: left.clone(),
            left,
            single: Vec::new(),
            sets: Vec::new(),
            phase: if fits { Phase::Done } else { Phase::Single },
            models,
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

    /// The best cures of those tried so far. If none improves the verdict, the changes that relieve
    /// most.
    #[must_use]
    pub fn cures(&self) -> Vec<Cure> {
        let before = self.before.memory.verdict;
        let all = || self.single.iter().chain(&self.sets);
        let works = all().any(|cure| cure.works(before));
        let is_offered = |cure: &&Cure| !works || cure.works(before);
        best(all().filter(is_offered).cloned().collect(), works)
    }

    /// Number of different single changes that make the plan fit on the same GPUs.
    fn single_cures(&self) -> usize {
        let single = self.single.iter();
        let fitting = single.filter(|cure| cure.verdict == Verdict::Fits && cure.is_cheap());
        best(fitting.cloned().collect(), true).len()
    }

    /// True if a change or a pair makes the plan fit on the same GPUs.
    fn is_cured(&self) -> bool {
        let mut all = self.single.iter().chain(&self.sets);
        all.any(|cure| cure.verdict == Verdict::Fits && cure.is_cheap())
    }

    /// Tries the next changes. Returns the units of work; `None` when all is done.
    fn step(&mut self) -> Option<u64> {
        match &mut self.phase {
            Phase::Single | Phase::Pairs => match self.left.pop() {
                Some(changes) => return Some(self.try_changes(changes)),
                None => self.phase = self.next_phase(),
            },
            Phase::Sets(sets) => {
                let set = sets.last_mut()?;
                if let Some(units) = set.step(&self.plan) {
                    return Some(units);
                }
                let set = sets.pop()?;
                let changes = set.changes().to_vec();
                if sets.is_empty() {
                    self.phase = Phase::Models(changes.clone());
                }
                if set.fits() {
                    return Some(self.try_changes(changes));
                }
            }
            Phase::Models(changes) => {
                let Some(model) = self.models.pop() else {
                    self.phase = Phase::Done;
                    return Some(0);
                };
                let changes: Vec<Change> = std::iter::once(model).chain(changes.clone()).collect();
                let (relief, units) = relief(&changes, &self.plan);
                if relief.is_some_and(|(_, verdict)| verdict == Verdict::Fits) {
                    self.phase = Phase::Pruning(Combination::pruning(changes));
                }
                return Some(units);
            }
            Phase::Pruning(set) => {
                if let Some(units) = set.step(&self.plan) {
                    return Some(units);
                }
                let changes = set.changes().to_vec();
                self.phase = Phase::Done;
                return Some(self.try_changes(changes));
            }
            Phase::Done => return None,
        }
        Some(0)
    }

    /// The next attempt when no single change or no pair is left.
    fn next_phase(&mut self) -> Phase {
        if matches!(self.phase, Phase::Single) && self.single_cures() < MOST {
            self.left = pairs(&self.single);
            self.left.reverse();
            return Phase::Pairs;
        }
        if self.is_cured() {
            return Phase::Done;
        }
        let offered = self.offered.iter().rev().cloned();
        let on_these: Vec<Vec<Change>> = offered.filter(|set| !set.iter().any(is_gpus)).collect();
        let (adapters, on_these): (Vec<_>, Vec<_>) = on_these
            .into_iter()
            .partition(|set| set.iter().any(is_adapters));
        let others = on_these.iter().filter(|set| !set.iter().any(is_degree));
        let others: Vec<Vec<Change>> = others.cloned().collect();
        let peak = self.before.memory.peak().0;
        // The last one is tried first.
        let mut sets = vec![Combination::of(others.clone(), peak)];
        if !adapters.is_empty() {
            let with_adapters = [adapters, others].concat();
            sets.push(Combination::of(with_adapters, peak));
        }
        sets.push(Combination::of(on_these, peak));
        Phase::Sets(sets)
    }

    /// Estimates the plan with these changes; returns the units of work.
    fn try_changes(&mut self, changes: Vec<Change>) -> u64 {
        let changed = Change::applied(&changes, &self.plan);
        if !framework::runs_all(&self.plan, &changed, &changes) {
            return 0;
        }
        if let Some(cure) = Cure::of(&changed, &self.before, changes) {
            self.tried += 1;
            let found = match self.phase {
                Phase::Single => &mut self.single,
                _ => &mut self.sets,
            };
            if cure.memory_change < 0 {
                found.push(cure);
            }
        }
        units(&changed)
    }
}

impl Cure {
    /// The cure by these changes, which lead to the plan `changed`; `None` if that is illegal, or if
    /// the host cannot hold what they move to it.
    fn of(changed: &Plan, before: &Estimate, changes: Vec<Change>) -> Option<Self> {
        let after = estimate(changed).ok()?;
        if moves(&changes) && after.host.verdict() == Verdict::OutOfMemory {
            return None;
        }
        Some(Self {
            changes,
            memory_change: after.memory.peak().less(before.memory.peak()),
            mfu_change: after.utilisation.mfu - before.utilisation.mfu,
            verdict: after.memory.verdict,
            refusals: framework::refused(changed),
        })
    }

    /// True if the cure improves the verdict.
    fn works(&self, before: Verdict) -> bool {
        self.verdict < before
    }

    /// The cost of a cure beside MFU, the dearest first: more GPUs, a smaller model, adapters.
    fn price(&self) -> [bool; 3] {
        let has = |is: fn(&Change) -> bool| self.changes.iter().any(is);
        let is_model: fn(&Change) -> bool = |change| matches!(change, Change::Model(_));
        [is_gpus, is_model, is_adapters].map(has)
    }

    /// True if a cure keeps GPUs, the model and what is trained.
    fn is_cheap(&self) -> bool {
        self.price() == [false; 3]
    }

    /// MFU that the cure costs: what it loses, and [`WORTH_OF_CHANGE`] for every change but the
    /// first. A gain is no discount, since a cure is to free memory.
    fn cost(&self) -> f64 {
        let is_dear =
            |change: &&Change| matches!(change, Change::Optimizer(_) | Change::Offload(_));
        let changes = self.changes.len() + self.changes.iter().filter(is_dear).count();
        let loss = (-self.mfu_change).max(0.0);
        let loss = if loss < NO_LOSS { 0.0 } else { loss };
        loss + WORTH_OF_CHANGE * changes.saturating_sub(1) as f64
    }
}

/// Pairs of changes on different axes; each change of a pair helps alone.
fn pairs(single: &[Cure]) -> Vec<Vec<Change>> {
    let mut pairs = Vec::new();
    for (index, one) in single.iter().enumerate() {
        for other in &single[index + 1..] {
            let shares = |change: &Change| one.changes.iter().any(|own| own.is_of_axis(change));
            if !other.changes.iter().any(shares) {
                pairs.push([one.changes.as_slice(), &other.changes].concat());
            }
        }
    }
    pairs
}

/// The best cures, at most [`MOST`]. None changes all axes of a better one, so that they differ in
/// kind.
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

/// Orders two cures, the better first: by the verdict, then those that run, then the lower price, then
/// the lower cost, then the larger relief. If no cure works, the cost does not count.
fn better(a: &Cure, b: &Cure, works: bool) -> Ordering {
    let order = |cure: &Cure| (cure.verdict, !cure.refusals.is_empty(), cure.price());
    let cost = |cure: &Cure| if works { cure.cost() } else { 0.0 };
    let by_cost = || cost(a).total_cmp(&cost(b));
    let by_relief = || a.memory_change.cmp(&b.memory_change);
    order(a)
        .cmp(&order(b))
        .then_with(by_cost)
        .then_with(by_relief)
}

/// True if changes move anything to the host, which must hold it.
fn moves(changes: &[Change]) -> bool {
    let mut changes = changes.iter();
    changes.any(|change| matches!(change, Change::Offload(_)))
}

/// True if the host holds what these changes of a plan move to it, as far as a legal plan tells.
fn is_held(changes: &[Change], plan: &Plan) -> bool {
    if !moves(changes) {
        return true;
    }
    let changed = Change::applied(changes, plan);
    let host = Legal::check(&changed).map(|legal| HostMemory::of(&legal).verdict());
    host != Ok(Verdict::OutOfMemory)
}

/// True if a cure changes every axis that another changes.
fn has_axes_of(cure: &Cure, other: &Cure) -> bool {
    let has = |change: &Change| cure.changes.iter().any(|own| own.is_of_axis(change));
    other.changes.iter().all(has)
}

/// More GPUs cost more money: other cures come first.
fn is_gpus(change: &Change) -> bool {
    matches!(change, Change::Gpus(_))
}

/// Adapters train less than the plan does: cures that train the same come first.
fn is_adapters(change: &Change) -> bool {
    matches!(change, Change::Tuned(_))
}

/// True for a kind of parallelism, which takes GPUs from the ranks that shard.
const fn is_degree(change: &Change) -> bool {
    matches!(
        change,
        Change::Tensor(_) | Change::Pipeline(_) | Change::Context(_) | Change::Experts(..)
    )
}
