//! Facts of a run in its log.

use crate::import::imported::ImportNote;
use crate::import::reading::ImportReader;
use crate::import::remark::{LogRemark, RunFact};
use cost::plan::Plan;

/// Facts that a plan also has.
const COMPARED: [RunFact; 4] = [
    RunFact::Gpus,
    RunFact::Batch,
    RunFact::Sequence,
    RunFact::Tokens,
];

/// The facts of a log, or of one of its lines. The last mention counts.
#[derive(Default)]
pub(super) struct RunFacts(Vec<(RunFact, u64)>);

impl RunFacts {
    /// Records a fact, if it was found.
    pub(super) fn note(&mut self, fact: RunFact, value: Option<u64>) {
        if let Some(value) = value {
            self.0.retain(|(known, _)| *known != fact);
            self.0.push((fact, value));
        }
    }

    /// Adds the facts of others, which win.
    pub(super) fn extend(&mut self, others: &Self) {
        for (fact, value) in &others.0 {
            self.note(*fact, Some(*value));
        }
    }

    /// The value of a fact, if the log has it. Tokens of a step follow from its sequences.
    pub(super) fn value(&self, fact: RunFact) -> Option<u64> {
        let found = self.0.iter().find(|(known, _)| *known == fact);
        let follows = || match fact {
            RunFact::Tokens => {
                let sequence = self.value(RunFact::Sequence)?;
                self.value(RunFact::Batch)?.checked_mul(sequence)
            }
            _ => None,
        };
        found.map(|(_, value)| *value).or_else(follows)
    }

    /// Records the facts in which the run differs from the plan. Tokens of a step do not count if
    /// its sequences are known.
    pub(super) fn compare(&self, reading: &mut ImportReader) {
        for fact in COMPARED {
            let said = self.0.iter().find(|(known, _)| *known == fact);
            let plan = of_plan(&reading.plan, fact);
            if let Some(&(_, log)) = said
                && log != plan
            {
                reading.remark(ImportNote::Log(LogRemark::Differs { fact, log, plan }));
            }
        }
    }
}

/// The value of a fact in a plan; zero for steps, which are not compared.
pub(super) fn of_plan(plan: &Plan, fact: RunFact) -> u64 {
    match fact {
        RunFact::Gpus => plan.cluster.gpus,
        RunFact::Batch => plan.global_batch(),
        RunFact::Sequence => plan.sequence(),
        RunFact::Tokens => plan.tokens_per_step(),
        RunFact::Steps => 0,
    }
}
