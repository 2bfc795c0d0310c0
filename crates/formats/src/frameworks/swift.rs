//! Options of ms-swift's own trainer (`swift sft`, `swift pt`): arguments of Hugging Face's Trainer
//! with other defaults, and the model by its name. No plan is written for it.
//!
//! Source of the options and their defaults: modelscope/ms-swift 4.5.2, `swift/arguments/sft_args.py`,
//! `swift/arguments/base_args/`, `swift/arguments/tuner_args.py`, `swift/trainers/arguments.py`, and for
//! the names of DeepSpeed's and FSDP's settings `swift/config/`; names before 4.0 by release 3.9.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`.

use super::accelerate::fsdp;
use super::adapters;
use super::deepspeed;
use super::setting::{
    Section, Setting, elsewhere, known, number, read, read_projection, read_table, switch, words,
};
use super::trainer::{common, objectives};
use crate::excerpt::excerpt;
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportNote, ImportRefusal, MissingSetting, SettingOrigin};
use crate::import::names::OTHER_FILES;
use crate::import::value::ParsedValue;
use cost::plan::{ContextKind, Dtype, Optimizer, Overlap, Recipe, Tuned, WordSet, ZeroStage};

/// True of a document with ms-swift's option of what is trained, unless it is one of Megatron-SWIFT.
pub(crate) fn is_signed(value: &ParsedValue) -> bool {
    let has = |names: &str| names.split(' ').any(|name| value.at(name).is_some());
    has(TUNER) && has(MODEL) && !has("tensor_model_parallel_size")
}

/// Reads the options of a command or a file.
///
/// # Errors
/// If an adapter is trained that is none of LoRA, or all weights of fewer bits.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    match file.text(TUNER).unwrap_or("lora") {
        "lora" => {}
        "full" => {
            if let Some((path, _)) = file.first("quant_bits quant_method") {
                return Err(ImportRefusal::Adapter(path.to_owned()));
            }
        }
        other => return Err(ImportRefusal::Adapter(excerpt(other))),
    }
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    file.reading.missing(MissingSetting::Cluster);
    read_table(&READ, &mut file);
    Ok(())
}

read_projection!(TABLE);

const TABLE: &[Section] = &[
    Section::of(LAYOUT_ROWS),
    Section::of(ADAPTER_ROWS),
    Section::of(&fsdp::READ_ALONE).begin(begin_fsdp),
    Section::of(MICRO_BATCH_ROWS).end(|file| objectives::pairs(file, "rlhf_type")),
    Section::of(BATCH_ROWS),
    Section::of(LEVER_ROWS),
];

/// Options that name what is trained: all weights, or an adapter.
const TUNER: &str = "tuner_type train_type sft_type";
const MODEL: &str = "model model_id_or_path";
const SHARDS: &str = "fsdp fsdp_config.";

const LAYOUT_ROWS: &[Setting] = &[
    read(MODEL, |file| common::read_model(file, MODEL)),
    number("deepspeed_autotp_size", "tp").usual("1"),
    number("sequence_parallel_size", "cp").usual("1"),
    read("sequence_parallel_size", context_kind),
    read("deepspeed deepspeed.", deepspeed),
    number("zero_hpz_partition_size", "hsdp")
        .read_when(|file| file.whole("zero_hpz_partition_size") > Some(1)),
    read(SHARDS, elsewhere),
];

const ADAPTER_ROWS: &[Setting] = &[
    read("rlhf_type", |file| objectives::read(file, "rlhf_type")),
    read(TUNER, tuned),
    known("quant_bits quant_method").beside(),
    adapters::double_quantised("bnb_4bit_use_double_quant").usual("1"),
    number("lora_rank", "rank")
        .usual("8")
        .read_when(adapters::is_frozen),
    read("target_regex target_modules", |file| {
        adapters::targets(file, "target_regex target_modules", adapters::all_targets());
    })
    .read_when(adapters::is_frozen),
    words(
        "lora_dtype",
        "adtype",
        &[
            ("float32", "fp32"),
            ("bfloat16", "half"),
            ("float16", "half"),
        ],
    )
    .read_when(adapters::is_frozen),
    read("lora_dropout", |file| {
        adapters::dropout(file, "lora_dropout", "0.05");
    })
    .read_when(adapters::is_frozen),
    read("modules_to_save", |file| {
        adapters::saved(file, "modules_to_save");
    })
    .read_when(adapters::is_frozen),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)).read_when(adapters::is_frozen),
    // Options of adapters that change no figure.
    known(
        "lora_alpha lorap_lr_ratio use_rslora init_weights lora_ga_* bnb_4bit_quant_type \
         bnb_4bit_compute_dtype bnb_4bit_quant_storage hqq_axis adapters",
    ),
];

/// Options of adapters that no plan has.
const UNPLANNED: &str = "use_dora lora_bias target_parameters freeze_llm";

/// Adapters beside weights of 4 bits of bitsandbytes, or of the model's type.
fn tuned(file: &mut Fields) {
    if file.text(TUNER) == Some("full") {
        return adapters::tuned(file, TUNER, Tuned::All);
    }
    let path = "quant_bits";
    let method = file.text("quant_method").unwrap_or_default();
    match (file.written(path).as_deref(), method) {
        (Some("4"), "bnb") => return adapters::tuned(file, path, Tuned::Qlora),
        (Some(bits), "bnb") => file.reading.unfit(path, bits),
        (_, "") => {}
        (_, other) => file.reading.unfit("quant_method", other),
    }
    adapters::tuned(file, TUNER, Tuned::Lora);
    adapters::stored(file, MODEL);
}

const MICRO_BATCH_ROWS: &[Setting] =
    &[number("per_device_train_batch_size batch_size", "mbs").usual("1")];

const BATCH_ROWS: &[Setting] = &[
    read("gradient_accumulation_steps", accumulation),
    number("packing_length max_length", "seq").or_missing(MissingSetting::Sequence),
    read("max_steps", |file| {
        let steps = file.whole("max_steps");
        file.reading.steps(steps, "max_steps");
    }),
];

const LEVER_ROWS: &[Setting] = &[
    read("bf16 fp16 torch_dtype", dtype),
    read("optim optimizer", optimizer),
    // All weights, gradients and moments have the model's type. DeepSpeed, Accelerate's FSDP and PEFT
    // keep wider ones.
    read("torch_dtype", half_state),
    words(
        "gradient_checkpointing",
        "ckpt",
        &[("true", "full"), ("false", "none")],
    )
    .usual("full")
    .read_when(|file| !is_preset(file)),
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
        .read_when(|file| file.is_on("use_liger_kernel")),
    words("torch_compile", "kern", &[("true", "compiled")])
        .read_when(|file| file.is_on("torch_compile")),
    switch("full_determinism", "det"),
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

/// Pieces of a sequence exchange heads as far as they divide the heads, the rest goes round a ring.
fn context_kind(file: &mut Fields) {
    let (path, plan) = ("sequence_parallel_size", &mut file.reading.plan);
    let context = plan.layout.context;
    if context == 1 {
        return;
    }
    let divides = plan.model.heads.is_multiple_of(context);
    plan.layout.context_kind = ContextKind::AllToAll;
    file.reading.note("cpkind", path, SettingOrigin::Read);
    if !divides {
        file.reading.remark(ImportNote::Nearest {
            option: path.to_owned(),
            value: context.to_string(),
        });
    }
}

/// DeepSpeed's options, by the name of one of ms-swift's files, in place, or in another file.
fn deepspeed(file: &mut Fields) {
    let path = OTHER_FILES[0];
    let Some(value) = file.value.at(path) else {
        return;
    };
    file.reading.recipe(Recipe::HuggingFaceDeepSpeed);
    let Some(name) = value.text() else {
        if let ParsedValue::Fields(_) = value {
            deepspeed::read_part(value, file.reading);
        } else {
            file.reading.missing(MissingSetting::OtherFile(path));
        }
        return;
    };
    let (stage, offload) = match name {
        "zero0" | "zero1" | "zero2" | "zero3" => (&name[4..], "none"),
        // The name before 2.4.
        "default-zero2" => ("2", "none"),
        "default-zero3" => ("3", "none"),
        "zero2_offload" => ("2", "opt"),
        "zero3_offload" => ("3", "opt,params"),
        _ => return file.reading.missing(MissingSetting::OtherFile(path)),
    };
    file.reading.set("zero", path, stage);
    file.reading.set("off", path, offload);
    let data = WordSet::of(&[Overlap::Data]);
    file.reading.set_overlap(path, WordSet::EMPTY, data);
}

/// True if FSDP's settings are those that ms-swift names, which recompute every layer.
fn is_preset(file: &Fields) -> bool {
    file.text("fsdp") == Some("fsdp2")
}

/// Begins FSDP's options, unless they are those of a name; without it and DeepSpeed nothing is sharded.
fn begin_fsdp(file: &mut Fields) -> bool {
    if is_preset(file) {
        file.reading.set("zero", "fsdp", "3");
        file.reading.set("ckpt", "fsdp", "full");
        return false;
    }
    let is_there = fsdp::begin(file);
    if !is_there && !file.has(OTHER_FILES[0]) {
        file.reading.plan.layout.zero = ZeroStage::Zero;
        file.note("zero", "deepspeed");
    }
    is_there
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
