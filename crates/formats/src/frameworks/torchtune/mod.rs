//! Configurations of torchtune's recipes that train all weights or LoRA: YAML, and `tune run` with
//! overrides.
//!
//! Source of the options and their defaults: pytorch/torchtune, commit bd2a0fc7 (April 2026, behind
//! 0.6.1), `recipes/full_finetune_distributed.py`, `recipes/lora_finetune_distributed.py` and both for
//! one device, `recipes/configs/`, and for models and their adapters
//! `torchtune/models/*/_model_builders.py`.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`, `crates/formats/src/frameworks/rows.rs`.

mod layout;
mod model;
mod run;

use self::layout::is_alone;
use self::model::MODEL;
use super::setting::{Section, projections, read_table};
use crate::excerpt::excerpt;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::frameworks::adapters::has_adapters;
use crate::import::fields::{Fields, written};
use crate::import::imported::ImportRefusal;
use crate::import::training::is_other_objective;
use cost::plan::Recipe;

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "torchtune.yaml",
    text: |job: &ExportInput, comments| syntax::yaml_file(&WRITTEN, job.facts, comments),
    launch: |facts| {
        let recipe = match (has_adapters(facts), is_alone(facts)) {
            (false, false) => "full_finetune_distributed",
            (true, false) => "lora_finetune_distributed",
            (false, true) => "full_finetune_single_device",
            (true, true) => "lora_finetune_single_device",
        };
        let (nodes, each) = (facts.nodes().to_string(), facts.per_node().to_string());
        let ranks = ["--nnodes ", &nodes, " --nproc_per_node ", &each, " "].concat();
        let ranks = if is_alone(facts) { "" } else { &ranks };
        ["tune run ", ranks, recipe, " --config torchtune.yaml"].concat()
    },
};

/// Reads a configuration, or the overrides of a command.
///
/// # Errors
/// If its recipe, model or loss is one of another adapter than LoRA, or of preferences or rewards.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    let command = file.value.at("command").map(written).unwrap_or_default();
    let builder = file.text(MODEL).unwrap_or_default();
    let loss = file.text("loss._component_").unwrap_or_default();
    let names = [command.as_str(), builder, loss].join(",").to_lowercase();
    let mut parts = names.split(|letter: char| !letter.is_ascii_alphanumeric());
    let refusal = parts.find_map(|part| match part {
        "dora" => Some(ImportRefusal::Adapter(part.to_owned())),
        part => {
            let name = part.trim_end_matches("loss");
            is_other_objective(name).then(|| ImportRefusal::Objective(excerpt(name)))
        }
    });
    if let Some(refusal) = refusal {
        return Err(refusal);
    }
    file.reading.recipe(Recipe::TorchTitan);
    file.reading.start_layout();
    read_table(&READ, &mut file);
    Ok(())
}

projections!(TABLE);

pub(crate) const TABLE: &[Section] = &[
    Section::of(model::MODEL_ROWS),
    Section::of(layout::LAYOUT_ROWS),
    Section::of(model::ADAPTER_ROWS),
    Section::of(run::BATCH_ROWS),
    Section::of(run::LEVER_ROWS),
    Section::of(run::OTHER_ROWS),
];
