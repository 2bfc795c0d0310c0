//! Published runs with their plans.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, anyhow};
use cost::plan::{Plan, Recipe};
use runs::compare::{Comparison, RunOutcome};
use runs::measured::MeasuredMemory;

/// Sources whose software is none of the recipes; their plans have the nearest recipe.
const FOREIGN: [&str; 5] = [
    // Colossal-AI, with the recipe of DeepSpeed.
    "colossalai",
    // IBM's foundation-model-stack, with the recipe of torchtitan.
    "fms-fsdp",
    // KempnerForge, with the recipe of torchtitan.
    "kempnerforge",
    // Meta's program, with the recipe of torchtitan.
    "llama3",
    // XTuner, with the recipe of DeepSpeed.
    "xtuner-long",
];

/// One published run that the model can estimate.
pub struct Observation {
    /// The row's name.
    pub id: String,
    /// Rows of one group are not independent.
    pub source_group: String,
    /// Name that rows of one plan share.
    pub plan_id: String,
    /// The plan of the run.
    pub plan: Plan,
    /// Seconds of a step.
    pub step: Option<f64>,
    /// Peak memory, GiB, with its kind.
    pub memory: Option<(MeasuredMemory, f64)>,
    /// Peak of reserved memory, GiB, if it is measured beside another kind.
    pub reserved: Option<f64>,
    /// True if the row's source states its recompute, which gives the row more weight.
    pub recompute_known: bool,
    /// True if the run went out of memory.
    pub out_of_memory: bool,
}

impl Observation {
    /// True if the run's model routes tokens to experts.
    pub const fn is_mixture(&self) -> bool {
        self.plan.model.moe.experts > 0
    }

    /// True if the run's software is none of the recipes.
    pub fn is_foreign(&self) -> bool {
        FOREIGN.contains(&self.source_group.as_str())
    }

    /// The framework whose defaults the run has.
    pub const fn recipe(&self) -> Recipe {
        self.plan.stack.recipe
    }

    /// Identity of the run's model among others of the same source.
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
            reserved: said.reserved.map(|figure| figure.measured),
            recompute_known: said.recompute_known,
            out_of_memory: row.outcome == RunOutcome::OutOfMemory,
            plan: said.plan,
        })
    });
    Ok(observations.collect())
}

/// Exponent of the number of similar runs in the weight of each: a source with a hundred plans
/// counts less than a hundred sources.
pub const ALIKE: f64 = -0.35;

/// Factors of the runs' weights for their similarity: plans of one source and model are alike, and
/// so are the models of one source. `weights` counts the plans.
pub fn for_likeness(rows: &[&Observation], weights: &[f64]) -> Vec<f64> {
    let mut plans: BTreeMap<(&str, [u64; 6]), f64> = BTreeMap::new();
    for (row, weight) in rows.iter().zip(weights) {
        *plans.entry((&row.source_group, row.model())).or_default() += weight;
    }
    let mut models: BTreeMap<&str, f64> = BTreeMap::new();
    for (group, _) in plans.keys() {
        *models.entry(group).or_default() += 1.0;
    }
    rows.iter()
        .map(|row| {
            let group = row.source_group.as_str();
            (plans[&(group, row.model())] * models[group]).powf(ALIKE)
        })
        .collect()
}

/// The weight of each run; the weights of one plan's runs add up to one.
pub fn once_a_plan(rows: &[&Observation]) -> Vec<f64> {
    let mut repeats: BTreeMap<&str, f64> = BTreeMap::new();
    for row in rows {
        *repeats.entry(&row.plan_id).or_default() += 1.0;
    }
    rows.iter()
        .map(|row| 1.0 / repeats[row.plan_id.as_str()])
        .collect()
}
