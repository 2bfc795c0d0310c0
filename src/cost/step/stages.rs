//! The stages of a pipeline, as the simulation runs them.

use std::collections::VecDeque;
use std::rc::Rc;

use super::costs::{Block, Costs};
use super::{StepTime, Worked};
use crate::cost::legal::Legal;
use crate::cost::schedule::{Durations, Pipeline, RankTime, simulate};
use crate::cost::traffic::Exchange;

/// What the simulation of a step runs, and what it costs.
///
/// A step is timed in three parts, which plans share: what the pieces cost ([`Costs`]), when each
/// rank works ([`Stages::run`]), and what a rank does once a step ([`Stages::step`]). Whoever
/// compares many plans computes each part where it differs from the plan before.
pub struct Stages<'a> {
    costs: Costs<'a>,
    /// Who runs what in which order.
    pub(in crate::cost) pipeline: Pipeline,
    /// Forward and backward of each virtual stage.
    pub(in crate::cost) blocks: Vec<[Block; 2]>,
    /// How long they take.
    pub(in crate::cost) durations: Durations,
}

impl<'a> Stages<'a> {
    /// The stages of a legal plan.
    pub(in crate::cost) fn of(legal: &Legal<'a>) -> Self {
        Self::made_of(Costs::of(legal), legal)
    }

    /// The stages of a legal plan whose pieces cost this: those of a plan that differs at most in
    /// its schedule, its virtual stages, how layers are dealt out, and where no weights are
    /// sharded in what else is.
    #[must_use]
    pub fn made_of(costs: Costs<'a>, legal: &Legal) -> Self {
        let blocks: Vec<[Block; 2]> = (0..legal.virtual_stages)
            .map(|stage| costs.blocks(legal, stage))
            .collect();
        let pipeline = Pipeline::of(legal);
        let durations = costs.durations(legal, &pipeline, &blocks);
        Self {
            costs,
            pipeline,
            blocks,
            durations,
        }
    }

    /// When each rank works.
    #[must_use]
    pub fn run(&self) -> Vec<RankTime> {
        simulate(&self.pipeline, &self.durations)
    }

    /// The whole step of a legal plan with these stages, whose ranks work at these times.
    #[must_use]
    pub fn step(&self, legal: &Legal, times: &[RankTime]) -> StepTime {
        let mut last = StepTime::default();
        let mut spread: Option<[Worked; 2]> = None;
        for (rank, time) in times.iter().enumerate() {
            let (step, _) = self.rank_step(legal, rank, time);
            let worked = step.spread[0];
            let [least, most] = spread.get_or_insert([worked; 2]);
            if worked.seconds < least.seconds {
                *least = worked;
            }
            if worked.seconds > most.seconds {
                *most = worked;
            }
            if step.total() > last.total() {
                last = step;
            }
        }
        last.spread = spread.unwrap_or_default();
        last.slowed(legal)
    }

    /// A step of one rank that works at these times, before what slows every second, and what it
    /// exchanges.
    pub(in crate::cost) fn rank_step(
        &self,
        legal: &Legal,
        rank: usize,
        time: &RankTime,
    ) -> (StepTime, Exchange) {
        self.costs
            .rank_step(legal, &self.pipeline, &self.blocks, rank, time)
    }
}

/// The latest runs: stages that take as long run alike, as those of layouts that differ only in
/// memory do.
#[derive(Default)]
pub struct Runs(VecDeque<(Pipeline, Durations, Rc<[RankTime]>)>);

impl Runs {
    /// Runs that are remembered.
    const MOST: usize = 64;

    /// When each rank of these stages works.
    pub fn run(&mut self, stages: &Stages) -> Rc<[RankTime]> {
        let is_like = |(pipeline, durations, _): &&(Pipeline, Durations, Rc<[RankTime]>)| {
            *pipeline == stages.pipeline && *durations == stages.durations
        };
        if let Some((.., times)) = self.0.iter().rev().find(is_like) {
            return Rc::clone(times);
        }
        if self.0.len() == Self::MOST {
            self.0.pop_front();
        }
        let times: Rc<[RankTime]> = stages.run().into();
        let run = (stages.pipeline, stages.durations.clone(), Rc::clone(&times));
        self.0.push_back(run);
        times
    }
}
