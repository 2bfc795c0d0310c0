//! The time of one optimizer step, by cause.
//!
//! Tests: `tests/all/papers/bubble.rs`, `tests/all/papers/communication.rs`,
//! `crates/search/tests/all/optimize/bounds.rs`.

mod block_costs;
mod costs;
mod layer_cost;
mod optimizer;
mod overlap;
mod stages;
mod time;
mod time_cache;

use super::amount::Amount;
use super::legal::Legal;
use super::params::LayerKind;
use super::schedule::{Pipeline, Program};
use super::traffic::Exchange;
use super::units::Bytes;
pub use block_costs::BlockCosts;
pub use costs::Costs;
pub use layer_cost::LayerBlocks;
pub(super) use layer_cost::LayerCost;
pub(super) use optimizer::optimizer;
pub(super) use stages::OnceAStep;
pub use stages::Stages;
pub(super) use time::slowdown;
pub use time::{StepTime, Worked};
pub use time_cache::StageTimeCache;

/// One layer of a kind for one micro-batch under a plan's schedule, before the slowdown of the
/// step. A recomputed layer repeats its forward.
#[must_use]
pub fn layer_blocks(legal: &Legal, kind: LayerKind, is_recomputed: bool) -> LayerBlocks {
    let costs = Costs::of(legal);
    costs.layer(kind).one(legal, kind, is_recomputed)
}

impl StepTime {
    /// The time of one step of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        Self::of_program(legal, &Program::of(&Pipeline::of(legal)))
    }

    /// The time of one step of a legal plan whose pipeline programs are known.
    #[must_use]
    pub fn of_program(legal: &Legal, program: &Program) -> Self {
        Self::numbers_of(legal, program)
    }
}

impl<A: Amount> StepTime<A> {
    /// The time of one step, as numbers of either kind.
    pub(super) fn numbers_of(legal: &Legal, program: &Program) -> Self {
        let stages = Stages::of(legal);
        stages.step_of(legal, &stages.run_program(program))
    }

    /// The time of one step, and the bytes that a GPU of a pipeline rank sends in it by axis: tensor,
    /// context, expert, pipeline, data. They are those of the last rank if the plan does not have it.
    pub(super) fn with_bytes(
        legal: &Legal,
        program: &Program,
        rank: usize,
    ) -> (Self, [Bytes<A::Count>; 5]) {
        let stages = Stages::of(legal);
        let steps = stages.rank_steps(legal, &stages.run_program(program));
        let (_, exchange) = steps[rank.min(steps.len() - 1)];
        (stages.mean_of(legal, &steps), exchange.bytes_by_axis())
    }
}

/// Exchanges of every pipeline rank in a step. Framework and scale slow their seconds as they slow
/// the step.
pub(super) fn exchanges(legal: &Legal) -> Vec<Exchange> {
    let factor = slowdown(legal);
    let stages = Stages::of(legal);
    let ranks = stages.rank_steps(legal, &stages.run()).into_iter();
    ranks.map(|(_, exchange)| exchange.slowed(factor)).collect()
}
