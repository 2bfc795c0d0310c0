//! What layouts of one shape share, so that it is worked out once for all of them.

use std::collections::HashMap;
use std::rc::Rc;

use super::cuts::Sharding;
use super::space::Space;
use crate::cost::bound::Bounds;
use crate::cost::legal::Legal;
use crate::cost::plan::{Plan, ZeroStage};
use crate::cost::schedule::{Moments, Pipeline, RankTime};
use crate::cost::step::{Costs, Runs, Stages, StepTime};
use crate::search::best::Cut;

/// What all layouts of a shape share.
pub(super) struct Shared<'a> {
    /// What can be sharded, and of which kind such layouts are.
    pub(super) shardings: &'a [(Sharding, usize)],
    /// What the pieces of a step cost, by kind.
    pub(super) costs: Vec<Costs<'a>>,
    /// What no layout of a kind can beat.
    pub(super) bounds: Vec<Bounds>,
}

/// What a shape can shard, and a plan for each kind of it: pieces cost the same unless weights
/// are sharded.
pub(super) struct Kinds {
    shardings: Vec<(Sharding, usize)>,
    plans: Vec<Plan>,
}

impl Shared<'_> {
    /// The kinds of a shape.
    pub(super) fn kinds(space: &Space, scratch: &Plan, shape: Cut) -> Kinds {
        let mut plain = scratch.clone();
        shape.write_plainly(&mut plain);
        let shardings = space.shardings(&plain);
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
    /// What layouts of these kinds share; `None` where one of them cannot exist.
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

/// What was found out of pipelines' programs, for the next layout with such a pipeline.
#[derive(Default)]
pub(super) struct Known(HashMap<Pipeline, Moments>);

impl Known {
    /// The moments at which a pipeline that cuts backward in two may hold most; of others it is
    /// as quick to walk over the program as to look.
    pub(super) fn moments(&mut self, pipeline: &Pipeline) -> Option<&Moments> {
        if !pipeline.schedule.splits_backward() {
            return None;
        }
        let short = pipeline.shortened();
        Some(self.0.entry(short).or_insert_with(|| short.moments()))
    }
}

/// The stages of a pipeline, and when each rank works.
pub(super) struct Ran<'a> {
    stages: Stages<'a>,
    times: Rc<[RankTime]>,
}

impl<'a> Ran<'a> {
    /// Runs the stages of a legal plan whose pieces cost this.
    pub(super) fn of(costs: Costs<'a>, legal: &Legal, runs: &mut Runs) -> Self {
        let stages = Stages::made_of(costs, legal);
        let times = runs.run(&stages);
        Self { stages, times }
    }

    /// The step of a legal plan with these stages.
    pub(super) fn step(&self, legal: &Legal) -> StepTime {
        self.stages.step(legal, &self.times)
    }
}
