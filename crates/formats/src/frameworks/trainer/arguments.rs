//! Arguments of Transformers' Trainer and of TRL, as YAML or JSON. No plan is written for them.
//!
//! Source of the options and their defaults: huggingface/transformers 5.24.0,
//! `src/transformers/training_args.py`; huggingface/trl, `trl/trainer/sft_config.py` and
//! `model_config.py`.

use super::common::{self, COMPILED, DEEPSPEED, MICRO_BATCH, MODEL, STEPS};
use crate::frameworks::accelerate::fsdp;
use crate::frameworks::setting::{
    Section, known, number, read, read_projection, read_table, switch_to,
};
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use cost::plan::Recipe;

/// Fields that distinguish the Trainer's arguments from other documents.
pub(crate) const SIGNS: &[&str] = &[
    "per_device_train_batch_size",
    "model_name_or_path",
    "gradient_checkpointing",
    "output_dir",
];

/// Reads a file.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    read_table(&READ, &mut file);
}

read_projection!(TABLE);

const TABLE: &[Section] = &[
    MODEL,
    Section::of(&[DEEPSPEED.unwritten()]),
    Section::of(&fsdp::READ_ALONE).begin(common::begin_fsdp),
    BATCH,
    STEPS,
    LEVERS,
];

const BATCH: Section = Section::of(&[
    number(
        "max_length max_seq_length block_size model_max_length",
        "seq",
    )
    .or_missing(MissingSetting::Sequence)
    .unwritten(),
    MICRO_BATCH.unwritten(),
]);

const LEVERS: Section = Section::of(&[
    read("bf16 fp16", |file| {
        common::dtype(file, if is_trl(file) { "bf16" } else { "fp32" });
    }),
    read("optim", |file| common::read_optimizer(file, "optim")),
    read("dtype torch_dtype model_init_kwargs.", |file| {
        let loaded =
            file.text("dtype torch_dtype model_init_kwargs.dtype model_init_kwargs.torch_dtype");
        // DeepSpeed's engine keeps weights in 32 bit beside those of any type.
        if loaded == Some("bfloat16") && !file.has("deepspeed") {
            file.state_type("dtype torch_dtype model_init_kwargs.", true);
        }
    }),
    read("gradient_checkpointing", |file| {
        if !fsdp::recomputes(file) {
            common::recompute(file, if is_trl(file) { "full" } else { "none" });
        }
    }),
    read("attn_implementation", common::attention),
    switch_to("use_liger_kernel", "ce", "chunked").unwritten(),
    COMPILED.unwritten(),
    // Options of adapters, which are refused, and of files in place.
    known(
        "use_peft lora_r lora_alpha load_in_4bit load_in_8bit finetuning_type lora_target_modules \
         lora_dropout parallelism_config. fsdp fsdp_config. deepspeed.",
    )
    .beside(),
    // Options that change no figure.
    known(
        "output_dir overwrite_output_dir do_train do_eval do_predict num_train_epochs \
         learning_rate weight_decay max_grad_norm seed data_seed run_name report_to tf32 packing \
         remove_unused_columns gradient_checkpointing_kwargs. optim_args label_names \
         resume_from_checkpoint config_name tokenizer_name trust_remote_code model_revision \
         group_by_length length_column_name include_tokens_per_second \
         include_num_input_tokens_seen use_cpu disable_tqdm completion_only_loss \
         assistant_only_loss chat_template chat_template_path neftune_noise_alpha fp16_opt_level \
         torch_empty_cache_steps metric_for_best_model greater_is_better train_on_inputs \
         preprocessing_num_workers streaming max_train_samples max_eval_samples adam_* lr_* \
         warmup_* logging_* save_* eval_* per_device_eval_* dataloader_* dataset_* hub_* \
         push_to_hub* ddp_* log_* train_* validation_* wandb_* load_best_*",
    ),
]);

/// True of a file of TRL, which has other defaults.
fn is_trl(file: &Fields) -> bool {
    file.has("max_length max_seq_length packing dataset_text_field use_peft")
}
