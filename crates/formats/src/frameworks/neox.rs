//! GPT-NeoX' YAML, with options of DeepSpeed inside.
//!
//! Source of the options and their defaults: EleutherAI/gpt-neox,
//! `megatron/neox_arguments/neox_args.py` and `deepspeed_args.py`.
//!
//! Tests: `crates/formats/tests/all/import_corpus.rs`, `crates/formats/tests/all/yaml.rs`.

use super::setting::{
    Section, Setting, known, number, read, read_projection, read_table, switch, words,
};
use crate::catalog::CUSTOM_MODEL;
use crate::import::fields::{Fields, written};
use crate::import::imported::{MissingSetting, SettingOrigin};
use crate::import::value::ParsedValue;
use cost::plan::{
    Dtype, MixtureOfExperts, Model, Norm, Offload, Positions, Recipe, Recompute, WordSet,
};

/// Fields that distinguish files of GPT-NeoX from other documents.
pub(crate) const SIGNS: &[&str] = &[
    "pipe_parallel_size",
    "model_parallel_size",
    "pipe-parallel-size",
    "model-parallel-size",
    "no_weight_tying",
    "checkpoint_activations",
];

/// A document whose names have hyphens, with underscores in their place.
pub(crate) fn with_underscores(value: &ParsedValue) -> ParsedValue {
    match value {
        ParsedValue::Fields(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| (name.replace('-', "_"), with_underscores(value)));
            ParsedValue::Fields(fields.collect())
        }
        value => value.clone(),
    }
}

/// Reads a document with underscores in its names.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::DeepSpeed);
    file.reading.start_layout();
    read_table(&READ, &mut file);
}

read_projection!(TABLE);

/// The table; all of its rows are read alone.
const TABLE: &[Section] = &[
    Section::of(MODEL_ROWS),
    Section::of(LAYOUT_ROWS),
    Section::of(LEVER_ROWS),
];

const MODEL_ROWS: &[Setting] = &[
    read("norm", start),
    words(
        "pos_emb",
        "pos",
        &[
            ("learned", "learned"),
            ("rotary", "rope"),
            ("alibi", "alibi"),
            ("none", "none"),
        ],
    )
    .usual("learned"),
    read(ACTIVATION, |file| {
        file.reading.plan.model.gated = is_gated(file);
        file.note("gated", ACTIVATION);
    }),
    switch("use_bias_in_attn_linear use_bias_in_mlp", "bias").usual("1"),
    read(DROPOUT, dropout),
    words("no_weight_tying", "tied", &[("true", "0"), ("false", "1")]).usual("1"),
    number("num_layers", "layers").figure(),
    number("hidden_size", "hidden").figure(),
    number("num_attention_heads", "heads").figure(),
    number("padded_vocab_size", "vocab").figure(),
    read("intermediate_size", widths),
    number("num_kv_heads", "kv").follows(|file| file.reading.plan.model.heads.to_string()),
    number("sliding_window_width", "window"),
    read("moe_num_experts", |file| {
        if file.whole("moe_num_experts") > Some(1) {
            let _ = file.set("experts", "moe_num_experts");
            let ffn = file.reading.plan.model.ffn.to_string();
            file.reading.default("moeffn", "intermediate_size", &ffn);
        }
    }),
    number("moe_top_k", "topk")
        .usual("1")
        .read_when(has_experts),
    number("moe_expert_interval", "every").read_when(has_experts),
];

const LAYOUT_ROWS: &[Setting] = &[
    number("model_parallel_size", "tp").usual("1"),
    // Zero stands for a program without pipeline code.
    read("pipe_parallel_size", |file| {
        match file.whole("pipe_parallel_size") {
            Some(0) => file.reading.set("pp", "pipe_parallel_size", "1"),
            _ => file.set_or("pp", "pipe_parallel_size", "1"),
        }
    }),
    number("context_parallel_size", "cp").usual("1"),
    number("moe_expert_parallel_size", "ep").usual("1"),
    switch("sequence_parallel", "sp")
        .usual("0")
        .read_when(|file| file.reading.plan.layout.tensor > 1),
    read("global_num_gpus", |file| {
        match file.whole("global_num_gpus") {
            Some(gpus) => file.gpus("global_num_gpus", &[gpus]),
            None => file.reading.missing(MissingSetting::Cluster),
        }
    }),
    number("zero_optimization.stage", "zero").usual("0"),
    read(OFFLOAD, offload),
    number("seq_length", "seq").or_missing(MissingSetting::Sequence),
    read("max_position_embeddings", |file| {
        file.longest("max_position_embeddings seq_length");
    }),
    number("train_micro_batch_size_per_gpu", "mbs"),
    read("train_batch_size gradient_accumulation_steps", batch),
    read("train_iters", |file| {
        let steps = file.whole("train_iters");
        file.reading.steps(steps, "train_iters");
    }),
];

const LEVER_ROWS: &[Setting] = &[
    read("precision bf16. fp16.", dtype),
    words(
        "optimizer.type",
        "opt",
        &[
            ("adam", "adamw"),
            ("adamw", "adamw"),
            ("lion", "lion"),
            ("sgd", "sgdm"),
        ],
    ),
    read("checkpoint_activations checkpoint_num_layers", recompute),
    read(IN_CPU, |file| {
        if file.is_on(IN_CPU) {
            file.reading.set("off", IN_CPU, "acts");
        }
    }),
    // Tensor-parallel ranks each keep a part of the inputs.
    read(PARTITION, |file| {
        if file.is_on(PARTITION) && file.reading.plan.layout.tensor > 1 {
            file.reading.unfit(PARTITION, "true");
        }
    }),
    read("attention_config", attention),
    known(IDLE),
];

const IN_CPU: &str = "checkpoint_in_cpu cpu_checkpointing";
const PARTITION: &str = "partition_activations";

/// Options that change no figure, among them `-d`, the folder of the files that a command names. A name
/// with a dot or a star at its end stands for all that begin so.
const IDLE: &str = "\
    _d vocab_file merge_file save load include data_path data_impl split init_method \
    output_layer_init_method scaled_upper_triang_masked_softmax_fusion bias_gelu_fusion \
    rope_fusion scaled_masked_softmax_fusion layernorm_fusion rmsnorm_fusion gradient_clipping \
    weight_decay synchronize_each_layer distributed_backend \
    checkpoint_factor extra_save_iters keep_last_n_checkpoints steps_per_print \
    wall_clock_breakdown tokenizer_type gpt_j_residual output_layer_parallelism rotary_pct \
    rotary_emb_base lr_decay_iters lr_decay_style min_lr warmup use_wandb hysteresis \
    norm_epsilon rms_norm_epsilon layernorm_epsilon launcher deepspeed_slurm \
    deepspeed_extra_args. contiguous_checkpointing \
    attention_softmax_in_fp32 seed data_types. allow_chopped num_workers finetune hostfile \
    mamba_selective_scan_fusion mamba_causal_conv_fusion mamba_inner_func_fusion \
    eval_* log_* save_* wandb_* tensorboard_* train_data* valid_* test_* \
    use_bias_in_norms make_vocab_size_divisible_by zero_optimization. optimizer.";

const ACTIVATION: &str = "activation mlp_type";
const DROPOUT: &str = "hidden_dropout attention_dropout";
const OFFLOAD: &str =
    "zero_optimization.offload_optimizer.device zero_optimization.offload_param.device";

/// Begins the model. A word that is not understood leaves the default.
fn start(file: &mut Fields) {
    let norm = match file.text("norm") {
        Some("rmsnorm") => Norm::Rms,
        None | Some("layernorm") => Norm::Layer,
        Some(other) => {
            file.reading.unfit("norm", other);
            Norm::Layer
        }
    };
    file.reading.start_model(Model {
        norm,
        positions: Positions::Learned,
        tied: true,
        bias: true,
        moe: MixtureOfExperts::default(),
        ..CUSTOM_MODEL
    });
}

fn is_gated(file: &Fields) -> bool {
    let gated = ["swiglu", "geglu", "reglu", "bilinear", "glu"];
    let activation = file.text("activation");
    activation.is_some_and(|name| gated.contains(&name)) || file.text("mlp_type") == Some("llama")
}

fn dropout(file: &mut Fields) {
    let drops = |path: &str| match file.value.at(path) {
        None | Some(ParsedValue::Whole(0)) => false,
        Some(ParsedValue::Number(digits)) => digits.parse() != Ok(0.0),
        _ => true,
    };
    file.reading.plan.model.dropout = DROPOUT.split(' ').any(drops);
    file.note("dropout", DROPOUT);
}

/// The width of the MLP and that of a head, which is no option.
fn widths(file: &mut Fields) {
    let Model { hidden, heads, .. } = file.reading.plan.model;
    if file.set("ffn", "intermediate_size").is_none() {
        if is_gated(file) {
            file.reading.missing(MissingSetting::Figure("ffn"));
        } else {
            let ffn = hidden.saturating_mul(4).to_string();
            file.reading.default("ffn", "intermediate_size", &ffn);
        }
    }
    let width = (hidden / heads.max(1)).to_string();
    file.reading.default("headdim", "hidden_size", &width);
}

fn has_experts(file: &Fields) -> bool {
    file.reading.plan.model.moe.experts > 0
}

fn offload(file: &mut Fields) {
    let mut moved = Vec::new();
    let parts = [Offload::Optimizer, Offload::Parameters];
    for (path, part) in OFFLOAD.split(' ').zip(parts) {
        match file.value.at(path).and_then(ParsedValue::text) {
            None | Some("none") => {}
            Some("cpu") => moved.push(part),
            Some(other) => file.reading.unfit(path, other),
        }
    }
    file.reading.plan.levers.offload = WordSet::of(&moved);
    file.note("off", OFFLOAD);
}

/// Sequences of a step, by their number or by steps of accumulation.
fn batch(file: &mut Fields) {
    let path = "gradient_accumulation_steps";
    if file.set("gbs", "train_batch_size").is_some() {
        return;
    }
    if file.whole("train_micro_batch_size_per_gpu").is_some() {
        let steps = file.whole(path).unwrap_or(1);
        file.global_batch(path, steps);
    } else {
        file.reading.missing(MissingSetting::Batch);
    }
}

fn dtype(file: &mut Fields) {
    let is_bf16 = file.text("fp16.type") == Some("bfloat16");
    let dtype = match file.text("precision") {
        _ if is_bf16 => Dtype::Bf16,
        Some("bfloat16") => Dtype::Bf16,
        Some("fp16") => Dtype::Fp16,
        Some("fp32") => Dtype::Fp32,
        _ if file.is_on("bf16.enabled") => Dtype::Bf16,
        _ if file.is_on("fp16.enabled") => Dtype::Fp16,
        _ => Dtype::Fp32,
    };
    file.reading.plan.levers.dtype = dtype;
    file.note("dtype", "precision bf16.enabled fp16.enabled");
}

fn recompute(file: &mut Fields) {
    let is_full = file.is_on("checkpoint_activations");
    let levers = &mut file.reading.plan.levers;
    levers.recompute_layers = None;
    levers.recompute = if is_full {
        Recompute::Full
    } else {
        Recompute::None
    };
    file.note("ckpt", "checkpoint_activations");
    let option = "checkpoint_num_layers";
    if let Some(layers) = file.whole(option).filter(|layers| *layers > 1 && is_full) {
        // Groups of layers keep fewer inputs than a plan's single layers.
        file.reading.unfit(option, &layers.to_string());
    }
}

fn attention(file: &mut Fields) {
    let Some(words) = file.value.at("attention_config").map(written) else {
        return;
    };
    let is_flash = words.contains("flash");
    if !is_flash && !words.contains("global") {
        file.reading.unfit("attention_config", &words);
        return;
    }
    file.reading.plan.levers.flash = is_flash;
    file.reading
        .note("flash", "attention_config", SettingOrigin::Read);
}
