//! The figures of an estimate as numbers of formulas.

use crate::amount::Amount;
use crate::legal::Legal;
use crate::machine::Machine;
use crate::memory::StageMemory;
use crate::run::RunFigures;
use crate::schedule::Program;
use crate::step::StepTime;
use crate::utilisation::mfu;

/// Figures of an estimate whose arithmetic can be shown.
pub(super) struct Figures<A: Amount> {
    pub(super) time: StepTime<A>,
    pub(super) mfu: A,
    pub(super) run: RunFigures<A>,
    /// Memory of one stage.
    pub(super) memory: StageMemory<A::Count>,
}

impl<A: Amount> Figures<A> {
    /// The figures of a legal plan, on the reader's machine if one was measured, with the memory of
    /// a stage.
    pub(super) fn of(
        legal: &Legal,
        program: &Program,
        machine: Option<&Machine>,
        memory: StageMemory<A::Count>,
    ) -> Self {
        let time = StepTime::numbers_of(legal, program);
        let time = machine.map_or(time, |machine| machine.paced(time)).named();
        Self {
            mfu: mfu(legal.plan, time.total()),
            run: RunFigures::of(legal.plan, time.total()),
            time,
            memory,
        }
    }
}
