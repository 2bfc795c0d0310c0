//! The change that makes a plan fastest.
//!
//! Tests: `tests/all/diagnosis.rs`, `crates/cli/tests/all/properties/advice.rs`.

use super::warnings::{warnings, warnings_of};
use crate::change::Change;
use crate::work::{self, Progress, units};
use crate::{degrees, framework};
use cost::legal::Legal;
use cost::memory::Verdict;
use cost::plan::{CrossEntropy, Plan, Recompute, Schedule, Word as _, ZeroStage};
use cost::{Estimate, estimate_legal};
use formats::export::Refusal;

/// A change for the better.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Changes of one axis or two. Model, GPUs, sequence and batch stay as they are.
    pub changes: Vec<Change>,
    /// Tokens a second after over before, less one.
    pub faster: f64,
    /// Bytes of the fullest GPU after less before.
    pub memory_change: i128,
    /// The memory verdict after the change.
    pub verdict: Verdict,
    /// Number of warnings after the change.
    pub warnings: usize,
    /// Parts of the changed plan that its framework runs only nearly, as of the plan.
    pub refusals: Vec<Refusal>,
}

/// Least gain that is worth a change.
const WORTH: f64 = 0.01;
/// Single changes that are tried in pairs with all others.
const PAIRED: usize = 6;

/// The search for the change that helps most. Each step is one estimate, so that a page can respond
/// in between.
#[derive(Clone, Debug)]
pub struct Advising {
    plan: Plan,
    now: Estimate,
    /// Number of warnings of the plan without changes.
    earned: usize,
    /// Changes that are still to be tried, the next one last.
    left: Vec<Vec<Change>>,
    /// Single changes that give a legal plan.
    single: Vec<Advice>,
    is_pairing: bool,
    tried: u64,
    /// The best so far.
    pub best: Option<Advice>,
}

impl Advising {
    /// A search that begins with every single change of a legal plan.
    #[must_use]
    pub fn new(plan: Plan, now: Estimate) -> Self {
        Self::among(plan, now, &|_| true)
    }

    /// A search that begins with every allowed single change of a legal plan. It is done at once if
    /// the plan may not fit.
    #[must_use]
    pub fn among(plan: Plan, now: Estimate, is_allowed: &dyn Fn(&Change) -> bool) -> Self {
        let earned = warnings_of(&plan, &now).len();
        // A plan that may not fit needs a cure first.
        let mut left = if now.memory.verdict <= Verdict::Tight {
            levers(&plan, &now)
        } else {
            Vec::new()
        };
        left.retain(is_allowed);
        let left = left.into_iter().map(|change| vec![change]);
        Self {
            left: left.rev().collect(),
            plan,
            now,
            earned,
            single: Vec::new(),
            is_pairing: false,
            tried: 0,
            best: None,
        }
    }

    /// Continues for this many units of work; at least one change is tried. A page passes one unit
    /// at a time.
    pub fn advance(&mut self, units: u64) -> Progress {
        work::spend(units, || self.try_next())
    }

    /// Tries the next change; returns true if more work is left.
    pub fn step(&mut self) -> bool {
        self.try_next().is_some()
    }

    /// Plans that were tried so far.
    #[must_use]
    pub const fn tried(&self) -> u64 {
        self.tried
    }

    /// Tries the next change. Returns the units of work; `None` when all is done.
    fn try_next(&mut self) -> Option<u64> {
        let Some(changes) = self.left.pop() else {
            if self.is_pairing {
                return None;
            }
            self.is_pairing = true;
            self.left = self.pairs();
            return Some(0);
        };
        self.tried += 1;
        let units = units(&Change::applied(&changes, &self.plan));
        if let Some(advice) = Advice::of(&self.plan, &self.now, changes) {
            self.weigh(&advice);
            if !self.is_pairing {
                self.single.push(advice);
            }
        }
        Some(units)
    }

    /// Replaces the best advice if this one is better.
    fn weigh(&mut self, advice: &Advice) {
        // A second change must gain more.
        let best = self.best.as_ref();
        let least = best.map_or(WORTH, |best| best.faster + WORTH / 2.0);
        let verdict = self.now.memory.verdict;
        let has_room = verdict == Verdict::Fits || advice.memory_change <= 0;
        let is_sound = advice.verdict <= verdict && has_room && advice.warnings <= self.earned;
        if advice.faster > least && is_sound {
            self.best = Some(advice.clone());
        }
    }

    /// The fastest single changes, fitting or not, each with every change of another axis.
    fn pairs(&self) -> Vec<Vec<Change>> {
        let mut fastest: Vec<&Advice> = Vec::new();
        for each in &self.single {
            let place = fastest.iter().position(|other| other.faster < each.faster);
            fastest.insert(place.unwrap_or(fastest.len()), each);
            fastest.truncate(PAIRED);
        }
        let mut pairs = Vec::new();
        for first in fastest {
            for other in self.single.iter().filter(|other| !other.has_axis_of(first)) {
                pairs.push(vec![first.changes[0].clone(), other.changes[0].clone()]);
            }
        }
        pairs
    }
}

impl Advice {
    /// The advice to make these changes; `None` if the changed plan is illegal or its framework does
    /// not run it, or does not run it either.
    fn of(plan: &Plan, before: &Estimate, changes: Vec<Change>) -> Option<Self> {
        let changed = Change::applied(&changes, plan);
        let legal = Legal::check(&changed).ok()?;
        let runs = framework::runs_all(plan, &changed, &changes);
        if !runs || framework::stays_refused(plan, &changed) {
            return None;
        }
        let after = estimate_legal(&legal);
        let speed = |estimate: &Estimate| estimate.utilisation.tokens_per_second;
        Some(Self {
            changes,
            faster: speed(&after) / speed(before) - 1.0,
            memory_change: after.memory.peak().less(before.memory.peak()),
            verdict: after.memory.verdict,
            warnings: warnings(&legal, &after).len(),
            refusals: framework::refused(&changed),
        })
    }

    fn has_axis_of(&self, other: &Self) -> bool {
        std::mem::discriminant(&self.changes[0]) == std::mem::discriminant(&other.changes[0])
    }
}

/// Every single change of the plan's layout and memory savings; the training stays the same.
fn levers(plan: &Plan, now: &Estimate) -> Vec<Change> {
    let (layout, levers) = (&plan.layout, &plan.levers);
    let mut changes: Vec<Change> = Vec::new();
    let domain = plan.cluster.gpu.domain;
    let mut degrees = |values: Vec<u64>, most: u64, change: fn(u64) -> Change| {
        let values = values.into_iter().filter(|&value| value <= most);
        changes.extend(values.map(change));
    };
    degrees(degrees::tensor(plan), domain, Change::Tensor);
    degrees(degrees::pipeline(plan), 64, Change::Pipeline);
    degrees(degrees::context(plan), 16, Change::Context);
    degrees(degrees::micro_batch(plan), 16, Change::MicroBatch);
    degrees(degrees::virtual_stages(plan), 12, Change::VirtualStages);
    if plan.model.moe.experts > 0 {
        degrees(degrees::expert(plan), 256, |degree| {
            Change::Experts(degree, 1)
        });
    }
    changes.extend(
        [
            ZeroStage::Zero,
            ZeroStage::One,
            ZeroStage::Two,
            ZeroStage::Three,
        ]
        .map(Change::Zero),
    );
    changes.extend([Recompute::None, Recompute::Selective, Recompute::Full].map(Change::Recompute));
    changes.extend([
        Change::Flash(true),
        Change::CrossEntropy(CrossEntropy::Fused),
    ]);
    if layout.pipeline > 1 {
        let tried = Schedule::ALL.iter().copied();
        let tried = tried.filter(|schedule| schedule.facts().is_tried);
        changes.push(Change::Schedule(None));
        changes.extend(tried.map(|schedule| Change::Schedule(Some(schedule))));
        changes.extend([
            Change::Split(Vec::new()),
            Change::EndsCount(!layout.ends_count),
        ]);
        changes.extend(leveled(plan, now).map(Change::Split));
    }
    // Selective recompute of the attention core alone changes nothing under Flash Attention.
    changes.retain(|change| {
        *change != change.now(plan)
            && !(levers.flash && *change == Change::Recompute(Recompute::Selective))
    });
    changes
}

/// The layers of each stage after the stage that works most has given one to the stage that works
/// least. `None` if ranks have several stages.
fn leveled(plan: &Plan, now: &Estimate) -> Option<Vec<u64>> {
    let legal = Legal::check(plan).ok()?;
    if legal.virtual_stages != plan.layout.pipeline {
        return None;
    }
    let stages = 0..legal.virtual_stages;
    let mut split: Vec<u64> = stages.map(|stage| legal.layers(stage).total()).collect();
    let [least, most] = now.time.spread;
    let given = split.get_mut(most.rank).filter(|layers| **layers > 1)?;
    *given -= 1;
    *split.get_mut(least.rank)? += 1;
    Some(split)
}
