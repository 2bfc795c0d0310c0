//! Options of LitGPT that trains all weights or LoRA: `pretrain`, `finetune_full` and `finetune_lora`.
//! No plan is written for it.
//!
//! Source of the options and their defaults: Lightning-AI/litgpt 0.5.13 (commit 26857050, June 2026),
//! `litgpt/pretrain.py`, `finetune/full.py`, `finetune/lora.py`, `args.py` and `config.py`.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`.

use super::adapters;
use super::setting::{Section, Setting, known, number, read, read_projection, read_table, switch};
use crate::catalog::CUSTOM_MODEL;
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportRefusal, MissingSetting};
use crate::import::value::ParsedValue;
use cost::plan::{Dtype, Model, Norm, Positions, Recipe, Target, Tuned, WordSet};

/// Reads a file, or the options of a command.
///
/// # Errors
/// If an adapter is trained that is none of LoRA.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    let command = file.value.at("command").map(written).unwrap_or_default();
    let mut words = command.split(',');
    if words.any(|word| matches!(word, "finetune_adapter" | "finetune_adapter_v2")) {
        return Err(ImportRefusal::Adapter(String::from("adapter")));
    }
    file.reading.recipe(Recipe::TorchTitan);
    file.reading.start_layout();
    read_table(&READ, &mut file);
    Ok(())
}

read_projection!(TABLE);

const TABLE: &[Section] = &[
    Section::of(MODEL_ROWS),
    Section::of(SHAPE_ROWS).begin(begin_shape).end(end_shape),
    Section::of(ADAPTER_ROWS),
    Section::of(RUN_ROWS),
];

const MODEL: &str = "model_name checkpoint_dir initial_checkpoint_dir";
const PRECISION: &str = "precision";

/// True of training from the beginning; false of fine-tuning.
fn is_pretraining(file: &Fields) -> bool {
    let is_command = |value: &ParsedValue| written(value).split(',').any(|word| word == "pretrain");
    file.has("model_name model_config initial_checkpoint_dir tokenizer_dir")
        || file.value.at("command").is_some_and(is_command)
}

const MODEL_ROWS: &[Setting] = &[read(
    "model_name checkpoint_dir initial_checkpoint_dir command",
    model,
)];

/// The model's own shape, as `litgpt.Config` has it.
const SHAPE_ROWS: &[Setting] = &[
    number("model_config.n_layer", "layers").usual("16"),
    number("model_config.n_embd", "hidden").usual("4096"),
    number("model_config.n_head", "heads").usual("32"),
    number("model_config.n_query_groups", "kv")
        .follows(|file| file.reading.plan.model.heads.to_string()),
    number("model_config.head_size", "headdim").follows(|file| {
        let model = &file.reading.plan.model;
        (model.hidden / model.heads.max(1)).to_string()
    }),
    number("model_config.intermediate_size", "ffn")
        .follows(|file| file.reading.plan.model.hidden.saturating_mul(4).to_string()),
    number(
        "model_config.padded_vocab_size model_config.vocab_size",
        "vocab",
    )
    .usual("50304"),
    switch("model_config.bias", "bias").usual("1"),
    number("model_config.sliding_window_size", "window"),
    read(
        "model_config.mlp_class_name model_config.norm_class_name model_config.rotary_percentage",
        |_| {},
    ),
    known(
        "model_config model_config.name model_config.hf_config. model_config.block_size model_config.norm_eps \
         model_config.padding_multiple model_config.rope_base model_config.rope_condense_ratio \
         model_config.gelu_approximate model_config.scale_embeddings model_config.attn_bias \
         model_config.lm_head_bias",
    ),
];

const ADAPTER_ROWS: &[Setting] = &[
    read("quantize lora_r lora_alpha lora_query command", tuned),
    number("lora_r", "rank")
        .usual("8")
        .read_when(adapters::is_frozen),
    read(
        "lora_query lora_key lora_value lora_projection lora_mlp",
        targets,
    )
    .read_when(adapters::is_frozen),
    read("lora_dropout", |file| {
        adapters::dropout(file, "lora_dropout", "0.05");
    })
    .read_when(adapters::is_frozen),
    read("lora_head", |file| adapters::unplanned(file, "lora_head")).read_when(adapters::is_frozen),
    known("lora_alpha"),
];

/// Types of the frozen weights, and whether their scales are quantised once more.
const QUANTISED: [(&str, &str); 4] = [
    ("bnb.nf4", "0"),
    ("bnb.nf4-dq", "1"),
    ("bnb.fp4", "0"),
    ("bnb.fp4-dq", "1"),
];

/// Adapters, if the command or an option asks for them.
fn tuned(file: &mut Fields) {
    let command = file.value.at("command").map(written).unwrap_or_default();
    let mut words = command.split(',');
    let is_asked = words.any(|word| matches!(word, "finetune" | "finetune_lora"));
    let path = "quantize";
    let quantised = file.text(path);
    if !is_asked && quantised.is_none() && !file.has("lora_r lora_alpha lora_query") {
        return adapters::tuned(file, "", Tuned::All);
    }
    let known = QUANTISED.iter().find(|(word, _)| Some(*word) == quantised);
    match (known, quantised) {
        (Some((_, double)), _) => {
            adapters::tuned(file, path, Tuned::Qlora);
            file.reading.set("dquant", path, double);
        }
        (None, other) => {
            if let Some(other) = other {
                file.reading.unfit(path, other);
            }
            adapters::tuned(file, "lora_r lora_alpha lora_query", Tuned::Lora);
        }
    }
}

/// Switches of the matrices, with their defaults.
const SWITCHES: [(&str, bool, &[Target]); 5] = [
    ("lora_query", true, &[Target::Query]),
    ("lora_key", false, &[Target::Key]),
    ("lora_value", true, &[Target::Value]),
    ("lora_projection", false, &[Target::Output]),
    ("lora_mlp", false, &[Target::Gate, Target::Up, Target::Down]),
];

fn targets(file: &mut Fields) {
    let on = SWITCHES.iter().filter(|(option, usual, _)| {
        file.first(option)
            .map_or(*usual, |(_, value)| value.is_on())
    });
    let on: Vec<Target> = on.flat_map(|(_, _, targets)| *targets).copied().collect();
    file.reading.plan.tuning.targets = WordSet::of(&on);
    let options = "lora_query lora_key lora_value lora_projection lora_mlp";
    file.note("targets", options);
}

const RUN_ROWS: &[Setting] = &[
    read("devices num_nodes", gpus),
    read("command", shards),
    read("train.micro_batch_size", |file| {
        let usual = if is_pretraining(file) { "4" } else { "1" };
        file.set_or("mbs", "train.micro_batch_size", usual);
    }),
    read("train.global_batch_size", |file| {
        let usual = if is_pretraining(file) { "512" } else { "16" };
        file.set_or("gbs", "train.global_batch_size", usual);
    }),
    number("train.max_seq_length", "seq").or_missing(MissingSetting::Sequence),
    switch("train.tie_embeddings", "tied"),
    read("train.max_steps train.max_tokens", run),
    read(PRECISION, precision),
    read("optimizer optimizer.class_path", optimizer),
    known(IDLE),
];

/// Options that change no figure.
const IDLE: &str = "\
    config out_dir resume data data. eval. log. train.save_interval train.log_interval \
    train.lr_warmup_steps train.lr_warmup_fraction train.epochs train.max_time train.max_norm \
    train.min_lr optimizer.init_args. tokenizer_dir logger_name seed access_token";

/// The model by its name, or by the folder of its weights.
fn model(file: &mut Fields) {
    if file.has("model_config") {
        return;
    }
    let found = file.first(MODEL);
    if let Some((path, name)) = found.and_then(|(path, value)| Some((path, value.text()?))) {
        return file.reading.set_named_model(path, name);
    }
    // `litgpt pretrain NAME`.
    let Some(ParsedValue::List(words)) = file.value.at("command") else {
        return file.reading.missing(MissingSetting::Model);
    };
    let words: Vec<&str> = words.iter().filter_map(ParsedValue::text).collect();
    let place = words
        .iter()
        .position(|word| word.starts_with("pretrain") || word.starts_with("finetune"));
    let name = place.and_then(|place| words.get(place + 1));
    match name.filter(|word| !word.starts_with('-')) {
        Some(name) => file.reading.set_named_model("model_name", name),
        None => file.reading.missing(MissingSetting::Model),
    }
}

fn begin_shape(file: &mut Fields) -> bool {
    if !file.has("model_config") {
        return false;
    }
    let class = file.text("model_config.mlp_class_name");
    let gated = matches!(class, Some("LLaMAMLP" | "GemmaMLP"));
    let norm = match file.text("model_config.norm_class_name") {
        Some("RMSNorm") => Norm::Rms,
        _ => Norm::Layer,
    };
    if class == Some("LLaMAMoE") {
        file.reading
            .unfit("model_config.mlp_class_name", "LLaMAMoE");
    }
    file.reading.start_model(Model {
        norm,
        gated,
        positions: Positions::Rope,
        tied: false,
        dropout: false,
        ..CUSTOM_MODEL
    });
    true
}

fn end_shape(file: &mut Fields) {
    file.note("gated", "model_config.mlp_class_name");
    file.note("pos", "model_config.rotary_percentage");
}

/// GPUs of a node times nodes; fine-tuning takes one by default, else all of the node.
fn gpus(file: &mut Fields) {
    let nodes = file.whole("num_nodes").unwrap_or(1);
    let usual = (!is_pretraining(file)).then_some(1);
    let stated = file.first("devices").map(|(_, value)| value.whole());
    match stated.unwrap_or(usual) {
        Some(devices) => file.gpus("devices", &[devices, nodes]),
        None => file.reading.missing(MissingSetting::Cluster),
    }
}

/// FSDP over all GPUs, or over those of a node in pre-training. Fine-tuning recomputes every layer,
/// and pre-training is compiled.
fn shards(file: &mut Fields) {
    let is_pretraining = is_pretraining(file);
    let is_alone = file.reading.plan.cluster.gpus == 1;
    let (recompute, kernels) = match (is_pretraining, is_alone) {
        (true, _) => ("none", "compiled"),
        (false, true) => ("none", "eager"),
        (false, false) => ("full", "eager"),
    };
    file.reading.default("zero", "strategy", "3");
    if is_pretraining {
        let node = file.reading.plan.cluster.gpu.node.to_string();
        file.reading.default("hsdp", "strategy", &node);
    }
    file.reading.default("ckpt", "strategy", recompute);
    file.reading.default("kern", "torch.compile", kernels);
}

fn run(file: &mut Fields) {
    if let Some(tokens) = file.whole("train.max_tokens") {
        file.reading.set_whole("tok", "train.max_tokens", tokens);
    } else {
        let steps = file.whole("train.max_steps");
        file.reading.steps(steps, "train.max_steps");
    }
}

/// The type of matrix products; with `-true` all state has it.
fn precision(file: &mut Fields) {
    let words = [
        ("bf16-true", "bf16"),
        ("bf16-mixed", "bf16"),
        ("16-mixed", "fp16"),
        ("16-true", "fp16"),
        ("32-true", "fp32"),
        ("transformer-engine", "fp8"),
    ];
    file.word("dtype", PRECISION, &words, Some("bf16"));
    let is_whole = file
        .text(PRECISION)
        .is_none_or(|word| word.ends_with("-true"));
    // Adapters have the type of the weights by the recipe.
    let is_whole = is_whole && !adapters::is_frozen(file);
    if is_whole && file.reading.plan.levers.dtype == Dtype::Bf16 {
        for (key, value) in [("master", "none"), ("grads", "16bit")] {
            if file.has(PRECISION) {
                file.reading.set(key, PRECISION, value);
            } else {
                file.reading.default(key, PRECISION, value);
            }
        }
    }
}

fn optimizer(file: &mut Fields) {
    let path = "optimizer.class_path optimizer";
    let stated = file
        .first(path)
        .and_then(|(path, value)| Some((path, value.text()?)));
    let (option, class) = stated.unwrap_or(("optimizer", "AdamW"));
    let has_none = file.reading.plan.master() == cost::plan::MasterWeights::None;
    let is_half = has_none && !adapters::is_frozen(file);
    let state = match class.rsplit('.').next().unwrap_or_default() {
        "AdamW" | "Adam" if is_half => "adamwbf16",
        "AdamW" | "Adam" => "adamw",
        "PagedAdamW8bit" | "AdamW8bit" => "adamw8",
        _ => return file.reading.unfit(option, class),
    };
    let kernel = if is_pretraining(file) {
        "fused"
    } else {
        "foreach"
    };
    if stated.is_some() {
        file.reading.set("opt", option, state);
    } else {
        file.reading.default("opt", option, state);
    }
    file.reading.default("optkern", "fused", kernel);
}
