//! nanotron's YAML.
//!
//! Source of the options and their defaults: huggingface/nanotron, `src/nanotron/config/config.py`,
//! `parallelism_config.py` and `models_config.py`.

use super::fields::Fields;
use super::imported::MissingSetting;
use super::value::ParsedValue;
use crate::catalog::CUSTOM_MODEL;
use crate::schedule_names;
use cost::plan::{
    GradientType, MasterWeights, MixtureOfExperts, Model, Overlap, Recipe, Recompute, Schedule,
    WordSet,
};

/// Fields that distinguish nanotron's files from other documents.
pub(super) const SIGNS: &[&str] = &[
    "tokens.micro_batch_size",
    "model.model_config",
    "parallelism.dp",
];

/// Options that are read.
const READ: &str = "\
    parallelism.dp parallelism.pp parallelism.tp parallelism.context_parallel_size \
    parallelism.expert_parallel_size parallelism.pp_engine parallelism.tp_mode \
    parallelism.tp_linear_async_communication parallelism.recompute_layer \
    model.model_config.num_hidden_layers model.model_config.hidden_size \
    model.model_config.intermediate_size model.model_config.num_attention_heads \
    model.model_config.num_key_value_heads model.model_config.attention_bias \
    model.model_config.max_position_embeddings model.model_config.tie_word_embeddings \
    model.model_config.vocab_size model.model_config._attn_implementation \
    model.model_config.moe_config. model.model_config.sliding_window_size \
    model.model_config.is_llama_config model.dtype model.make_vocab_size_divisible_by \
    tokens.sequence_length tokens.micro_batch_size \
    tokens.batch_accumulation_per_replica tokens.train_steps optimizer.zero_stage \
    optimizer.accumulate_grad_in_fp32 optimizer.optimizer_factory.name";

/// Options that no plan can express and that change no figure much.
const IDLE: &str = "\
    general. data. checkpoints. data_stages data_stages. logging. profiler. profiler tokenizer. \
    lighteval. lighteval s3_upload s3_upload. metrics_logging metrics_logging. \
    optimizer.adam_beta1 optimizer.adam_beta2 optimizer.adam_eps \
    optimizer.torch_adam_is_fused experiment_logger. optimizer.weight_decay \
    optimizer.clip_grad optimizer.optimizer_factory. optimizer.learning_rate_scheduler. \
    optimizer.weight_decay_exclude_named_params model.init_method. model.ddp_bucket_cap_mb \
    tokens.val_check_interval tokens.limit_test_batches tokens.limit_val_batches \
    parallelism.tp_recompute_allgather parallelism.tp_grad_enabled \
    model.model_config.bos_token_id model.model_config.eos_token_id model.model_config.pad_token_id \
    model.model_config.hidden_act model.model_config.initializer_range \
    model.model_config.rms_norm_eps model.model_config.rope_scaling model.model_config.rope_theta \
    model.model_config.rope_scaling. model.model_config.rope_interleaved \
    model.model_config.use_cache model.model_config.pretraining_tp \
    model.model_config.is_qwen2_config model.model_config.is_starcoder2_config \
    model.model_config._use_qkv_packed model.model_config._use_doc_masking \
    model.model_config._fused_rotary_emb model.model_config._fused_rms_norm \
    model.model_config.z_loss_enabled model.model_config.z_loss_coefficient \
    model.model_config.flex_attention_mask model.model_config.no_rope_layer";

pub(super) fn read(mut file: Fields) {
    file.unlisted(&[READ, IDLE], &[]);
    file.reading.recipe(Recipe::Nanotron);
    file.reading.start_layout();
    model(&mut file);
    layout(&mut file);
    batch(&mut file);
    levers(&mut file);
}

fn model(file: &mut Fields) {
    if !file.has("model.model_config") {
        file.reading.missing(MissingSetting::Model);
        return;
    }
    file.reading.start_model(CUSTOM_MODEL);
    file.figures(&[
        ("layers", "model.model_config.num_hidden_layers"),
        ("hidden", "model.model_config.hidden_size"),
        ("ffn", "model.model_config.intermediate_size"),
        ("heads", "model.model_config.num_attention_heads"),
        ("vocab", "model.model_config.vocab_size"),
    ]);
    pad_vocabulary(file);
    let Model { hidden, heads, .. } = file.reading.plan.model;
    let heads_text = heads.to_string();
    file.set_or("kv", "model.model_config.num_key_value_heads", &heads_text);
    let width = (hidden / heads.max(1)).to_string();
    file.reading
        .default("headdim", "model.model_config.hidden_size", &width);
    file.set_or("bias", "model.model_config.attention_bias", "0");
    file.set_or("tied", "model.model_config.tie_word_embeddings", "0");
    let _ = file.set("window", "model.model_config.sliding_window_size");
    if let Some(longest) = file.whole("model.model_config.max_position_embeddings") {
        let most = *cost::plan::limits::SEQUENCE.end();
        file.reading.plan.model.trained_sequence = longest.clamp(1, most);
    }
    experts(file);
}

/// The vocabulary is padded to a multiple for each tensor-parallel rank.
fn pad_vocabulary(file: &mut Fields) {
    let multiple = file
        .whole("model.make_vocab_size_divisible_by")
        .unwrap_or(1);
    let tensor = file.whole("parallelism.tp").unwrap_or(1);
    let multiple = multiple.saturating_mul(tensor).max(1);
    let padded = file
        .reading
        .plan
        .model
        .vocab
        .checked_next_multiple_of(multiple);
    if let Some(padded) = padded.filter(|padded| *padded != file.reading.plan.model.vocab) {
        let option = "model.make_vocab_size_divisible_by";
        file.reading.set_whole("vocab", option, padded);
    }
}

fn experts(file: &mut Fields) {
    file.reading.plan.model.moe = MixtureOfExperts::default();
    if file
        .set("experts", "model.model_config.moe_config.num_experts")
        .is_none()
    {
        return;
    }
    file.figures(&[("topk", "model.model_config.moe_config.top_k")]);
    let ffn = file.reading.plan.model.ffn.to_string();
    file.set_or(
        "moeffn",
        "model.model_config.moe_config.moe_intermediate_size",
        &ffn,
    );
    if file.is_on("model.model_config.moe_config.enable_shared_expert") {
        let path = "model.model_config.moe_config.enable_shared_expert";
        file.reading.set("shared", path, "1");
        let _ = file.set(
            "sharedffn",
            "model.model_config.moe_config.shared_expert_intermediate_size",
        );
    }
}

fn layout(file: &mut Fields) {
    file.set_or("tp", "parallelism.tp", "1");
    file.set_or("pp", "parallelism.pp", "1");
    file.set_or("cp", "parallelism.context_parallel_size", "1");
    file.set_or("ep", "parallelism.expert_parallel_size", "1");
    if let Some(data) = file.whole("parallelism.dp") {
        let layout = &file.reading.plan.layout;
        let degrees = [data, layout.tensor, layout.pipeline, layout.context];
        file.gpus("parallelism.dp", &degrees);
    } else {
        file.reading.missing(MissingSetting::Cluster);
    }
    if file.reading.plan.layout.tensor > 1 {
        let words = [("reduce_scatter", "1"), ("all_reduce", "0")];
        file.word("sp", "parallelism.tp_mode", &words, Some("0"));
    }
    if let Some(name) = file.text("parallelism.pp_engine") {
        match schedule_names::nanotron(name) {
            Some(Schedule::PLAIN) => {}
            Some(schedule) => {
                file.reading.plan.layout.schedule = Some(schedule);
                file.note("sched", "parallelism.pp_engine");
            }
            None => file.reading.unfit("parallelism.pp_engine", name),
        }
    }
    // Every stage above zero shards the optimizer's state alone.
    let words = [("0", "0"), ("1", "1"), ("2", "1"), ("3", "1")];
    file.word("zero", "optimizer.zero_stage", &words, Some("0"));
}

fn batch(file: &mut Fields) {
    if file.set("seq", "tokens.sequence_length").is_none() {
        file.reading.missing(MissingSetting::Sequence);
    }
    if file.set("mbs", "tokens.micro_batch_size").is_none() {
        file.reading.missing(MissingSetting::Batch);
        return;
    }
    let path = "tokens.batch_accumulation_per_replica";
    let accumulation = file.whole(path).unwrap_or(1);
    file.global_batch(path, accumulation);
    let steps = file.whole("tokens.train_steps");
    file.reading.steps(steps, "tokens.train_steps");
}

fn levers(file: &mut Fields) {
    let words = [
        ("float32", "fp32"),
        ("float16", "fp16"),
        ("bfloat16", "bf16"),
    ];
    file.word("dtype", "model.dtype", &words, Some("bf16"));
    let optimizers = [("adamw", "adamw"), ("sgd", "sgdm")];
    file.word("opt", "optimizer.optimizer_factory.name", &optimizers, None);
    let levers = &mut file.reading.plan.levers;
    levers.recompute = if file
        .value
        .at("parallelism.recompute_layer")
        .is_some_and(ParsedValue::is_on)
    {
        Recompute::Full
    } else {
        Recompute::None
    };
    levers.recompute_layers = None;
    file.note("ckpt", "parallelism.recompute_layer");
    let path = "optimizer.accumulate_grad_in_fp32";
    let is_half = file.has(path) && !file.is_on(path);
    let levers = &mut file.reading.plan.levers;
    levers.master = is_half.then_some(MasterWeights::None);
    levers.gradients = is_half.then_some(GradientType::Half);
    file.note("master", path);
    file.note("grads", path);
    let attention = [
        ("flash_attention_2", "1"),
        ("flash_attention_3", "1"),
        ("ring_flash_triton", "1"),
        ("ring", "1"),
        ("llama3_ring_attention", "1"),
        ("sdpa", "1"),
        ("flex_attention", "1"),
    ];
    let path = "model.model_config._attn_implementation";
    file.word("flash", path, &attention, None);
    if file.is_on("parallelism.tp_linear_async_communication") {
        let path = "parallelism.tp_linear_async_communication";
        let tensor = WordSet::of(&[Overlap::Tensor]);
        file.reading.set_overlap(path, tensor, WordSet::EMPTY);
    }
}
