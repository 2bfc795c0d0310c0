//! GPT-NeoX' YAML, with options of DeepSpeed inside.
//!
//! Source of the options and their defaults: EleutherAI/gpt-neox,
//! `megatron/neox_arguments/neox_args.py` and `deepspeed_args.py`.

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

/// Options of the format: lists, and beginnings of names.
pub(crate) const OPTIONS: (&[&str], &[&str]) = (&[READ, IDLE], PREFIXES);

/// Options that are read.
const READ: &str = "\
    pipe_parallel_size model_parallel_size sequence_parallel context_parallel_size num_layers \
    hidden_size num_attention_heads num_kv_heads intermediate_size seq_length \
    max_position_embeddings norm pos_emb no_weight_tying activation use_bias_in_norms \
    use_bias_in_attn_linear use_bias_in_mlp hidden_dropout attention_dropout padded_vocab_size \
    make_vocab_size_divisible_by moe_num_experts moe_top_k moe_expert_interval \
    moe_expert_parallel_size train_batch_size train_micro_batch_size_per_gpu \
    gradient_accumulation_steps train_iters zero_optimization. fp16. bf16. precision \
    optimizer. checkpoint_activations checkpoint_num_layers global_num_gpus mlp_type \
    attention_config sliding_window_width";

/// Options that change no figure.
const IDLE: &str = "\
    vocab_file merge_file save load include data_path data_impl split init_method \
    output_layer_init_method scaled_upper_triang_masked_softmax_fusion bias_gelu_fusion \
    rope_fusion scaled_masked_softmax_fusion layernorm_fusion rmsnorm_fusion gradient_clipping \
    weight_decay partition_activations synchronize_each_layer distributed_backend \
    checkpoint_factor extra_save_iters keep_last_n_checkpoints steps_per_print \
    wall_clock_breakdown tokenizer_type gpt_j_residual output_layer_parallelism rotary_pct \
    rotary_emb_base lr_decay_iters lr_decay_style min_lr warmup use_wandb hysteresis \
    norm_epsilon rms_norm_epsilon layernorm_epsilon launcher deepspeed_slurm \
    deepspeed_extra_args. contiguous_checkpointing cpu_checkpointing checkpoint_in_cpu \
    attention_softmax_in_fp32 seed data_types. allow_chopped num_workers finetune hostfile \
    mamba_selective_scan_fusion mamba_causal_conv_fusion mamba_inner_func_fusion";

/// Beginnings of options that change no figure.
const PREFIXES: &[&str] = &[
    "eval_",
    "log_",
    "save_",
    "wandb_",
    "tensorboard_",
    "train_data",
    "valid_",
    "test_",
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
pub(crate) fn read(mut file: Fields) {
    file.unlisted(OPTIONS.0, OPTIONS.1);
    file.reading.recipe(Recipe::DeepSpeed);
    file.reading.start_layout();
    model(&mut file);
    layout(&mut file);
    batch(&mut file);
    levers(&mut file);
}

fn model(file: &mut Fields) {
    let norm = match file.text("norm") {
        Some("rmsnorm") => Norm::Rms,
        _ => Norm::Layer,
    };
    let positions = match file.text("pos_emb") {
        Some("rotary") => Positions::Rope,
        Some("alibi") => Positions::Alibi,
        Some("none") => Positions::None,
        _ => Positions::Learned,
    };
    let gated = file
        .text("activation")
        .is_some_and(|name| matches!(name, "swiglu" | "geglu" | "reglu" | "bilinear" | "glu"))
        || file.text("mlp_type") == Some("llama");
    let biases = "use_bias_in_attn_linear use_bias_in_mlp";
    let is_zero = |path| match file.first(path).map(|(_, value)| value) {
        None | Some(ParsedValue::Whole(0)) => true,
        Some(ParsedValue::Number(digits)) => digits.parse() == Ok(0.0),
        _ => false,
    };
    let dropout = !(is_zero("hidden_dropout") && is_zero("attention_dropout"));
    let bias = !file.has(biases) || file.is_on(biases);
    file.reading.start_model(Model {
        norm,
        positions,
        gated,
        bias,
        tied: false,
        dropout,
        ..CUSTOM_MODEL
    });
    file.note("pos", "pos_emb");
    file.note("gated", "activation mlp_type");
    file.note("bias", biases);
    file.note("dropout", "hidden_dropout attention_dropout");
    let tied = if file.is_on("no_weight_tying") {
        "0"
    } else {
        "1"
    };
    if file.has("no_weight_tying") {
        file.reading.set("tied", "no_weight_tying", tied);
    } else {
        file.reading.default("tied", "no_weight_tying", tied);
    }
    file.figures(&[
        ("layers", "num_layers"),
        ("hidden", "hidden_size"),
        ("heads", "num_attention_heads"),
        ("vocab", "padded_vocab_size"),
    ]);
    let Model { hidden, heads, .. } = file.reading.plan.model;
    if file.set("ffn", "intermediate_size").is_none() {
        if gated {
            file.reading.missing(MissingSetting::Figure("ffn"));
        } else {
            let ffn = hidden.saturating_mul(4).to_string();
            file.reading.default("ffn", "intermediate_size", &ffn);
        }
    }
    file.set_or("kv", "num_kv_heads", &heads.to_string());
    let width = (hidden / heads.max(1)).to_string();
    file.reading.default("headdim", "hidden_size", &width);
    let _ = file.set("window", "sliding_window_width");
    file.reading.plan.model.moe = MixtureOfExperts::default();
    if file
        .whole("moe_num_experts")
        .is_some_and(|experts| experts > 1)
    {
        let _ = file.set("experts", "moe_num_experts");
        file.set_or("topk", "moe_top_k", "1");
        let ffn = file.reading.plan.model.ffn.to_string();
        file.reading.default("moeffn", "intermediate_size", &ffn);
        let _ = file.set("every", "moe_expert_interval");
    }
}

fn layout(file: &mut Fields) {
    file.set_or("tp", "model_parallel_size", "1");
    match file.whole("pipe_parallel_size") {
        // Zero stands for a program without pipeline code.
        Some(0) => file.reading.set("pp", "pipe_parallel_size", "1"),
        _ => file.set_or("pp", "pipe_parallel_size", "1"),
    }
    file.set_or("cp", "context_parallel_size", "1");
    file.set_or("ep", "moe_expert_parallel_size", "1");
    if file.reading.plan.layout.tensor > 1 {
        file.set_or("sp", "sequence_parallel", "0");
    }
    match file.whole("global_num_gpus") {
        Some(gpus) => file.gpus("global_num_gpus", &[gpus]),
        None => file.reading.missing(MissingSetting::Cluster),
    }
    file.set_or("zero", "zero_optimization.stage", "0");
    let mut moved = Vec::new();
    for (path, part) in [
        (
            "zero_optimization.offload_optimizer.device",
            Offload::Optimizer,
        ),
        (
            "zero_optimization.offload_param.device",
            Offload::Parameters,
        ),
    ] {
        match file.text(path) {
            None | Some("none") => {}
            Some("cpu") => moved.push(part),
            Some(other) => file.reading.unfit(path, other),
        }
    }
    file.reading.plan.levers.offload = WordSet::of(&moved);
    file.note(
        "off",
        "zero_optimization.offload_optimizer.device zero_optimization.offload_param.device",
    );
}

fn batch(file: &mut Fields) {
    if file.set("seq", "seq_length").is_none() {
        file.reading.missing(MissingSetting::Sequence);
    }
    if let Some(longest) = file.whole("max_position_embeddings seq_length") {
        let most = *cost::plan::limits::SEQUENCE.end();
        file.reading.plan.model.trained_sequence = longest.clamp(1, most);
    }
    let micro = file.set("mbs", "train_micro_batch_size_per_gpu");
    let path = "gradient_accumulation_steps";
    if file.set("gbs", "train_batch_size").is_none() {
        match micro {
            Some(_) => {
                let steps = file.whole(path).unwrap_or(1);
                file.global_batch(path, steps);
            }
            None => file.reading.missing(MissingSetting::Batch),
        }
    }
    let steps = file.whole("train_iters");
    file.reading.steps(steps, "train_iters");
}

fn levers(file: &mut Fields) {
    let paths = "precision bf16.enabled fp16.enabled";
    let dtype = match file.text("precision") {
        Some("bfloat16") => Dtype::Bf16,
        Some("fp16") => Dtype::Fp16,
        Some("fp32") => Dtype::Fp32,
        _ if file.is_on("bf16.enabled") => Dtype::Bf16,
        _ if file.is_on("fp16.enabled") || file.text("fp16.type") == Some("bfloat16") => {
            Dtype::Fp16
        }
        _ => Dtype::Fp32,
    };
    let is_bf16 = file.text("fp16.type") == Some("bfloat16");
    file.reading.plan.levers.dtype = if is_bf16 { Dtype::Bf16 } else { dtype };
    file.note("dtype", paths);
    let words = [
        ("adam", "adamw"),
        ("adamw", "adamw"),
        ("lion", "lion"),
        ("sgd", "sgdm"),
    ];
    file.word("opt", "optimizer.type", &words, None);
    let is_full = file.is_on("checkpoint_activations");
    file.reading.plan.levers.recompute = if is_full {
        Recompute::Full
    } else {
        Recompute::None
    };
    file.reading.plan.levers.recompute_layers = None;
    file.note("ckpt", "checkpoint_activations");
    if let Some(layers) = file
        .whole("checkpoint_num_layers")
        .filter(|layers| *layers > 1 && is_full)
    {
        // Groups of layers keep fewer inputs than a plan's single layers.
        file.reading
            .unfit("checkpoint_num_layers", &layers.to_string());
    }
    let written = file.value.at("attention_config").map(written);
    if let Some(words) = written {
        if words.contains("flash") {
            file.reading.plan.levers.flash = true;
            file.reading
                .note("flash", "attention_config", SettingOrigin::Read);
        } else if words.contains("global") {
            file.reading.plan.levers.flash = false;
            file.reading
                .note("flash", "attention_config", SettingOrigin::Read);
        } else {
            file.reading.unfit("attention_config", &words);
        }
    }
}
