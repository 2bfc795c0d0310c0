//! Overrides of a recipe of Megatron-Bridge, on which NeMo is built, as `key=value` words or as YAML.
//!
//! Source of every option and of its default: NVIDIA-NeMo/Megatron-Bridge 0.6.0,
//! `training/config.py` (`ConfigContainer`), `training/comm_overlap.py`,
//! `training/mixed_precision.py`, `recipes/`, and its `scripts/training/`; 0.3.1,
//! `models/gpt_provider.py`; Megatron Core 0.16.1, `transformer_config.py`,
//! `model_parallel_config.py`, `distributed_data_parallel_config.py`, `optimizer_config.py`.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/cli/tests/all/exchange/mod.rs`,
//! `crates/formats/tests/all/import_corpus.rs`.

mod activations;
mod layout;
mod model;
mod overrides;
mod run;

pub(crate) use overrides::{document, is_override};

use super::setting::{Section, projections, read_table};
use crate::export::document::set;
use crate::export::slurm::torchrun;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::frameworks::megatron::write::deterministic_collectives;
use crate::import::fields::Fields;
use crate::import::imported::{ImportRefusal, MissingSetting};
use cost::plan::Recipe;

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "overrides.sh",
    text,
    launch: |facts| {
        let recipe = model::recipe(&facts.plan.model).unwrap_or("YOUR_RECIPE");
        let parts = [
            deterministic_collectives(facts),
            &torchrun(facts),
            " run_recipe.py --recipe ",
            recipe,
            " --dataset mock \"${OVERRIDES[@]}\"",
        ];
        parts.concat()
    },
};

/// A shell script to be sourced: the overrides as one array.
fn text(job: &ExportInput, comments: &[String]) -> String {
    let options = set(&WRITTEN, job.facts);
    [
        &syntax::comments(comments),
        "OVERRIDES=(\n",
        &syntax::overrides(&options),
        ")\n",
    ]
    .concat()
}

/// Tables that distinguish these overrides from other documents.
pub(crate) const SIGNS: &[&str] = &[
    "model.tensor_model_parallel_size",
    "model.num_layers",
    "train.global_batch_size",
    "train.micro_batch_size",
    "ddp.use_distributed_optimizer",
    "comm_overlap",
];

/// Reads a document.
///
/// # Errors
/// If the recipe trains an adapter.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    if let Some(way) = model::adapter(&file) {
        return Err(ImportRefusal::Adapter(way.to_owned()));
    }
    file.reading.recipe(Recipe::Nemo);
    file.reading.start_layout();
    file.reading.missing(MissingSetting::Cluster);
    read_table(&READ, &mut file);
    Ok(())
}

projections!(TABLE);

pub(crate) const TABLE: &[Section] = &[
    Section::of(model::ROWS),
    Section::of(layout::ROWS),
    Section::of(run::SHARDING_ROWS),
    Section::of(activations::ROWS),
    Section::of(run::SOFTWARE_ROWS),
];
