//! The figures of an estimate as numbers of formulas.

use crate::amount::{Amount, Count as _, Leaf, Symbol};
use crate::bill::Bill;
use crate::failures::Shares;
use crate::legal::Legal;
use crate::machine::Machine;
use crate::memory::StageMemory;
use crate::roofline::Roofline;
use crate::run::RunFigures;
use crate::schedule::Program;
use crate::shares::KernelShares;
use crate::step::StepTime;
use crate::utilisation::{mfu, token_rate};

/// Figures of an estimate whose arithmetic can be shown.
pub(super) struct Figures<A: Amount> {
    pub(super) time: StepTime<A>,
    pub(super) mfu: A,
    pub(super) run: RunFigures<A>,
    pub(super) bill: Bill<A>,
    pub(super) kernels: KernelShares<A>,
    /// Bytes that a GPU of one stage sends: tensor, context, expert, pipeline, data.
    pub(super) traffic: [A; 5],
    /// Memory of one stage.
    pub(super) memory: StageMemory<A::Count>,
}

impl<A: Amount> Figures<A> {
    /// The figures of a legal plan, on the reader's machine if one was measured, with the memory and
    /// the traffic of a stage.
    pub(super) fn of(
        legal: &Legal,
        program: &Program,
        machine: Option<&Machine>,
        stage: usize,
        memory: StageMemory<A::Count>,
    ) -> Self {
        let (time, traffic) = StepTime::with_bytes(legal, program, stage);
        let time = machine.map_or(time, |machine| machine.paced(time)).named();
        let mfu = mfu(legal.plan, time.total());
        let padding = A::leaf(
            Leaf::Symbol(Symbol::PaddingShare),
            legal.plan.padding_share(),
        );
        let ceiling = Roofline::<A>::of(legal).ceiling();
        Self {
            mfu,
            run: RunFigures::of(legal.plan, time.total()),
            bill: Bill::of_numbers(legal, token_rate(legal.plan, time.total())),
            kernels: KernelShares::of(&time, mfu, ceiling, padding),
            traffic: traffic.map(|bytes| bytes.0.real()),
            time,
            memory,
        }
    }

    /// Shares of the run's time at the interval that wastes least.
    pub(super) fn run_shares(&self) -> Shares<A> {
        self.run.failures.shares_at(self.run.interval)
    }
}
