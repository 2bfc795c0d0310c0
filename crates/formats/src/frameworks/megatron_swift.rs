//! Options of Megatron-SWIFT, the part of ms-swift that trains with Megatron Core: they have
//! Megatron-LM's names, other defaults, and the model by its name. No plan is written for it.
//!
//! Source of the options and their defaults: modelscope/ms-swift 3.9,
//! `docs/source_en/Megatron-SWIFT/Command-line-parameters.md`.
//!
//! Tests: `crates/formats/tests/all/import_commands.rs`.

use super::setting::{
    Section, Setting, known, number, read, read_projection, read_table, switch, words,
};
use crate::frameworks::megatron::levers::recomputed_modules;
use crate::frameworks::megatron::remarks::nearest;
use crate::import::fields::Fields;
use crate::import::imported::{MissingSetting, SettingOrigin};
use crate::layers;
use cost::plan::{Dtype, Overlap, Recipe, Recompute};

/// Reads the options of a command.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::Megatron);
    file.reading.start_layout();
    file.reading.missing(MissingSetting::Cluster);
    read_table(&READ, &mut file);
}

read_projection!(TABLE);

/// The table; all of its rows are read alone.
const TABLE: &[Section] = &[
    Section::of(LAYOUT_ROWS),
    Section::of(BATCH_ROWS),
    Section::of(LEVER_ROWS),
];

const LAYOUT_ROWS: &[Setting] = &[
    read(MODEL, |file| file.model(MODEL)),
    number("tensor_model_parallel_size", "tp")
        .usual("1")
        .unwritten(),
    number("pipeline_model_parallel_size", "pp")
        .usual("1")
        .unwritten(),
    number("context_parallel_size", "cp").usual("1").unwritten(),
    number("expert_model_parallel_size", "ep")
        .usual("1")
        .unwritten(),
    // Before 3.9 the degree of the other layers.
    number("expert_tensor_parallel_size", "etp")
        .usual("1")
        .unwritten(),
    number("virtual_pipeline_model_parallel_size", "vp").unwritten(),
    switch("sequence_parallel", "sp")
        .usual("0")
        .read_when(|file| file.reading.plan.layout.tensor > 1)
        .unwritten(),
    words("use_distributed_optimizer", "zero", SWITCHED)
        .usual("1")
        .unwritten(),
    read(FIRST_STAGE, |file| stages(file, FIRST_STAGE, LAST_STAGE)),
    known(LAST_STAGE),
];

const BATCH_ROWS: &[Setting] = &[
    number("micro_batch_size", "mbs").usual("1").unwritten(),
    number("global_batch_size", "gbs").usual("16").unwritten(),
    number("packing_length max_length seq_length", "seq")
        .or_missing(MissingSetting::Sequence)
        .unwritten(),
    read("train_iters", |file| {
        let steps = file.whole("train_iters");
        file.reading.steps(steps, "train_iters");
    }),
];

const LEVER_ROWS: &[Setting] = &[
    read("bf16 fp16 torch_dtype", dtype),
    words(
        "fp8_recipe",
        "dtype",
        &[
            ("delayed", "fp8"),
            ("tensorwise", "fp8"),
            ("blockwise", "fp8b"),
            ("mxfp8", "mxfp8"),
        ],
    )
    .read_when(|file| file.has("fp8_format"))
    .unwritten(),
    read("fp8_format", |file| {
        if file.has("fp8_format") && !file.has("fp8_recipe") {
            file.reading.set("dtype", "fp8_format", "fp8");
        }
    }),
    switch("fp8_param_gather", "gather8")
        .read_when(|file| file.has("fp8_format"))
        .unwritten(),
    words(
        "recompute_granularity",
        "ckpt",
        &[("full", "full"), ("selective", "sel"), ("none", "none")],
    )
    .usual("sel")
    .unwritten(),
    read("recompute_modules", |file| {
        if file.reading.plan.levers.recompute == Recompute::Selective {
            recomputed_modules(file, "recompute_modules");
        }
    }),
    known("recompute_method"),
    number("recompute_num_layers", "ckptn")
        .read_when(|file| {
            let is_full = file.reading.plan.levers.recompute == Recompute::Full;
            is_full && file.text("recompute_method") == Some("block")
        })
        .unwritten(),
    words(
        "optimizer",
        "opt",
        &[
            ("adam", "adamw"),
            ("sgd", "sgdm"),
            ("muon", "muon"),
            ("dist_muon", "muon"),
        ],
    )
    .usual("adamw")
    .unwritten(),
    words(
        "use_precision_aware_optimizer",
        "master",
        &[("true", "rem"), ("false", "fp32")],
    )
    .read_when(|file| file.reading.plan.levers.dtype != Dtype::Fp16)
    .unwritten(),
    read("optimizer_offload_fraction", |file| {
        let path = "optimizer_offload_fraction";
        if let Some(part) = file.text(path).filter(|part| !matches!(*part, "1" | "1.0")) {
            let note = nearest(path, part);
            file.reading.remark(note);
        }
    }),
    words(
        "optimizer_cpu_offload",
        "off",
        &[("true", "opt"), ("false", "none")],
    )
    .usual("none")
    .unwritten(),
    words(
        "attention_backend",
        "flash",
        &[
            ("flash", "1"),
            ("fused", "1"),
            ("auto", "1"),
            ("unfused", "0"),
            ("local", "0"),
        ],
    )
    .usual("1")
    .unwritten(),
    read("cross_entropy_loss_fusion", |file| {
        let path = "cross_entropy_loss_fusion";
        let fused = match file.text("cross_entropy_fusion_impl") {
            _ if !file.is_on(path) => "plain",
            Some("te") => "fused",
            _ => "native",
        };
        if file.has(path) {
            file.reading.set("ce", path, fused);
        } else {
            file.reading.default("ce", path, fused);
        }
    }),
    known("cross_entropy_fusion_impl"),
    words(
        "moe_token_dispatcher_type",
        "disp",
        &[
            ("alltoall", "a2a"),
            ("alltoall_seq", "a2a"),
            ("flex", "deepep"),
        ],
    )
    .usual("a2a")
    .read_when(|file| file.reading.plan.model.moe.experts > 0)
    .unwritten(),
    read("overlap_grad_reduce overlap_param_gather", |file| {
        file.overlap("overlap_grad_reduce overlap_param_gather", Overlap::Data);
    }),
    read("tp_comm_overlap", |file| {
        file.overlap("tp_comm_overlap", Overlap::Tensor);
    }),
    switch("deterministic_mode", "det").usual("0").unwritten(),
    known(IDLE),
];

/// Options that change no figure.
const IDLE: &str = "\
    train_type tuner_type dataset val_dataset cached_dataset split_dataset_ratio streaming save \
    save_interval save_steps eval_steps save_safetensors no_save_optim no_save_rng no_load_optim no_load_rng finetune lr \
    min_lr lr_warmup_fraction lr_warmup_iters lr_decay_style lr_decay_iters weight_decay clip_grad \
    adam_beta1 adam_beta2 adam_eps eval_iters eval_interval log_interval num_workers \
    dataset_num_proc dataloader_num_workers max_epochs num_train_epochs packing padding_free \
    moe_permute_fusion moe_grouped_gemm moe_shared_expert_overlap moe_aux_loss_coeff \
    moe_z_loss_coeff moe_router_dtype moe_router_load_balancing_type \
    wandb_project wandb_exp_name tensorboard_dir logging_level seed ckpt_format add_version \
    load_from_cache_file lazy_tokenize model_author model_name system loss_scale template use_hf \
    no_rope_fusion no_bias_swiglu_fusion no_bias_dropout_fusion no_masked_softmax_fusion \
    attention_softmax_in_fp32 dataset_shuffle train_dataloader_shuffle custom_dataset_info \
    model_type load_safetensors merge_lora manual_gc manual_gc_interval output_dir \
    calculate_per_token_loss strict truncation_strategy";

/// Options that name the model, or a folder with its weights.
const MODEL: &str = "model load mcore_model";
const FIRST_STAGE: &str = "decoder_first_pipeline_num_layers";
const LAST_STAGE: &str = "decoder_last_pipeline_num_layers";

const SWITCHED: &[(&str, &str)] = &[("true", "1"), ("false", "0")];

/// Layers of the first and of the last stage.
pub(crate) fn stages(file: &mut Fields, first: &'static str, last: &'static str) {
    let ends = [file.whole(first), file.whole(last)];
    if ends == [None, None] {
        return;
    }
    let plan = &file.reading.plan;
    let (layers, pipeline) = (plan.model.layers, plan.layout.pipeline.max(1));
    match layers::between(layers, pipeline, ends[0], ends[1]) {
        Some(split) => {
            file.reading.plan.layout.split = split;
            file.reading.note("split", first, SettingOrigin::Read);
        }
        None => file.reading.unfit(first, "…"),
    }
}

/// The type of matrix products; by default that of the model's weights.
fn dtype(file: &mut Fields) {
    let words = [
        ("bfloat16", "bf16"),
        ("float16", "fp16"),
        ("float32", "fp32"),
    ];
    if file.is_on("fp16") {
        file.reading.set("dtype", "fp16", "fp16");
    } else if file.is_on("bf16") {
        file.reading.set("dtype", "bf16", "bf16");
    } else {
        file.word("dtype", "torch_dtype", &words, Some("bf16"));
    }
}
