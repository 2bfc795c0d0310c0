//! LLaMA-Factory's YAML.
//!
//! Source of the options and their defaults: hiyouga/LLaMA-Factory, `src/llamafactory/hparams/`:
//! `finetuning_args.py`, `data_args.py`, `training_args.py`, `megatron_bridge_args.py`.

use crate::frameworks::accelerate::fsdp;
use crate::frameworks::trainer::common;
use crate::import::fields::Fields;
use crate::import::imported::{ImportRefusal, MissingSetting};
use cost::plan::{Overlap, Recipe, WordSet, ZeroStage};

/// Fields that distinguish LLaMA-Factory's files from other documents.
pub(crate) const SIGNS: &[&str] = &["finetuning_type", "cutoff_len"];

/// Options of the format: lists, and beginnings of names.
pub(crate) const OPTIONS: (&[&str], &[&str]) = (&[READ, IDLE], PREFIXES);

/// Options that are read.
const READ: &str = "\
    model_name_or_path stage finetuning_type quantization_bit cutoff_len \
    per_device_train_batch_size gradient_accumulation_steps bf16 fp16 fp8 pure_bf16 optim \
    disable_gradient_checkpointing deepspeed deepspeed. fsdp fsdp_config. max_steps flash_attn \
    enable_liger_kernel tensor_model_parallel_size pipeline_model_parallel_size \
    expert_model_parallel_size context_parallel_size virtual_pipeline_model_parallel_size \
    sequence_parallel use_distributed_optimizer use_muon recompute_granularity \
    moe_token_dispatcher_type overlap_grad_reduce overlap_param_gather use_mca use_galore use_badam use_apollo \
    lora_rank lora_target lora_alpha lora_dropout";

/// Options that change no figure.
const IDLE: &str = "\
    trust_remote_code do_train do_eval do_predict dataset dataset_dir template \
    overwrite_cache preprocessing_num_workers output_dir overwrite_output_dir logging_steps \
    plot_loss save_only_model report_to learning_rate num_train_epochs lr_scheduler_type \
    warmup_ratio warmup_steps ddp_timeout resume_from_checkpoint val_size mask_history \
    train_on_prompt packing neat_packing max_samples weight_decay max_grad_norm seed run_name \
    pref_beta pref_loss streaming tokenized_path image_max_pixels video_max_pixels \
    freeze_vision_tower freeze_multi_modal_projector freeze_language_model rope_scaling \
    enable_thinking moe_grouped_gemm bias_activation_fusion apply_rope_fusion video_fps \
    video_maxlen use_reentrant_gc include_num_input_tokens_seen upcast_layernorm";

/// Beginnings of options that change no figure.
const PREFIXES: &[&str] = &[
    "save_",
    "eval_",
    "per_device_eval_",
    "dataloader_",
    "lr_",
    "adam_",
    "logging_",
    "swanlab_",
    "use_swanlab",
    "ddp_",
    "cache_",
];

pub(crate) fn read(mut file: Fields) -> Result<(), ImportRefusal> {
    if !file.has("finetuning_type") {
        // LoRA is the default.
        return Err(ImportRefusal::Adapter(String::from("lora")));
    }
    file.unlisted(OPTIONS.0, OPTIONS.1);
    file.model("model_name_or_path");
    file.reading.missing(MissingSetting::Cluster);
    if let Some(stage) = file
        .text("stage")
        .filter(|stage| !matches!(*stage, "pt" | "sft"))
    {
        file.reading.unfit("stage", stage);
    }
    layout(&mut file);
    file.set_or("seq", "cutoff_len", "2048");
    common::batch(&mut file, "per_device_train_batch_size", "8");
    common::dtype(&mut file, "fp32");
    common::optimizer(&mut file, "optim");
    if file.is_on("use_muon") {
        file.reading.set("opt", "use_muon", "muon");
    }
    if file.is_on("pure_bf16") {
        file.reading.set("dtype", "pure_bf16", "bf16");
        file.state_type("pure_bf16", true);
    }
    let words = [("true", "none"), ("false", "full")];
    let path = "disable_gradient_checkpointing";
    file.word("ckpt", path, &words, Some("full"));
    let words = [("full", "full"), ("selective", "sel")];
    file.word("ckpt", "recompute_granularity", &words, None);
    file.reading.plan.levers.recompute_layers = None;
    let words = [
        ("fa2", "1"),
        ("fa3", "1"),
        ("sdpa", "1"),
        ("auto", "1"),
        ("disabled", "0"),
    ];
    file.word("flash", "flash_attn", &words, None);
    if file.is_on("enable_liger_kernel") {
        file.reading.set("ce", "enable_liger_kernel", "chunked");
    }
    Ok(())
}

/// Degrees of Megatron-LM if the file has them, else sharding by DeepSpeed or FSDP.
fn layout(file: &mut Fields) {
    file.reading.start_layout();
    let is_split = file.has(
        "tensor_model_parallel_size pipeline_model_parallel_size expert_model_parallel_size \
         context_parallel_size",
    );
    if !is_split {
        file.reading.recipe(Recipe::HuggingFace);
        if !common::deepspeed(file) && !fsdp::trainer(file) {
            file.reading.plan.layout.zero = ZeroStage::Zero;
            file.note("zero", "fsdp");
        }
        return;
    }
    file.reading.recipe(Recipe::Megatron);
    for (key, path) in [
        ("tp", "tensor_model_parallel_size"),
        ("pp", "pipeline_model_parallel_size"),
        ("ep", "expert_model_parallel_size"),
        ("cp", "context_parallel_size"),
        ("vp", "virtual_pipeline_model_parallel_size"),
    ] {
        file.set_or(key, path, "1");
    }
    if file.reading.plan.layout.tensor > 1 {
        file.set_or("sp", "sequence_parallel", "0");
    }
    let words = [("true", "1"), ("false", "0")];
    file.word("zero", "use_distributed_optimizer", &words, Some("0"));
    let words = [("alltoall", "a2a"), ("allgather", "a2a")];
    file.word("disp", "moe_token_dispatcher_type", &words, None);
    if file.is_on("overlap_grad_reduce") {
        let data = WordSet::of(&[Overlap::Data]);
        file.reading
            .set_overlap("overlap_grad_reduce", data, WordSet::EMPTY);
    }
}
