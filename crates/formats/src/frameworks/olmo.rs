//! YAML of OLMo's first trainer. No plan is written for it.
//!
//! Source of the options and their defaults: allenai/OLMo 0.6 (commit 59a53e3f, September 2025),
//! `olmo/config.py`; the width of the MLP: `olmo/model.py`, `OLMoBlock`.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`.

use super::accelerate::fsdp::{SHARDINGS, is_hybrid};
use super::setting::{
    Section, Setting, known, number, read, read_projection, read_table, switch, words,
};
use crate::catalog::CUSTOM_MODEL;
use crate::excerpt::excerpt;
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportNote, MissingSetting};
use cost::plan::{Model, Norm, Positions, Recipe, Recompute};

/// Reads a file, or the overrides of a command.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::LlmFoundry);
    file.reading.start_layout();
    file.reading.missing(MissingSetting::Cluster);
    read_table(&READ, &mut file);
}

read_projection!(TABLE);

const TABLE: &[Section] = &[
    Section::of(SHAPE_ROWS).begin(begin_shape).end(end_shape),
    Section::of(RUN_ROWS),
];

const SHAPE_ROWS: &[Setting] = &[
    number("model.n_layers", "layers").usual("12"),
    number("model.d_model", "hidden").usual("768"),
    number("model.n_heads", "heads").usual("12"),
    number("model.n_kv_heads", "kv").follows(|file| {
        let is_one = file.is_on("model.multi_query_attention");
        let heads = file.reading.plan.model.heads;
        if is_one {
            String::from("1")
        } else {
            heads.to_string()
        }
    }),
    read("model.mlp_hidden_size model.mlp_ratio", ffn),
    number("model.embedding_size model.vocab_size", "vocab").usual("50304"),
    switch("model.weight_tying", "tied").usual("1"),
    switch("model.include_bias", "bias").usual("1"),
    read(
        "model.layer_norm_type model.activation_type model.rope model.alibi \
         model.multi_query_attention model.residual_dropout model.attention_dropout",
        |_| {},
    ),
    known(
        "model.clip_qkv model.block_type model.block_group_size model.alibi_bias_max \
         model.rope_full_precision model.rope_theta model.attention_layer_norm \
         model.attention_layer_norm_with_affine model.embedding_dropout model.embedding_layer_norm \
         model.layer_norm_with_affine model.layer_norm_eps model.bias_for_layer_norm \
         model.scale_logits model.eos_token_id model.pad_token_id model.init_device model.init_fn \
         model.init_std model.init_cutoff_factor model.scale_emb_init model.emb_init_std \
         model.norm_after model.use_moe model.max_sequence_length",
    ),
];

const RUN_ROWS: &[Setting] = &[
    number("model.max_sequence_length", "seq").usual("1024"),
    number("device_train_microbatch_size", "mbs").usual("16"),
    number("global_train_batch_size", "gbs").usual("512"),
    read("max_duration", steps),
    read("distributed_strategy fsdp.sharding_strategy", shards),
    read("fsdp.hybrid_sharding_num_model_replicas", |_| {}),
    read("fsdp.wrapping_strategy", wrapping),
    words(
        "precision",
        "dtype",
        &[("amp_bf16", "bf16"), ("amp_fp16", "fp16"), ("fp32", "fp32")],
    )
    .usual("fp32"),
    read("activation_checkpointing", recompute),
    words(
        "optimizer.name",
        "opt",
        &[("adamw", "adamw"), ("lionw", "lion")],
    )
    .usual("lion"),
    words(
        "model.flash_attention",
        "flash",
        &[("true", "1"), ("false", "0")],
    )
    .usual("0"),
    words("fused_loss", "ce", &[("true", "fused"), ("false", "plain")]).usual("plain"),
    read("compile compile.mode", |file| {
        let kernels = if file.value.at("compile").is_some() {
            "compiled"
        } else {
            "eager"
        };
        file.reading.default("kern", "compile", kernels);
    }),
    known(IDLE),
];

/// Options that change no figure.
const IDLE: &str = "\
    command run_name seed epoch dry_run optimizer. scheduler. tokenizer. data. evaluators \
    restore_dataloader fast_forward_batches eval_interval eval_subset_num_batches eval_on_load \
    device_eval_batch_size save_folder remote_save_folder canceled_check_interval save_interval \
    save_interval_unsharded save_interval_ephemeral save_num_checkpoints_to_keep \
    save_num_unsharded_checkpoints_to_keep save_overwrite force_save_unsharded \
    no_pre_train_checkpoint load_path load_path_sharded_checkpointer try_load_latest_save \
    reset_optimizer_state reset_trainer_state sharded_checkpointer new_style_checkpoints \
    max_grad_norm max_grad_norm_ratio wandb. speed_monitor. console_log_interval gen1_gc_interval \
    compile. ddp. fsdp.use_orig_params fsdp.precision time_limit extra_steps_after_cancel \
    early_stopping_factor save_data_indices python_profiling torch_profiling stop_at stop_after \
    hf_datasets_cache_dir softmax_auxiliary_loss auxiliary_loss_multiplier \
    module_outputs_save_steps";

fn begin_shape(file: &mut Fields) -> bool {
    if file.value.at("model").is_none() {
        file.reading.missing(MissingSetting::Model);
        return false;
    }
    let positions = if file.is_on("model.alibi") {
        Positions::Alibi
    } else if file.is_on("model.rope") {
        Positions::Rope
    } else {
        Positions::Learned
    };
    let norm = match file.text("model.layer_norm_type") {
        Some("rms") => Norm::Rms,
        _ => Norm::Layer,
    };
    // The default of both is a tenth.
    let drops = |path| {
        let stated = file.value.at(path).map(written);
        stated.is_none_or(|digits| digits.parse() != Ok(0.0))
    };
    let dropout = drops("model.residual_dropout") || drops("model.attention_dropout");
    let gated = is_gated(file);
    file.reading.start_model(Model {
        norm,
        positions,
        gated,
        dropout,
        ..CUSTOM_MODEL
    });
    true
}

fn is_gated(file: &Fields) -> bool {
    let activation = file.text("model.activation_type");
    activation.is_none_or(|name| name == "swiglu")
}

fn end_shape(file: &mut Fields) {
    file.note("gated", "model.activation_type");
    file.note("pos", "model.rope model.alibi");
    file.note("dropout", "model.residual_dropout model.attention_dropout");
    let model = &mut file.reading.plan.model;
    model.head_dim = model.hidden / model.heads.max(1);
    file.note("headdim", "model.n_heads");
}

/// The width of the MLP. Both matrices of a gated one are counted.
fn ffn(file: &mut Fields) {
    let parts = if is_gated(file) { 2 } else { 1 };
    let (own, ratio) = ("model.mlp_hidden_size", "model.mlp_ratio");
    let hidden = file.reading.plan.model.hidden;
    if let Some(width) = file.whole(own) {
        file.reading.set_whole("ffn", own, width / parts);
    } else if let Some(times) = file.whole(ratio) {
        let width = hidden.saturating_mul(times) / parts;
        file.reading.set_whole("ffn", ratio, width);
    } else if let Some((path, value)) = file.first("model.mlp_hidden_size model.mlp_ratio") {
        file.reading.unfit(path, &written(value));
    } else {
        let width = hidden.saturating_mul(4) / parts;
        file.reading.default("ffn", ratio, &width.to_string());
    }
}

/// The number of steps, or of tokens with a `T` behind it.
fn steps(file: &mut Fields) {
    let path = "max_duration";
    let steps = file.whole(path);
    if let Some(tokens) = file.text(path).and_then(|text| text.strip_suffix('T')) {
        match tokens.parse::<f64>() {
            Ok(tokens) if tokens >= 1.0 => file.reading.set_whole("tok", path, tokens as u64),
            _ => file.reading.unfit(path, tokens),
        }
    } else {
        file.reading.steps(steps, path);
    }
}

fn shards(file: &mut Fields) {
    let (strategy, path) = ("distributed_strategy", "fsdp.sharding_strategy");
    if matches!(file.text(strategy), Some("ddp" | "single")) {
        file.reading.set("zero", strategy, "0");
        return;
    }
    file.word("zero", path, SHARDINGS, Some("3"));
    if file.text(path).is_some_and(is_hybrid) {
        let cluster = &file.reading.plan.cluster;
        let copies = file.whole("fsdp.hybrid_sharding_num_model_replicas");
        let group = copies.map_or(cluster.gpu.node, |copies| cluster.gpus / copies.max(1));
        file.reading.set_whole("hsdp", path, group.max(1));
    }
}

/// Modules that FSDP gathers as one unit: a plan gathers one layer at a time.
fn wrapping(file: &mut Fields) {
    let path = "fsdp.wrapping_strategy";
    if file.value.at("fsdp").is_none() {
        return;
    }
    match file.text(path) {
        Some("by_block" | "by_block_and_size" | "size_based") => {}
        Some(word) => file.reading.remark(ImportNote::Nearest {
            option: path.to_owned(),
            value: excerpt(word),
        }),
        // The whole model is one unit.
        None => file.reading.unfit(path, "null"),
    }
}

fn recompute(file: &mut Fields) {
    let path = "activation_checkpointing";
    let Some(word) = file.text(path) else {
        return file.reading.default("ckpt", path, "none");
    };
    let share = match word {
        "whole_layer" => (1, 1),
        "one_in_two" => (1, 2),
        "one_in_three" => (1, 3),
        "one_in_four" => (1, 4),
        "one_in_eight" => (1, 8),
        "two_in_three" => (2, 3),
        "three_in_four" => (3, 4),
        _ => return file.reading.unfit(path, word),
    };
    file.reading.set("ckpt", path, "full");
    if share != (1, 1) && file.reading.plan.levers.recompute == Recompute::Full {
        let layers = file.reading.plan.model.layers;
        let recomputed = layers.saturating_mul(share.0).div_ceil(share.1);
        file.reading.set_whole("ckptn", path, recomputed);
    }
}
