//! Published runs beside the plans they are drawn as.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, anyhow};
use cost::plan::{Plan, Recipe};
use runs::compare::{Comparison, Outcome};
use runs::measured::MemoryKind;

/// One published run that the model can estimate.
pub struct Observation {
    /// The row's name.
    pub id: String,
    /// Rows of one group are not independent.
    pub source_group: String,
    /// Rows of one plan share it.
    pub plan_id: String,
    /// The plan for the model.
    pub plan: Plan,
    /// Seconds of a step.
    pub step: Option<f64>,
    /// Peak memory, GiB, and what that counts.
    pub memory: Option<(MemoryKind, f64)>,
    /// Whether the row states its recompute.
    pub recompute_known: bool,
    /// Whether the run went out of memory.
    pub out_of_memory: bool,
}

impl Observation {
    /// Whether its model routes tokens to experts.
    pub const fn is_mixture(&self) -> bool {
        self.plan.model.moe.experts > 0
    }

    /// The framework whose habits it has.
    pub const fn recipe(&self) -> Recipe {
        self.plan.stack.recipe
    }

    /// Identity of its model among others of the same source.
    pub fn model(&self) -> [u64; 6] {
        let model = &self.plan.model;
        [
            model.layers,
            model.hidden,
            model.ffn,
            model.heads,
            model.vocab,
            model.moe.experts,
        ]
    }
}

/// Reads the runs of a file that the model can estimate.
///
/// # Errors
/// If the file cannot be read.
pub fn read(path: &Path) -> Result<Vec<Observation>> {
    let entries = runs::read_file(path)
        .map_err(|why| anyhow!("{} cannot be read: {why:?}", path.display()))?;
    let observations = entries.iter().map(Comparison::of).filter_map(|row| {
        let said = row.result.ok()?;
        Some(Observation {
            id: row.id,
            source_group: row.source_group,
            plan_id: row.plan_id,
            step: said.step.map(|step| step.measured),
            memory: said.memory.map(|(kind, figure)| (kind, figure.measured)),
            recompute_known: said.recompute_known,
            out_of_memory: row.outcome == Outcome::OutOfMemory,
            plan: said.plan,
        })
    });
    Ok(observations.collect())
}

/// The weight of each run, so that those of one plan weigh one together.
pub fn once_a_plan(rows: &[&Observation]) -> Vec<f64> {
    let mut repeats: BTreeMap<&str, f64> = BTreeMap::new();
    for row in rows {
        *repeats.entry(&row.plan_id).or_default() += 1.0;
    }
    rows.iter()
        .map(|row| 1.0 / repeats[row.plan_id.as_str()])
        .collect()
}
