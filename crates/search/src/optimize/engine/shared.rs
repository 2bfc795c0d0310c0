//! Results that all layouts of one shape share, computed once.

use std::collections::HashMap;
use std::rc::Rc;

use super::candidates::Sharding;
use super::space::Space;
use crate::optimize::Candidate;
use cost::bound::Bounds;
use cost::legal::Legal;
use cost::plan::{Plan, ZeroStage};
use cost::schedule::{PeakCandidates, Pipeline, RankTime};
use cost::step::{Costs, StageTimeCache, Stages, StepTime};
use cost::units::Seconds;

/// Results that all layouts of a shape share.
pub(super) struct Shared<'a> {
    /// Shardings, each with its kind.
    pub(super) shardings: &'a [(Sharding, usize)],
    /// Costs of the pieces of a step, by kind.
    pub(super) costs: Vec<Costs<'a>>,
    /// Lower bounds of the layouts of a kind.
    pub(super) bounds: Vec<Bounds>,
}

/// Shardings of a shape, and a plan for each kind of sharding: pieces cost the same unless weights
/// are sharded.
pub(super) struct Kinds {
    shardings: Vec<(Sharding, usize)>,
    plans: Vec<Plan>,
}

impl Shared<'_> {
    /// The kinds of a shape.
    pub(super) fn kinds(space: &Space, scratch: &Plan, shape: Candidate) -> Kinds {
        let mut plain = scratch.clone();
        shape.write_plainly(&mut plain);
        let shardings = space.shardings(shape).to_vec();
        let mut plans = vec![plain];
        let shardings = shardings.into_iter().map(|sharding| {
            if sharding.0 != ZeroStage::Three {
                return (sharding, 0);
            }
            let mut plan = plans[0].clone();
            shape.sharding(sharding).write_plainly(&mut plan);
            plans.push(plan);
            (sharding, plans.len() - 1)
        });
        Kinds {
            shardings: shardings.collect(),
            plans,
        }
    }
}

impl<'a> Shared<'a> {
    /// Results that layouts of these kinds share; `None` if one kind cannot exist.
    pub(super) fn of(kinds: &'a Kinds) -> Option<Self> {
        let legals = kinds.plans.iter().map(|plan| Legal::check(plan).ok());
        let legals: Vec<Legal> = legals.collect::<Option<_>>()?;
        let costs: Vec<Costs> = legals.iter().map(Costs::of).collect();
        let bounds = costs.iter().zip(&legals);
        let bounds = bounds.map(|(costs, legal)| Bounds::made_of(costs, legal));
        Some(Self {
            shardings: &kinds.shardings,
            bounds: bounds.collect(),
            costs,
        })
    }
}

/// A cache of the peak candidates of pipelines, for later layouts with the same pipeline. It is
/// emptied once it is too large.
#[derive(Default)]
pub(super) struct Known {
    of: HashMap<Pipeline, PeakCandidates>,
    /// Bytes of all entries.
    bytes: usize,
}

impl Known {
    /// Largest number of bytes of all entries: enough for thousands of short pipelines.
    const MOST_BYTES: usize = 32 << 20;

    /// The peak candidates of a pipeline that splits backward. `None` for other pipelines, whose
    /// peaks are as quick to compute directly.
    pub(super) fn peaks(&mut self, pipeline: &Pipeline) -> Option<&PeakCandidates> {
        if !pipeline.schedule.splits_backward() {
            return None;
        }
        let short = if pipeline.is_simulated_exactly() {
            pipeline.shortened()
        } else {
            *pipeline
        };
        if self.bytes > Self::MOST_BYTES {
            *self = Self::default();
        }
        let Self { of, bytes } = self;
        Some(of.entry(short).or_insert_with(|| {
            let peaks = PeakCandidates::of(&short);
            *bytes += peaks.bytes();
            peaks
        }))
    }
}

/// The stages of a pipeline, with the bounds and the exact times of each rank's work; each is
/// computed at its first use.
#[derive(Default)]
pub(super) struct LazyStages<'a> {
    stages: Option<Stages<'a>>,
    earliest: Option<Option<Vec<RankTime>>>,
    times: Option<Rc<[RankTime]>>,
}

impl<'a> LazyStages<'a> {
    /// Lower bound on the step of a legal plan with these costs, from other runs of its pipeline;
    /// `None` if they give none.
    pub(super) fn earliest_step(
        &mut self,
        costs: &Costs<'a>,
        legal: &Legal,
        cache: &StageTimeCache,
    ) -> Option<Seconds> {
        let stages = stages(&mut self.stages, costs, legal);
        let times = if let Some(times) = &self.times {
            times
        } else {
            let earliest = self.earliest.get_or_insert_with(|| cache.earliest(stages));
            earliest.as_deref()?
        };
        // Sums of the same seconds differ by their order.
        Some(stages.step(legal, times).total() * (1.0 - 1e-9))
    }

    /// The step of a legal plan with these costs.
    pub(super) fn step(
        &mut self,
        costs: &Costs<'a>,
        legal: &Legal,
        cache: &mut StageTimeCache,
    ) -> StepTime {
        let stages = stages(&mut self.stages, costs, legal);
        let times = self.times.get_or_insert_with(|| cache.run(stages));
        stages.step(legal, times)
    }
}

fn stages<'a, 'b>(
    known: &'b mut Option<Stages<'a>>,
    costs: &Costs<'a>,
    legal: &Legal,
) -> &'b Stages<'a> {
    known.get_or_insert_with(|| Stages::made_of(costs.clone(), legal))
}
