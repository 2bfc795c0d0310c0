//! Configuration of an adapter of Hugging Face's PEFT (`adapter_config.json`). It has no batch and no
//! layout, and does not say whether the frozen weights are quantised. No plan is written for it.
//!
//! Source of the options and their defaults: huggingface/peft 0.20.1.dev0 (commit 5d602fdb, August
//! 2026), `src/peft/tuners/lora/config.py` and `src/peft/config.py`.
//!
//! Tests: `crates/formats/tests/all/import_adapters.rs`.

use super::adapters;
use super::setting::{Section, Setting, known, number, read, read_projection, read_table};
use super::trainer::common;
use crate::excerpt::excerpt;
use crate::import::fields::Fields;
use crate::import::imported::{ImportRefusal, MissingSetting};
use cost::plan::{Recipe, Tuned};

/// Fields that distinguish the configuration of an adapter from other documents.
pub(crate) const SIGNS: &[&str] = &["peft_type"];

/// Reads a file.
///
/// # Errors
/// If the adapter is none of LoRA.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    let kind = file.written(SIGNS[0]).unwrap_or_default();
    if !kind.eq_ignore_ascii_case("lora") {
        return Err(ImportRefusal::Adapter(excerpt(&kind)));
    }
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    file.reading.has_option();
    read_table(&READ, &mut file);
    for what in [
        MissingSetting::Layout,
        MissingSetting::Batch,
        MissingSetting::Sequence,
    ] {
        file.reading.missing(what);
    }
    Ok(())
}

read_projection!(TABLE);

const TABLE: &[Section] = &[Section::of(ROWS)];

const MODEL: &str = "base_model_name_or_path";

const ROWS: &[Setting] = &[
    read(MODEL, |file| common::read_model(file, MODEL)),
    read(SIGNS[0], |file| {
        adapters::tuned(file, SIGNS[0], Tuned::Lora);
        adapters::stored(file, MODEL);
        if !adapters::is_quantised(file) {
            file.reading.leave_open("ft", None);
        }
    }),
    number("r", "rank").usual("8"),
    read("target_modules", |file| {
        let usual = adapters::peft_targets(&file.reading.plan.model);
        adapters::targets(file, "target_modules", usual);
    }),
    read("lora_dropout", |file| {
        adapters::dropout(file, "lora_dropout", "0");
    }),
    // A head of another kind has no logits of the vocabulary.
    read("task_type", |file| match file.written("task_type") {
        Some(task) if task != "CAUSAL_LM" => file.reading.unfit("task_type", &task),
        _ => {}
    }),
    read("modules_to_save", |file| {
        adapters::saved(file, "modules_to_save");
    }),
    read("layers_to_transform", |file| {
        adapters::some_layers(file, "layers_to_transform");
    }),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)),
    known(IDLE),
];

/// Options of weights beside the adapters of all layers, and of adapters with further weights or
/// products.
const UNPLANNED: &str = "\
    bias exclude_modules rank_pattern rank_pattern. use_dora \
    use_qalora use_bdlora use_bdlora. lora_bias layer_replication target_parameters \
    trainable_token_indices trainable_token_indices. velora_config velora_config. \
    monteclora_config monteclora_config. kasa_config kasa_config. arrow_config arrow_config.";

/// Options that change no figure: scales, initial values, and how the adapter is used.
const IDLE: &str = "\
    alora_invocation_tokens alpha_pattern alpha_pattern. auto_mapping auto_mapping. base_model_class \
    corda_config corda_config. ensure_weight_tying eva_config eva_config. fan_in_fan_out \
    inference_mode init_lora_weights layers_pattern loftq_config loftq_config. lora_alpha \
    lora_ga_config lora_ga_config. megatron_config megatron_config. megatron_core parent_library \
    peft_version qalora_group_size revision runtime_config runtime_config. use_rslora";
