//! The limit of a plan, the change that helps most, and an expert's warnings.
//!
//! Tests: `tests/all/diagnosis.rs`.

use super::change::Change;
use super::cure::{Cure, CureSearch};
use super::work::{self, PATIENCE, Progress, units};
use super::{degrees, framework};
use cost::legal::Legal;
use cost::memory::Verdict;
use cost::plan::{CrossEntropy, Overlap, Plan, Recompute, Schedule, Word as _, ZeroStage};
use cost::run::tokens;
use cost::scaling::critical_batch;
use cost::sharding::{Gathering, StateSharding};
use cost::shares::Overhead;
use cost::step::Worked;
use cost::{Estimate, estimate_legal};
use serde::{Deserialize, Serialize};

/// The diagnosis of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// Limits of the plan, the worst first: memory if the plan may not fit, then the overheads on
    /// its time.
    pub limits: Vec<Limit>,
    /// Ways to make the plan fit, in the order of [`cures`](super::cure::cures); empty if it fits.
    pub cures: Vec<Cure>,
    /// The change that makes the plan fastest without a further warning and, unless the plan fits,
    /// without more memory. `None` if no change of one or two axes does, or if the plan may not fit.
    pub advice: Option<Advice>,
    /// Plans after which a search stopped; `None` if all were tried.
    pub stopped_after: Option<u64>,
    /// Warnings of an expert.
    pub warnings: Vec<ExpertWarning>,
}

/// The limit of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// The fullest GPU needs, or may need, more than its memory.
    Memory,
    /// A cause takes this share of the step.
    Time(Overhead, f64),
}

/// A change for the better.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Changes of one axis or two. Model, GPUs, sequence and batch stay as they are.
    pub changes: Vec<Change>,
    /// Tokens a second after over before, less one.
    pub faster: f64,
    /// Bytes of the fullest GPU after less before.
    pub memory_change: i64,
    /// The memory verdict after the change.
    pub verdict: Verdict,
    /// Number of warnings after the change.
    pub warnings: usize,
}

/// A warning of an expert. Its variants are codes of our JSON: they keep their names.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpertWarning {
    /// Too few published runs are on such GPUs to confirm the model there.
    UnprovenHardware,
    /// Tensor-parallel ranks do not share a fast link.
    TensorAcrossDomains {
        /// Tensor-parallel degree.
        tensor: u64,
        /// GPUs that share a fast link.
        domain: u64,
    },
    /// Stages wait for more than a fifth of the pipeline's time.
    LargeBubble {
        /// Share of the pipeline's time.
        share: f64,
    },
    /// A step has more tokens than twice the critical batch.
    BatchBeyondCritical {
        /// Tokens a step.
        tokens: u64,
        /// Tokens of the critical batch.
        critical: f64,
    },
    /// Interleaved stages take micro-batches in groups of p, and the last group is not full.
    BrokenGroup {
        /// Micro-batches of a step.
        micro_batches: u64,
        /// Pipeline stages.
        pipeline: u64,
    },
    /// One stage works longer than another, by more than a layer's time: another division of the
    /// layers would help.
    UnevenStages {
        /// The stage that works least.
        least: Worked,
        /// The stage that works most.
        most: Worked,
        /// Share of the pipeline's time in which stages wait for those that have more to do.
        share: f64,
    },
    /// The weights are gathered for each micro-batch, which has so few tokens that data-parallel
    /// communication is exposed.
    ThinMicroBatches {
        /// Share of the step in which data-parallel communication is exposed.
        share: f64,
        /// Tokens of a micro-batch.
        tokens: u64,
    },
    /// Gradients are sharded in a pipeline: each micro-batch reduces them again.
    ShardedGradientsInPipeline,
    /// Expert parallelism crosses the NVLink domain, and its exchange is exposed.
    ExpertsAcrossDomains {
        /// Expert-parallel degree.
        expert: u64,
        /// Share of the step.
        share: f64,
    },
}

/// Least gain that is worth a change.
const WORTH: f64 = 0.01;
/// Single changes that are tried in pairs with all others.
const PAIRED: usize = 6;
/// Share of the pipeline's time from which a bubble is large.
const LARGE_BUBBLE: f64 = 0.2;
/// Difference of two stages' times, in layers, above which they are uneven. Up to one layer no
/// division is better, and a little more needs no warning.
const UNEVEN: f64 = 1.5;
/// Exposed share of a step from which an exchange gets a warning.
const SHOWS: f64 = 0.1;

/// The diagnosis of a legal plan of this estimate.
///
/// ```
/// use cost::estimate;
/// use formats::link;
/// use search::diagnosis::{Limit, ExpertWarning, diagnose};
/// // tensor parallelism across two nodes
/// let (plan, _) = link::decode("p=llama3-70b/h100x64&tp=16&pp=2");
/// let found = diagnose(&plan, &estimate(&plan).unwrap());
/// assert!(matches!(found.limits[0], Limit::Time(..)));
/// assert!(matches!(found.warnings[0], ExpertWarning::TensorAcrossDomains { tensor: 16, domain: 8 }));
/// assert!(found.advice.unwrap().faster > 0.2);
/// ```
#[must_use]
pub fn diagnose(plan: &Plan, now: &Estimate) -> Diagnosis {
    let mut curing = CureSearch::among(plan.clone(), now.clone(), &|_| true);
    let mut advising = Advising::new(plan.clone(), now.clone());
    let stops = [
        (curing.advance(PATIENCE), curing.tried()),
        (advising.advance(PATIENCE), advising.tried()),
    ];
    let stopped = |&(progress, _): &(Progress, u64)| progress == Progress::Pending;
    Diagnosis {
        limits: limits(now),
        cures: curing.cures(),
        advice: advising.best,
        stopped_after: stops.into_iter().find(stopped).map(|(_, tried)| tried),
        warnings: warnings_of(plan, now),
    }
}

/// Warnings of an expert about a plan of this estimate; empty if the plan is illegal.
#[must_use]
pub fn warnings_of(plan: &Plan, now: &Estimate) -> Vec<ExpertWarning> {
    Legal::check(plan).map_or_else(|_| Vec::new(), |legal| warnings(&legal, now))
}

/// The limits of a plan of this estimate, the worst first.
#[must_use]
pub fn limits(now: &Estimate) -> Vec<Limit> {
    let shares = &now.shares;
    let mut limits: Vec<Limit> = Vec::new();
    for overhead in shares.overheads() {
        let is_less = |limit: &Limit| matches!(limit, Limit::Time(_, share) if *share < overhead.1);
        let place = limits.iter().position(is_less).unwrap_or(limits.len());
        limits.insert(place, Limit::Time(overhead.0, overhead.1));
    }
    if now.memory.verdict != Verdict::Fits {
        limits.insert(0, Limit::Memory);
    }
    limits
}

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
        let bytes =
            |estimate: &Estimate| i64::try_from(estimate.memory.peak().0).unwrap_or(i64::MAX);
        let speed = |estimate: &Estimate| estimate.utilisation.tokens_per_second;
        Some(Self {
            changes,
            faster: speed(&after) / speed(before) - 1.0,
            memory_change: bytes(&after) - bytes(before),
            verdict: after.memory.verdict,
            warnings: warnings(&legal, &after).len(),
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

fn warnings(legal: &Legal, now: &Estimate) -> Vec<ExpertWarning> {
    let plan = legal.plan;
    let (layout, time) = (&plan.layout, &now.time);
    let domain = plan.cluster.gpu.domain;
    let share = |seconds: f64| seconds / time.total().0;
    let mut warnings = Vec::new();
    if !plan.cluster.has_published_runs() {
        warnings.push(ExpertWarning::UnprovenHardware);
    }
    if layout.tensor > domain {
        warnings.push(ExpertWarning::TensorAcrossDomains {
            tensor: layout.tensor,
            domain,
        });
    }
    if time.bubble_fraction() > LARGE_BUBBLE {
        warnings.push(ExpertWarning::LargeBubble {
            share: time.bubble_fraction(),
        });
    }
    let params = now.params.active;
    let critical = critical_batch(params, tokens(plan, now.params.total));
    let step = plan.global_batch().saturating_mul(legal.sequence);
    if step as f64 > 2.0 * critical {
        warnings.push(ExpertWarning::BatchBeyondCritical {
            tokens: step,
            critical,
        });
    }
    let pipeline = layout.pipeline;
    if layout.virtual_stages > 1 && !legal.micro_batches.is_multiple_of(pipeline) {
        warnings.push(ExpertWarning::BrokenGroup {
            micro_batches: legal.micro_batches,
            pipeline,
        });
    }
    let [least, most] = time.spread;
    let layers = plan.model.layers as f64 / pipeline as f64;
    let layer = (least.seconds + most.seconds).0 / 2.0 / layers;
    if most.seconds.0 - least.seconds.0 > UNEVEN * layer {
        warnings.push(ExpertWarning::UnevenStages {
            least,
            most,
            share: time.imbalance_fraction(),
        });
    }
    let shards = layout.zero;
    let sharding = StateSharding::of(legal);
    let gathers_each = sharding.gathering == Gathering::EachMicroBatch;
    if gathers_each && share(time.data.0) > SHOWS {
        warnings.push(ExpertWarning::ThinMicroBatches {
            share: share(time.data.0),
            tokens: plan.batch.micro.saturating_mul(legal.sequence),
        });
    }
    let reductions = sharding.reductions(legal);
    let reduces_each = reductions > 1 && reductions == legal.micro_batches;
    if shards == ZeroStage::Two && pipeline > 1 && reduces_each {
        warnings.push(ExpertWarning::ShardedGradientsInPipeline);
    }
    if layout.expert > domain && !plan.overlaps(Overlap::Expert) && share(time.expert.0) > SHOWS {
        warnings.push(ExpertWarning::ExpertsAcrossDomains {
            expert: layout.expert,
            share: share(time.expert.0),
        });
    }
    warnings
}
