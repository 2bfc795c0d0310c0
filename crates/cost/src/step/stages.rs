//! The stages of a pipeline, as the simulation runs them.

use super::block_costs::BlockCosts;
use super::costs::Costs;
use super::optimizer::optimizer;
use super::time::{StepTime, Worked};
use crate::communication::{DataTraffic, messages};
use crate::legal::Legal;
use crate::params::RankParams;
use crate::schedule::{Durations, Pipeline, Program, RankTime, simulate, simulated_program};
use crate::traffic::{Exchange, Route};
use crate::units::{Bytes, Seconds};

/// Relative difference below which two ranks work equally long: sums of the same seconds differ by
/// their order.
const ROUNDING: f64 = 1e-9;

/// The pipeline of a step, and the costs of its stages.
///
/// A step is timed in three parts, which plans share: the costs of the pieces ([`Costs`]), the
/// times at which each rank works ([`Stages::run`]), and the work once a step ([`Stages::step`]). A
/// comparison of many plans computes each part only where it differs from the plan before.
pub struct Stages<'a> {
    costs: Costs<'a>,
    /// The pipeline: its ranks, and the order of their blocks.
    pub(crate) pipeline: Pipeline,
    /// Forward and backward of each virtual stage.
    pub(crate) blocks: Vec<[BlockCosts; 2]>,
    /// For each virtual stage the first stage of the run of equal ones to which it belongs.
    first_alike: Vec<usize>,
    /// Durations of the blocks.
    pub(crate) durations: Durations,
}

impl<'a> Stages<'a> {
    /// The stages of a legal plan.
    pub(crate) fn of(legal: &Legal<'a>) -> Self {
        Self::made_of(Costs::of(legal), legal)
    }

    /// The part of a virtual stage's backward that makes weight gradients, by cause.
    pub(crate) fn weight_gradients(&self, legal: &Legal, stage: u64) -> BlockCosts {
        self.costs.weight_gradients(legal, stage)
    }

    /// The stages of a legal plan with these costs. The costs may be those of a plan with another
    /// schedule, other virtual stages or another division of layers. They may also be those of a
    /// plan with other sharding if neither plan shards weights.
    #[must_use]
    pub fn made_of(costs: Costs<'a>, legal: &Legal) -> Self {
        let first_alike = first_alike(legal);
        let mut blocks: Vec<[BlockCosts; 2]> = Vec::with_capacity(first_alike.len());
        for (stage, &first) in first_alike.iter().enumerate() {
            // Most stages are like the one before. To sum their exchange again would take as long
            // as to simulate them.
            let known = blocks.get(first).copied();
            blocks.push(known.unwrap_or_else(|| costs.blocks(legal, stage as u64)));
        }
        let pipeline = Pipeline::of(legal);
        let durations = costs.durations(legal, &pipeline, &blocks);
        Self {
            costs,
            pipeline,
            blocks,
            first_alike,
            durations,
        }
    }

    /// The times of each rank.
    #[must_use]
    pub fn run(&self) -> Vec<RankTime> {
        simulate(&self.pipeline, &self.durations)
    }

    /// The times of each rank, if the programs of the pipeline are known.
    pub(super) fn run_program(&self, program: &Program) -> Vec<RankTime> {
        simulated_program(program, &self.durations).times
    }

    /// The whole step of a legal plan with these stages, whose ranks work at these times.
    #[must_use]
    pub fn step(&self, legal: &Legal, times: &[RankTime]) -> StepTime {
        let steps = self.rank_steps(legal, times);
        mean(steps.iter().map(|(step, _)| *step)).slowed(legal)
    }

    /// The step of each rank that works at these times, before its slowdown, and its exchange.
    pub(crate) fn rank_steps(
        &self,
        legal: &Legal,
        times: &[RankTime],
    ) -> Vec<(StepTime, Exchange)> {
        let mut before: Option<RankWork> = None;
        let ranks = times.iter().enumerate();
        let steps = ranks.map(|(rank, time)| {
            let params = self.costs.pieces.of_rank(legal, &self.pipeline, rank);
            let known = before.take().filter(|work| {
                work.params == params && self.are_alike(rank, rank.saturating_sub(1))
            });
            let work = known.unwrap_or_else(|| self.work(legal, rank, params));
            let step = self.timed(&work, rank, time);
            before = Some(work);
            step
        });
        steps.collect()
    }

    /// Seconds of a rank's blocks, one after another, without waiting.
    pub(super) fn busy(&self, rank: usize) -> f64 {
        let (pipeline, durations) = (&self.pipeline, &self.durations);
        let through = |chunk| {
            let stage = pipeline.stage(rank, chunk);
            let once = durations.forward[stage] + durations.backward[stage];
            once * pipeline.micro_batches_through(chunk) as f64
        };
        (0..pipeline.chunks_a_rank()).map(through).sum()
    }

    /// True if the stages of two ranks take the same time.
    fn are_alike(&self, one: usize, other: usize) -> bool {
        let stage = |rank, chunk| self.first_alike[self.pipeline.stage(rank, chunk)];
        (0..self.pipeline.chunks_a_rank()).all(|chunk| stage(one, chunk) == stage(other, chunk))
    }

    /// The step of one rank by cause, and its exchanges.
    pub(crate) fn rank_step(
        &self,
        legal: &Legal,
        rank: usize,
        time: &RankTime,
    ) -> (StepTime, Exchange) {
        let params = self.costs.pieces.of_rank(legal, &self.pipeline, rank);
        self.timed(&self.work(legal, rank, params), rank, time)
    }

    /// The work of a rank with these parameters in a step.
    fn work(&self, legal: &Legal, rank: usize, params: RankParams) -> RankWork {
        let pipeline = &self.pipeline;
        let mut blocks = BlockCosts::default();
        for chunk in 0..pipeline.chunks_a_rank() {
            let [forward, backward] = self.blocks[pipeline.stage(rank, chunk)];
            blocks += (forward + backward) * pipeline.micro_batches_through(chunk) as f64;
        }
        let (optimizer, moved) = optimizer(legal, &self.costs.roofline, params);
        RankWork {
            params,
            exchange: blocks.exchange + moved,
            data: DataTraffic::of(legal, params),
            blocks,
            optimizer: optimizer.seconds,
        }
    }

    /// The work, once a step, of a rank that works at these times, after its last block.
    pub(crate) fn once_a_step(&self, legal: &Legal, rank: usize, time: &RankTime) -> OnceAStep {
        let params = self.costs.pieces.of_rank(legal, &self.pipeline, rank);
        let (optimizer, moved) = optimizer(legal, &self.costs.roofline, params);
        let data = DataTraffic::of(legal, params);
        OnceAStep {
            data: data.once_beside(self.covering(rank, time)),
            weights: data.weights(),
            optimizer: optimizer.seconds,
            moved,
            messages: messages(legal, Bytes::product([2, params.total().trainable])),
        }
    }

    /// Seconds that a rank waits for others.
    fn idle(&self, time: &RankTime) -> f64 {
        if self.pipeline.schedule.validates_afterwards() {
            time.idle_within()
        } else {
            time.idle()
        }
    }

    /// Seconds of a rank's step beside which gradients and weights can travel: no gradient exists
    /// in a forward without a backward.
    fn covering(&self, rank: usize, time: &RankTime) -> Seconds {
        let alone = |chunk| {
            let [forward, _] = &self.blocks[self.pipeline.stage(rank, chunk)];
            forward.forward_only.0 * self.pipeline.micro_batches_through(chunk) as f64
        };
        let alone: f64 = (0..self.pipeline.chunks_a_rank()).map(alone).sum();
        Seconds((time.busy + self.idle(time) - alone).max(0.0))
    }

    /// The whole step of a rank with this work at these times, and its exchange.
    fn timed(&self, work: &RankWork, rank: usize, time: &RankTime) -> (StepTime, Exchange) {
        let blocks = &work.blocks;
        // Expert exchange that ran beside the other direction's compute.
        let hidden = Seconds((blocks.total() - time.busy).max(0.0));
        let idle = self.idle(time);
        let expert = work.exchange.of(Route::Expert).exposed.beyond(hidden);
        let data = work.data.beside(self.covering(rank, time));
        let exchange = work.exchange.exposing_on(Route::Expert, expert) + data;
        let [tensor, context, expert, pipeline, data] = exchange.exposed_by_axis();
        let worked = Worked {
            rank,
            seconds: Seconds(time.busy),
        };
        let step = StepTime {
            rank,
            spread: [worked; 2],
            compute: blocks.compute,
            recompute: blocks.recompute,
            forward_only: blocks.forward_only,
            tensor,
            context,
            expert,
            pipeline,
            data,
            bubble: Seconds(idle),
            imbalance: Seconds::ZERO,
            optimizer: work.optimizer,
        };
        (step, exchange)
    }
}

/// The mean of the steps of all ranks, with all waiting counted as bubble.
fn mean(steps: impl ExactSizeIterator<Item = StepTime>) -> StepTime {
    let ranks = steps.len().max(1) as f64;
    let mut sum = StepTime::default();
    let mut spread: Option<[Worked; 2]> = None;
    let (mut end, mut busiest) = (Seconds::ZERO, Seconds::ZERO);
    for step in steps {
        let worked = step.spread[0];
        let [least, most] = spread.get_or_insert([worked; 2]);
        if worked.seconds.0 < least.seconds.0 * (1.0 - ROUNDING) {
            *least = worked;
        }
        if worked.seconds.0 > most.seconds.0 * (1.0 + ROUNDING) {
            *most = worked;
        }
        if step.work().0 > busiest.0 * (1.0 + ROUNDING) {
            (busiest, sum.rank) = (step.work(), step.rank);
        }
        end = end.max(step.total());
        sum.compute += step.compute;
        sum.recompute += step.recompute;
        sum.forward_only += step.forward_only;
        sum.tensor += step.tensor;
        sum.context += step.context;
        sum.expert += step.expert;
        sum.pipeline += step.pipeline;
        sum.data += step.data;
        sum.optimizer += step.optimizer;
    }
    let mean = sum.scaled(1.0 / ranks);
    StepTime {
        spread: spread.unwrap_or_default(),
        bubble: end.beyond(busiest),
        imbalance: busiest.beyond(mean.work()),
        ..mean
    }
}

/// The work of a rank once a step, after its last block.
pub(crate) struct OnceAStep {
    /// Gradients and new weights, with their exposed part.
    pub(crate) data: Exchange,
    /// The part of `data` that distributes new weights, as if nothing hid it.
    pub(crate) weights: Exchange,
    /// The optimizer's seconds, beside those of the link to the host.
    pub(crate) optimizer: Seconds,
    /// Gradients and weights on the link to the host.
    pub(crate) moved: Exchange,
    /// Messages in which the gradients travel.
    pub(crate) messages: f64,
}

/// The work of a rank in a step, without its order.
struct RankWork {
    params: RankParams,
    /// All blocks of the rank, with their exchange.
    blocks: BlockCosts,
    /// All exchange of the rank, except that of gradients and weights.
    exchange: Exchange,
    data: DataTraffic,
    optimizer: Seconds,
}

/// For each virtual stage the first stage of the run of equal ones to which it belongs.
fn first_alike(legal: &Legal) -> Vec<usize> {
    let mut all: Vec<usize> = Vec::with_capacity(legal.virtual_stages as usize);
    for stage in 0..legal.virtual_stages {
        let is_like = legal.is_like_the_one_before(stage);
        let first = all.last().copied().filter(|_| is_like);
        all.push(first.unwrap_or(stage as usize));
    }
    all
}
