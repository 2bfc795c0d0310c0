//! The figures of a plan under simpler assumptions than ours.

use super::change::Change;
use crate::calibration::Calibration;
use crate::legal::Legal;
use crate::machine::Machine;
use crate::memory::{Memory, StageMemory};
use crate::plan::Plan;
use crate::schedule::{Pipeline, Program};
use crate::step::StepTime;
use crate::units::{Bytes, Seconds};
use crate::why::figures::Figures;

/// A plan, on the reader's machine if one was measured, and one of its stages.
#[derive(Clone, Copy)]
pub(super) struct Worlds<'a> {
    pub(super) legal: &'a Legal<'a>,
    pub(super) machine: Option<&'a Machine>,
    pub(super) stage: usize,
    /// True if only the stage's memory is computed, else only the step.
    pub(super) is_of_memory: bool,
}

impl Worlds<'_> {
    /// The figures under these assumptions; `None` if no plan can have them.
    pub(super) fn figures(&self, assumed: &[Change]) -> Option<Figures<f64>> {
        let mut constants = *self.legal.fitted;
        // Those that are dropped first are the stronger ones.
        for change in assumed.iter().rev() {
            change.assume_in(&mut constants);
        }
        let is_machine = !assumed.contains(&Change::Machine);
        let machine = self.machine.filter(|_| is_machine);
        let mut figures = if assumed.iter().any(|change| change.is_of_plan()) {
            let plan = self.changed(assumed);
            let legal = Legal::check(&plan).ok()?;
            self.of(&legal, &constants, machine)
        } else {
            self.of(self.legal, &constants, machine)
        };
        for change in assumed {
            leave_out(*change, &mut figures);
        }
        Some(figures)
    }

    /// The assumptions that a plan can have.
    pub(super) fn possible(&self, changes: &[Change]) -> Vec<Change> {
        let is_possible = |change: &Change| {
            !change.is_of_plan() || Legal::check(&self.changed(&[*change])).is_ok()
        };
        changes.iter().copied().filter(is_possible).collect()
    }

    fn changed(&self, assumed: &[Change]) -> Plan {
        let mut plan = self.legal.plan.bare();
        for change in assumed {
            change.assume_of(&mut plan);
        }
        plan
    }

    fn of(
        &self,
        legal: &Legal,
        constants: &Calibration,
        machine: Option<&Machine>,
    ) -> Figures<f64> {
        let legal = legal.fitted_by(constants);
        let program = Program::of(&Pipeline::of(&legal));
        let memory = if self.is_of_memory {
            let memory = Memory::of_program(&legal, &program);
            let memory = match machine {
                Some(machine) => machine.rescale(memory, StepTime::default()).0,
                None => memory,
            };
            memory.stages[self.stage.min(memory.stages.len() - 1)]
        } else {
            StageMemory::default()
        };
        Figures::of(&legal, &program, machine, self.stage, memory)
    }
}

/// Leaves out the part of the figures that an assumption denies.
fn leave_out(change: Change, figures: &mut Figures<f64>) {
    let (time, memory) = (&mut figures.time, &mut figures.memory);
    match change {
        Change::Waits => (time.bubble, time.imbalance) = (Seconds::ZERO, Seconds::ZERO),
        Change::Buffers => memory.buffers = Bytes::ZERO,
        Change::Slack => {
            memory.overhead = memory.overhead.saturating_sub(memory.cache);
            memory.cache = Bytes::ZERO;
        }
        Change::Context => memory.overhead = memory.cache,
        _ => (),
    }
}
