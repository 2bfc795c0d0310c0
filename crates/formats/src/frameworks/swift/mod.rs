//! Options of ms-swift's own trainer (`swift sft`, `swift pt`): arguments of Hugging Face's Trainer
//! with other defaults, and the model by its name.
//!
//! Source of the options and their defaults: modelscope/ms-swift 4.5.2, `swift/arguments/sft_args.py`,
//! `swift/arguments/base_args/`, `swift/arguments/tuner_args.py`, `swift/trainers/arguments.py`, and for
//! the names of DeepSpeed's and FSDP's settings `swift/config/`; names before 4.0 by release 3.9.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`, `crates/formats/tests/all/import_exports.rs`.

mod layout;
mod run;
mod tuner;

use self::layout::MODEL;
use self::tuner::TUNER;
use super::accelerate::fsdp;
use super::setting::{Section, projections, read_table};
use super::trainer::common::LACKING;
use super::trainer::objectives;
use crate::excerpt::excerpt;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::import::fields::Fields;
use crate::import::imported::{ImportRefusal, MissingSetting};
use crate::import::value::ParsedValue;
use cost::plan::{Objective, Recipe};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "ms_swift.yaml",
    text: |job: &ExportInput, comments| syntax::yaml_file(&WRITTEN, job.facts, comments),
    launch: |facts| {
        let (nodes, each) = (facts.nodes().to_string(), facts.per_node().to_string());
        let is_usual = facts.plan.tuning.objective == Objective::NextToken;
        let parts = [
            "NNODES=",
            &nodes,
            " NPROC_PER_NODE=",
            &each,
            " swift ",
            if is_usual { "sft" } else { "rlhf" },
            " ms_swift.yaml",
        ];
        parts.concat()
    },
};

/// True of a document with ms-swift's option of what is trained, beside its model or a batch of the
/// Trainer, unless it is one of Megatron-SWIFT.
pub(crate) fn is_signed(value: &ParsedValue) -> bool {
    let has = |names: &str| names.split(' ').any(|name| value.at(name).is_some());
    let is_run = has(MODEL) || has("per_device_train_batch_size");
    has(TUNER) && is_run && !has("tensor_model_parallel_size")
}

/// Reads the options of a command or a file.
///
/// # Errors
/// If an adapter is trained that is none of LoRA, or all weights of fewer bits.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    match file.text(TUNER).unwrap_or("lora") {
        "lora" => {}
        "full" => {
            if let Some((path, _)) = file.first("quant_bits quant_method") {
                return Err(ImportRefusal::Adapter(path.to_owned()));
            }
        }
        other => return Err(ImportRefusal::Adapter(excerpt(other))),
    }
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    file.reading.missing(MissingSetting::Cluster);
    read_table(&READ, &mut file);
    Ok(())
}

projections!(TABLE, TABLE);

pub(crate) const TABLE: &[Section] = &[
    Section::of(layout::LAYOUT_ROWS),
    Section::of(tuner::ADAPTER_ROWS),
    Section::of(&fsdp::READ_ALONE).begin(layout::begin_fsdp),
    Section::of(run::MICRO_BATCH_ROWS).end(|file| objectives::pairs(file, "rlhf_type")),
    Section::of(run::BATCH_ROWS),
    Section::of(run::LEVER_ROWS),
    LACKING,
];
