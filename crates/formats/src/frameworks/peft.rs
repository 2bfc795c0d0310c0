//! Configuration of an adapter of Hugging Face's PEFT (`adapter_config.json`). It has no batch and no
//! layout, and does not say whether the frozen weights are quantised.
//!
//! Source of the options and their defaults: huggingface/peft 0.20.1.dev0 (commit 5d602fdb, August
//! 2026), `src/peft/tuners/lora/config.py` and `src/peft/config.py`.
//!
//! Tests: `crates/formats/tests/all/import_adapters.rs`, `crates/formats/src/frameworks/rows.rs`.

use super::adapters::{self, adapts_all, has_4_bits, has_adapters, has_other_names};
use super::setting::{
    Section, Setting, known, lacks, number, option, projections, read, read_table, written as sets,
};
use super::trainer::common;
use crate::excerpt::excerpt;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, number as digits, set, switch, tree, word};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::import::fields::Fields;
use crate::import::imported::{ImportRefusal, MissingSetting};
use cost::plan::{AdapterType, Recipe, Tuned};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "adapter_config.json",
    // JSON has no comments, so notes are shown beside the file.
    text: |job: &ExportInput, _| syntax::json(tree(set(&WRITTEN, job.facts))),
    launch: |_| String::new(),
};

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

projections!(TABLE);

pub(crate) const TABLE: &[Section] = &[Section::of(ROWS)];

const MODEL: &str = "base_model_name_or_path";

const ROWS: &[Setting] = &[
    option(MODEL, common::model, |file| common::read_model(file, MODEL)).lacks(&[Lack::when(
        Aspect::Shape,
        Fate::Yours,
        |facts| common::model(facts).is_none(),
    )]),
    option(
        SIGNS[0],
        |_| word("LORA"),
        |file| {
            adapters::tuned(file, SIGNS[0], Tuned::Lora);
            adapters::stored(file, MODEL);
            if !adapters::is_quantised(file) {
                file.reading.leave_open("ft", None);
            }
        },
    )
    .lacks(&[
        Lack::refused(Aspect::NoAdapters),
        // `load_in_4bit` and `autocast_adapter_dtype` are arguments of functions.
        Lack::when(Aspect::Adapters, Fate::InCode, |facts| {
            has_4_bits(facts) || facts.plan.adapter_type() != AdapterType::Fp32
        }),
        Lack::when(Aspect::Adapters, Fate::Usual, |facts| {
            has_other_names(facts) && !writes_all(facts)
        }),
    ]),
    number("r", "rank").usual("8").when(has_adapters),
    option("target_modules", targets, |file| {
        let usual = adapters::peft_targets(&file.reading.plan.model);
        adapters::targets(file, "target_modules", usual);
    }),
    option(
        "lora_dropout",
        |f| digits("0.0").filter(|_| has_adapters(f)),
        |file| {
            adapters::dropout(file, "lora_dropout", "0");
        },
    ),
    // A head of another kind has no logits of the vocabulary.
    option(
        "task_type",
        |_| word("CAUSAL_LM"),
        |file| match file.written("task_type") {
            Some(task) if task != "CAUSAL_LM" => file.reading.unfit("task_type", &task),
            _ => {}
        },
    ),
    option(
        "modules_to_save",
        |f| adapters::saved_names(f).map(OptionValue::Words),
        |file| adapters::saved(file, "modules_to_save"),
    ),
    option("layers_to_transform", adapters::layers, |file| {
        adapters::some_layers(file, "layers_to_transform");
    }),
    sets("bias", |_| word("none")).beside(),
    sets("inference_mode", |_| switch(false)),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)),
    known(IDLE),
    // The file has nothing of the run.
    lacks(&[
        Lack::in_code(Aspect::Tensor),
        Lack::in_code(Aspect::Pipeline),
        Lack::in_code(Aspect::Context),
        Lack::in_code(Aspect::Expert),
        Lack::in_code(Aspect::Zero),
        Lack::in_code(Aspect::Accumulation),
        Lack::in_code(Aspect::Dtype),
        Lack::in_code(Aspect::Optimizer),
        Lack::in_code(Aspect::Full),
        Lack::in_code(Aspect::Selective),
        Lack::in_code(Aspect::OffloadOptimizer),
        Lack::in_code(Aspect::OffloadParameters),
        Lack::in_code(Aspect::OffloadActivations),
        Lack::in_code(Aspect::Lengths),
        Lack::in_code(Aspect::Objective),
        Lack::yours(Aspect::Recipe),
    ]),
];

/// True if the file has PEFT's word for all matrices. With the numbers of layers it takes names alone
/// (`LoraConfig.__post_init__`).
fn writes_all(facts: &Facts) -> bool {
    adapts_all(facts) && !facts.plan.tuning.freezes_layers()
}

fn targets(facts: &Facts) -> Option<OptionValue> {
    let targets = if writes_all(facts) {
        OptionValue::Word("all-linear")
    } else {
        OptionValue::Words(adapters::module_names(facts))
    };
    has_adapters(facts).then_some(targets)
}

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
