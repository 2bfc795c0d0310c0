//! The batch, types, the optimizer, recompute and kernels.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/import_exports.rs`.

use super::layout::{RECOMPUTES, is_preset};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, on, switch as is_on, whole};
use crate::export::facts::Facts;
use crate::frameworks::adapters;
use crate::frameworks::setting::{
    Setting, known, number, option, read, switch, words, written as sets,
};
use crate::frameworks::trainer::common::{self, is_half, uses_deepspeed, uses_fsdp};
use crate::frameworks::trainer::objectives;
use crate::import::fields::{Fields, written};
use crate::import::imported::MissingSetting;
use crate::import::value::ParsedValue;
use cost::plan::{CrossEntropy, Dtype, Kernels, MasterWeights, Optimizer};

pub(super) const MICRO_BATCH_ROWS: &[Setting] = &[
    number("per_device_train_batch_size batch_size", "mbs")
        .usual("1")
        .unwritten(),
    sets("per_device_train_batch_size", objectives::samples).beside(),
];

pub(super) const BATCH_ROWS: &[Setting] = &[
    option(
        "gradient_accumulation_steps",
        |f| whole(f.legal.micro_batches),
        accumulation,
    ),
    number("packing_length max_length", "seq")
        .or_missing(MissingSetting::Sequence)
        .unwritten(),
    sets("max_length", |f| whole(f.legal.sequence)).beside(),
    option(
        "max_steps",
        |f| whole(f.steps()),
        |file| {
            let steps = file.whole("max_steps");
            file.reading.steps(steps, "max_steps");
        },
    ),
];

pub(super) const LEVER_ROWS: &[Setting] = &[
    option("bf16", |f| is_on(f.plan.levers.dtype == Dtype::Bf16), dtype).lacks(&[
        Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
            !matches!(
                facts.plan.levers.dtype,
                Dtype::Fp32 | Dtype::Fp16 | Dtype::Bf16
            )
        }),
        Lack::when(Aspect::Master, Fate::NoOption, |facts| {
            facts.plan.master() != MasterWeights::Fp32 && !keeps_half(facts)
        }),
        Lack::when(Aspect::Gradients, Fate::NoOption, |facts| {
            !keeps_half(facts)
        }),
        Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
            facts.plan.gathers_in_8_bits()
        }),
    ]),
    // Without both switches the type of the model's weights decides.
    sets("fp16", |f| is_on(f.plan.levers.dtype == Dtype::Fp16)).beside(),
    option("optim optimizer", common::optimizer, optimizer).lacks(&[Lack::when(
        Aspect::Optimizer,
        Fate::NoOption,
        |facts| facts.plan.levers.optimizer == Optimizer::AdamWBf16 && !keeps_half(facts),
    )]),
    // All weights, gradients and moments have the model's type. DeepSpeed, Accelerate's FSDP and PEFT
    // keep wider ones; frozen weights have the type of the products.
    option(
        "torch_dtype",
        |f| {
            let is_wide = !keeps_half(f) && !uses_deepspeed(f) && !uses_fsdp(f);
            let loaded = common::frozen_type(f).or(is_wide.then_some("float32"));
            loaded.map(OptionValue::Word)
        },
        half_state,
    ),
    words(
        "gradient_checkpointing",
        "ckpt",
        &[("true", "full"), ("false", "none")],
    )
    .usual("full")
    // FSDP recomputes its units.
    .written_by(|f| is_on(f.recomputes_layers() && !uses_fsdp(f)))
    .read_when(|file| !is_preset(file) && !file.is_on(RECOMPUTES))
    .lacks(&[
        Lack::no_option(Aspect::Selective),
        Lack::no_option(Aspect::OffloadActivations),
    ]),
    words(
        "attn_impl",
        "flash",
        &[
            ("flash_attn", "1"),
            ("flash_attention_2", "1"),
            ("flash_attention_3", "1"),
            ("flash_attention_4", "1"),
            ("sdpa", "1"),
            ("flex_attention", "1"),
            ("eager", "0"),
        ],
    )
    .usual("1"),
    words("use_liger_kernel", "ce", &[("true", "chunked")])
        .written_by(|f| on(f.plan.levers.cross_entropy == CrossEntropy::Chunked))
        .read_when(|file| file.is_on("use_liger_kernel")),
    words("torch_compile", "kern", &[("true", "compiled")])
        .written_by(|f| on(f.plan.stack.kernels == Some(Kernels::Compiled)))
        .read_when(|file| file.is_on("torch_compile"))
        .lacks(&[Lack::when(Aspect::Kernels, Fate::NoOption, |facts| {
            facts.plan.kernels() != Kernels::Compiled
        })]),
    switch("full_determinism", "det").unwritten(),
    // A head of another kind has no logits of the vocabulary.
    read("task_type", |file| match file.text("task_type") {
        Some("causal_lm") | None => {}
        Some(other) => file.reading.unfit("task_type", other),
    }),
    known(IDLE),
];

/// Options that change no figure.
const IDLE: &str = "\
    dataset val_dataset cached_dataset split_dataset_ratio streaming interleave_prob shuffle_buffer_size \
    dataset_num_proc dataset_shuffle data_seed load_from_cache_file lazy_tokenize packing padding_free \
    packing_num_proc packing_strategy strict custom_register_path custom_dataset_info external_plugins \
    columns model_name model_author model_type model_revision model_kwargs template system use_hf \
    use_chat_template agent_template loss_scale response_prefix truncation_strategy tuner_backend \
    max_pixels rope_scaling max_model_len device_map learning_rate weight_decay \
    max_grad_norm num_train_epochs max_epochs lr_scheduler_type lr_scheduler_kwargs warmup_ratio \
    warmup_steps adam_beta1 adam_beta2 adam_epsilon seed logging_steps logging_first_step logging_dir \
    logging_strategy report_to run_name output_dir add_version overwrite_output_dir save_steps \
    save_strategy save_total_limit save_only_model save_safetensors load_best_model_at_end \
    metric_for_best_model greater_is_better resume_from_checkpoint resume_only_model ignore_data_skip \
    eval_steps eval_strategy evaluation_strategy per_device_eval_batch_size eval_dataset eval_limit \
    dataloader_num_workers dataloader_pin_memory dataloader_persistent_workers \
    dataloader_prefetch_factor dataloader_drop_last train_dataloader_shuffle group_by_length \
    ddp_timeout ddp_backend ddp_find_unused_parameters gradient_checkpointing_kwargs. \
    gradient_checkpointing_kwargs neftune_noise_alpha router_aux_loss_coef swanlab_project \
    swanlab_exp_name wandb_project create_checkpoint_symlink check_model acc_strategy \
    push_to_hub hub_model_id hub_token disable_tqdm do_train do_eval predict_with_generate \
    freeze_vit freeze_aligner \
    vit_gradient_checkpointing use_flash_ckpt deepspeed_elastic";

/// True if all state has 16 bits, which without mixed precision and sharding is that of the weights.
fn keeps_half(facts: &Facts) -> bool {
    is_half(facts) && !uses_deepspeed(facts) && !uses_fsdp(facts)
}

/// Without steps of accumulation there are as many as a batch of 16 sequences takes.
fn accumulation(file: &mut Fields) {
    let path = "gradient_accumulation_steps";
    match file.first(path) {
        Some((_, ParsedValue::Whole(steps))) => file.global_batch(path, *steps),
        Some((_, ParsedValue::Open)) => file.reading.missing(MissingSetting::Auto("gbs")),
        Some((_, value)) => file.reading.unfit(path, &written(value)),
        None => {
            let plan = &file.reading.plan;
            let micro = plan.batch.micro.max(1);
            let ranks = micro.saturating_mul(plan.cluster.gpus.max(1));
            let each = micro.saturating_mul(plan.data_parallel());
            let global = each.saturating_mul(16_u64.div_ceil(ranks)).to_string();
            if file.reading.knows(&["gpus"]) {
                file.reading.default("gbs", path, &global);
            } else {
                file.reading.leave_open("gbs", Some(&global));
            }
        }
    }
}

/// The type of matrix products: by switches, else by the type of the model's weights.
fn dtype(file: &mut Fields) {
    let half = ["bf16", "fp16"];
    if let Some(name) = half.into_iter().find(|name| file.is_on(name)) {
        file.reading.set("dtype", name, name);
    } else if half.into_iter().all(|name| file.has(name)) {
        file.reading.set("dtype", "bf16", "fp32");
    } else {
        let words = [
            ("bfloat16", "bf16"),
            ("float16", "fp16"),
            // It trains by autocast.
            ("float32", "fp16"),
        ];
        file.word("dtype", "torch_dtype", &words, Some("bf16"));
    }
}

/// The optimizer: one of ms-swift's, which goes first, or one of the Trainer's.
fn optimizer(file: &mut Fields) {
    match file.text("optimizer") {
        Some("muon") => file.reading.set("opt", "optimizer", "muon"),
        Some("default") | None => common::read_optimizer(file, "optim"),
        Some(other) => file.reading.unfit("optimizer", other),
    }
}

fn half_state(file: &mut Fields) {
    let levers = file.reading.plan.levers;
    let is_wide = file.has("deepspeed fsdp")
        || adapters::is_frozen(file)
        || file.text("torch_dtype") == Some("float32");
    if is_wide || levers.dtype != Dtype::Bf16 || levers.optimizer != Optimizer::AdamW {
        return;
    }
    file.state_type("torch_dtype", true);
}
