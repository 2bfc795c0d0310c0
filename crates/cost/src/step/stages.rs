//! The stages of a pipeline, as the simulation runs them.

use super::block_costs::BlockCosts;
use super::costs::Costs;
use super::optimizer::optimizer;
use super::time::{StepTime, Worked};
use crate::amount::{Amount, Count, Leaf, Part, Simulated, Symbol};
use crate::communication::{DataTraffic, messages};
use crate::legal::Legal;
use crate::params::RankParams;
use crate::schedule::{
    Chain, Direction, Durations, Pipeline, Program, RankTime, chains, simulate, simulated_program,
};
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
pub struct Stages<'a, A: Amount = f64> {
    costs: Costs<'a, A>,
    /// The pipeline: its ranks, and the order of their blocks.
    pub(crate) pipeline: Pipeline,
    /// Forward and backward of each virtual stage.
    pub(crate) blocks: Vec<[BlockCosts<A>; 2]>,
    /// For each virtual stage the first stage of the run of equal ones to which it belongs.
    first_alike: Vec<usize>,
    /// Durations of the blocks.
    pub(crate) durations: Durations,
    /// The longest chain of each rank, for traced numbers.
    chains: Option<Vec<Chain>>,
}

impl<'a, A: Amount> Stages<'a, A> {
    /// The stages of a legal plan.
    pub(crate) fn of(legal: &Legal<'a>) -> Self {
        Self::of_costs(Costs::of_numbers(legal), legal)
    }

    /// The part of a virtual stage's backward that makes weight gradients, by cause.
    pub(crate) fn weight_gradients(&self, legal: &Legal, stage: u64) -> BlockCosts<A> {
        self.costs.weight_gradients(legal, stage)
    }

    /// The stages of a legal plan with these costs, as numbers of either kind.
    fn of_costs(costs: Costs<'a, A>, legal: &Legal) -> Self {
        let first_alike = first_alike(legal);
        let mut blocks: Vec<[BlockCosts<A>; 2]> = Vec::with_capacity(first_alike.len());
        for (stage, &first) in first_alike.iter().enumerate() {
            // Most stages are like the one before. To sum their exchange again would take as long
            // as to simulate them.
            let known = blocks.get(first).copied();
            blocks.push(known.unwrap_or_else(|| costs.blocks(legal, stage as u64)));
        }
        let pipeline = Pipeline::of(legal);
        let durations = costs.durations(legal, &pipeline, &blocks);
        let chains = if A::IS_TRACED {
            chains(&pipeline, &durations, &first_alike)
        } else {
            None
        };
        Self {
            costs,
            pipeline,
            blocks,
            first_alike,
            durations,
            chains,
        }
    }

    /// The times of each rank, if the programs of the pipeline are known.
    pub(super) fn run_program(&self, program: &Program) -> Vec<RankTime> {
        simulated_program(program, &self.durations).times
    }

    /// The whole step, as numbers of either kind.
    pub(super) fn step_of(&self, legal: &Legal, times: &[RankTime]) -> StepTime<A> {
        self.mean_of(legal, &self.rank_steps(legal, times))
    }

    /// The whole step of ranks with these steps.
    pub(super) fn mean_of(
        &self,
        legal: &Legal,
        steps: &[(StepTime<A>, Exchange<A>)],
    ) -> StepTime<A> {
        mean(steps.iter().map(|(step, _)| *step)).slowed(legal)
    }

    /// The step of each rank that works at these times, before its slowdown, and its exchange.
    pub(crate) fn rank_steps(
        &self,
        legal: &Legal,
        times: &[RankTime],
    ) -> Vec<(StepTime<A>, Exchange<A>)> {
        let mut before: Option<RankWork<A>> = None;
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
    ) -> (StepTime<A>, Exchange<A>) {
        let params = self.costs.pieces.of_rank(legal, &self.pipeline, rank);
        self.timed(&self.work(legal, rank, params), rank, time)
    }

    /// The work of a rank with these parameters in a step.
    fn work(&self, legal: &Legal, rank: usize, params: RankParams) -> RankWork<A> {
        let pipeline = &self.pipeline;
        let mut blocks = BlockCosts::default();
        for chunk in 0..pipeline.chunks_a_rank() {
            let [forward, backward] = self.blocks[pipeline.stage(rank, chunk)];
            let through = pipeline.micro_batches_through(chunk) as u64;
            let through = A::Count::letter(Symbol::Through, through);
            let mut once = forward + backward;
            once.name(Part::OneMicroBatch);
            let mut all = once * through.real();
            if pipeline.chunks_a_rank() > 1 {
                all.name(Part::ThroughStage);
            }
            blocks += all;
        }
        blocks.name(Part::OfRank);
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
    pub(crate) fn once_a_step(&self, legal: &Legal, rank: usize, time: &RankTime) -> OnceAStep<A> {
        let params = self.costs.pieces.of_rank(legal, &self.pipeline, rank);
        let (optimizer, moved) = optimizer(legal, &self.costs.roofline, params);
        let data = DataTraffic::of(legal, params);
        OnceAStep {
            data: data.once_beside(self.covering(rank, time)),
            weights: data.weights(),
            optimizer: optimizer.seconds,
            moved,
            messages: {
                let gradients = Bytes::product([2, params.total().trainable]);
                messages(legal, gradients)
            },
        }
    }

    /// Seconds that a rank waits for others.
    fn idle(&self, rank: usize, time: &RankTime) -> Seconds<A> {
        let is_within = self.pipeline.schedule.validates_afterwards();
        let idle = if is_within {
            time.idle_within()
        } else {
            time.idle()
        };
        match self.end(rank, time) {
            Some(end) if is_within => {
                let start = A::leaf(Leaf::Simulated(Simulated::Start), time.start);
                end.beyond(Seconds(start)).beyond(self.works(rank, time))
            }
            Some(end) => end.beyond(self.works(rank, time)),
            None => Seconds(A::leaf(Leaf::Simulated(Simulated::Idle), idle)),
        }
    }

    /// The time at which a rank's last block ends, as the sum of the blocks of its longest chain.
    /// `None` of plain numbers, and where no chain is known.
    fn end(&self, rank: usize, time: &RankTime) -> Option<Seconds<A>> {
        if !A::IS_TRACED {
            return None;
        }
        let chain = self.chains.as_ref()?.get(rank)?;
        let count = |number| A::Count::letter(Symbol::ChainLength, number).real();
        let mut parts: Vec<A> = Vec::new();
        for &(direction, stage, number) in &chain.blocks {
            parts.push(self.block(direction, stage) * count(number));
        }
        let transfer = self.costs.transfer().part(Part::Transfer).0;
        parts.push(transfer * count(chain.transfers));
        Some(Seconds(A::path(time.end, &parts)).part(Part::StageEnd))
    }

    /// Seconds of a block that is not split.
    fn block(&self, direction: Direction, stage: usize) -> A {
        let [forward, backward] = &self.blocks[stage];
        match direction {
            Direction::Forward => forward.total().part(Part::WholeForward),
            _ => backward.total().part(Part::WholeBackward),
        }
    }

    /// Seconds that a rank works.
    fn works(&self, rank: usize, time: &RankTime) -> Seconds<A> {
        if !A::IS_TRACED || self.pipeline.schedule.splits_backward() {
            return Seconds(A::leaf(Leaf::Simulated(Simulated::Busy), time.busy));
        }
        let parts = (0..self.pipeline.chunks_a_rank()).flat_map(|chunk| {
            let stage = self.pipeline.stage(rank, chunk);
            let through = self.pipeline.micro_batches_through(chunk) as u64;
            let through = A::Count::letter(Symbol::Through, through).real();
            let blocks = [Direction::Forward, Direction::Backward];
            blocks.map(|direction| self.block(direction, stage) * through)
        });
        let parts: Vec<A> = parts.collect();
        Seconds(A::path(time.busy, &parts)).part(Part::StageBusy)
    }

    /// Seconds of a rank's step beside which gradients and weights can travel: no gradient exists
    /// in a forward without a backward.
    fn covering(&self, rank: usize, time: &RankTime) -> Seconds<A> {
        let alone = |chunk| {
            let [forward, _] = &self.blocks[self.pipeline.stage(rank, chunk)];
            let through = self.pipeline.micro_batches_through(chunk) as u64;
            forward.forward_only * A::Count::letter(Symbol::Through, through).real()
        };
        let alone = (0..self.pipeline.chunks_a_rank()).map(alone).sum();
        (self.works(rank, time) + self.idle(rank, time)).beyond(alone)
    }

    /// The whole step of a rank with this work at these times, and its exchange.
    fn timed(
        &self,
        work: &RankWork<A>,
        rank: usize,
        time: &RankTime,
    ) -> (StepTime<A>, Exchange<A>) {
        let blocks = &work.blocks;
        // Expert exchange that ran beside the other direction's compute.
        let hidden = Seconds(blocks.total()).beyond(self.works(rank, time));
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
            bubble: self.idle(rank, time),
            imbalance: Seconds::ZERO,
            optimizer: work.optimizer,
        };
        (step, exchange)
    }
}

// Other crates call functions without a parameter for the numbers, which are compiled once.
impl<'a> Stages<'a> {
    /// The stages of a legal plan with these costs. The costs may be those of a plan with another
    /// schedule, other virtual stages or another division of layers. They may also be those of a
    /// plan with other sharding if neither plan shards weights.
    #[must_use]
    pub fn made_of(costs: Costs<'a>, legal: &Legal) -> Self {
        Self::of_costs(costs, legal)
    }

    /// The times of each rank.
    #[must_use]
    pub fn run(&self) -> Vec<RankTime> {
        simulate(&self.pipeline, &self.durations)
    }

    /// The whole step of a legal plan with these stages, whose ranks work at these times.
    #[must_use]
    pub fn step(&self, legal: &Legal, times: &[RankTime]) -> StepTime {
        self.step_of(legal, times)
    }
}

/// The mean of the steps of all ranks, with all waiting counted as bubble.
fn mean<A: Amount>(steps: impl ExactSizeIterator<Item = StepTime<A>>) -> StepTime<A> {
    let ranks = A::factor(Symbol::Pipeline, steps.len().max(1) as f64);
    let mut sum = StepTime::default();
    let mut spread: Option<[Worked; 2]> = None;
    let [mut end, mut busiest]: [Seconds<A>; 2] = [Seconds::ZERO; 2];
    for step in steps {
        let worked = step.spread[0];
        let [least, most] = spread.get_or_insert([worked; 2]);
        if worked.seconds.0 < least.seconds.0 * (1.0 - ROUNDING) {
            *least = worked;
        }
        if worked.seconds.0 > most.seconds.0 * (1.0 + ROUNDING) {
            *most = worked;
        }
        let work = step.work();
        if work.0.value() > busiest.0.value() * (1.0 + ROUNDING) {
            (busiest, sum.rank) = (work, step.rank);
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
    let is_named = A::IS_TRACED && ranks.value() > 1.0;
    if is_named {
        sum.name(Part::AllRanks);
    }
    let mut mean = sum.scaled(A::number(1.0) / ranks);
    if is_named {
        mean.name(Part::MeanOfRanks);
    }
    StepTime {
        spread: spread.unwrap_or_default(),
        bubble: {
            let waits = end.part(Part::LongestStep).beyond(busiest);
            waits.part(Part::EndBeyondWork)
        },
        imbalance: {
            let waits = busiest.part(Part::LongestWork).beyond(mean.work());
            waits.part(Part::WorkBeyondMean)
        },
        ..mean
    }
}

/// The work of a rank once a step, after its last block.
pub(crate) struct OnceAStep<A: Amount = f64> {
    /// Gradients and new weights, with their exposed part.
    pub(crate) data: Exchange<A>,
    /// The part of `data` that distributes new weights, as if nothing hid it.
    pub(crate) weights: Exchange<A>,
    /// The optimizer's seconds, beside those of the link to the host.
    pub(crate) optimizer: Seconds<A>,
    /// Gradients and weights on the link to the host.
    pub(crate) moved: Exchange<A>,
    /// Messages in which the gradients travel.
    pub(crate) messages: f64,
}

/// The work of a rank in a step, without its order.
struct RankWork<A: Amount = f64> {
    params: RankParams,
    /// All blocks of the rank, with their exchange.
    blocks: BlockCosts<A>,
    /// All exchange of the rank, except that of gradients and weights.
    exchange: Exchange<A>,
    data: DataTraffic<A>,
    optimizer: Seconds<A>,
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
