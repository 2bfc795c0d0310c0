//! Arguments of Transformers' Trainer and of TRL, as YAML or JSON.
//!
//! Source of the options and their defaults: huggingface/transformers 5.24.0,
//! `src/transformers/training_args.py`; huggingface/trl, `trl/trainer/sft_config.py` and
//! `model_config.py`.

use super::common;
use crate::frameworks::accelerate::fsdp;
use crate::import::fields::Fields;
use crate::import::imported::{ImportRefusal, MissingSetting};
use cost::plan::{Recipe, ZeroStage};

/// Fields that distinguish the Trainer's arguments from other documents.
pub(crate) const SIGNS: &[&str] = &[
    "per_device_train_batch_size",
    "model_name_or_path",
    "gradient_checkpointing",
    "output_dir",
];

/// Options of the format: lists, and beginnings of names.
pub(crate) const OPTIONS: (&[&str], &[&str]) = (&[READ, IDLE], PREFIXES);

/// Options that are read.
const READ: &str = "\
    model_name_or_path per_device_train_batch_size gradient_accumulation_steps bf16 fp16 optim \
    gradient_checkpointing fsdp fsdp_config. deepspeed deepspeed. max_steps max_length \
    max_seq_length model_max_length use_peft lora_r lora_alpha load_in_4bit load_in_8bit use_liger_kernel \
    torch_compile attn_implementation dtype torch_dtype finetuning_type lora_target_modules \
    lora_dropout model_init_kwargs. parallelism_config.";

/// Options that change no figure.
const IDLE: &str = "\
    output_dir overwrite_output_dir do_train do_eval do_predict num_train_epochs learning_rate \
    weight_decay max_grad_norm seed data_seed run_name report_to tf32 packing remove_unused_columns \
    gradient_checkpointing_kwargs. optim_args label_names resume_from_checkpoint config_name \
    tokenizer_name trust_remote_code model_revision group_by_length length_column_name \
    include_tokens_per_second include_num_input_tokens_seen use_cpu disable_tqdm \
    completion_only_loss assistant_only_loss chat_template chat_template_path neftune_noise_alpha \
    fp16_opt_level torch_empty_cache_steps metric_for_best_model greater_is_better \
    train_on_inputs preprocessing_num_workers streaming validation_split_percentage \
    max_train_samples max_eval_samples block_size";

/// Beginnings of options that change no figure.
const PREFIXES: &[&str] = &[
    "adam_",
    "lr_",
    "warmup_",
    "logging_",
    "save_",
    "eval_",
    "per_device_eval_",
    "dataloader_",
    "dataset_",
    "hub_",
    "push_to_hub",
    "ddp_",
    "log_",
    "train_",
    "validation_",
    "wandb_",
    "load_best_",
];

pub(crate) fn read(mut file: Fields) -> Result<(), ImportRefusal> {
    file.unlisted(OPTIONS.0, OPTIONS.1);
    let is_trl = file.has("max_length max_seq_length packing dataset_text_field use_peft");
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    file.model("model_name_or_path");
    file.reading.missing(MissingSetting::Cluster);
    let is_deepspeed = common::deepspeed(&mut file);
    if !is_deepspeed && !fsdp::trainer(&mut file) {
        file.reading.plan.layout.zero = ZeroStage::Zero;
        file.note("zero", "fsdp");
    }
    if file
        .set(
            "seq",
            "max_length max_seq_length block_size model_max_length",
        )
        .is_none()
    {
        file.reading.missing(MissingSetting::Sequence);
    }
    common::batch(&mut file, "per_device_train_batch_size", "8");
    common::dtype(&mut file, if is_trl { "bf16" } else { "fp32" });
    common::optimizer(&mut file, "optim");
    let loaded =
        file.text("dtype torch_dtype model_init_kwargs.dtype model_init_kwargs.torch_dtype");
    // DeepSpeed's engine keeps weights in 32 bit beside those of any type.
    if loaded == Some("bfloat16") && !is_deepspeed {
        file.state_type(
            "dtype torch_dtype model_init_kwargs.dtype model_init_kwargs.torch_dtype",
            true,
        );
    }
    let has_fsdp = file
        .is_on("fsdp_config.activation_checkpointing fsdp_config.fsdp_activation_checkpointing");
    if !has_fsdp {
        let default = if is_trl { "full" } else { "none" };
        common::recompute(&mut file, "gradient_checkpointing", default);
    }
    kernels(&mut file);
    Ok(())
}

/// Kernels of attention, loss and elementwise operations.
fn kernels(file: &mut Fields) {
    common::attention(file);
    if file.is_on("use_liger_kernel") {
        file.reading.set("ce", "use_liger_kernel", "chunked");
    }
    if file.is_on("torch_compile") {
        file.reading.set("kern", "torch_compile", "compiled");
    }
}
