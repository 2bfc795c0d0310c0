//! Options of ms-swift's own trainer (`swift sft`, `swift pt`): arguments of Hugging Face's Trainer
//! with other defaults, and the model by its name.
//!
//! Source of the options and their defaults: modelscope/ms-swift 4.5.2, `swift/arguments/sft_args.py`,
//! `swift/arguments/base_args/`, `swift/arguments/tuner_args.py`, `swift/trainers/arguments.py`, and for
//! the names of DeepSpeed's and FSDP's settings `swift/config/`; names before 4.0 by release 3.9.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`, `crates/formats/tests/all/import_exports.rs`.

use super::accelerate::fsdp;
use super::adapters::{self, adapts_all, has_4_bits, has_adapters};
use super::deepspeed;
use super::setting::{
    ReadStep, Section, Setting, count_read, elsewhere, known, lacks, number, option, projections,
    read, read_rows, read_steps, read_table, switch, words, written as sets,
};
use super::trainer::common::{self, LACKING, is_half, uses_deepspeed, uses_fsdp};
use super::trainer::objectives;
use crate::excerpt::excerpt;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{
    OptionValue, number as digits, on, switch as is_on, whole, word, word_if,
};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportNote, ImportRefusal, MissingSetting, SettingOrigin};
use crate::import::names::OTHER_FILES;
use crate::import::value::ParsedValue;
use cost::plan::{
    ContextKind, CrossEntropy, Dtype, Kernels, MasterWeights, Objective, Optimizer, Overlap,
    Recipe, Tuned, WordSet, ZeroStage,
};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "ms_swift.yaml",
    text: |job: &ExportInput, comments| syntax::yaml_file(&WRITTEN, job.facts, comments),
    launch: |facts| {
        let (nodes, each) = (facts.nodes().to_string(), facts.per_node().to_string());
        let is_usual = facts.plan.tuning.objective == Objective::NextToken;
        let parts = [
            "NNODES=",
            &nodes,
            " NPROC_PER_NODE=",
            &each,
            " swift ",
            if is_usual { "sft" } else { "rlhf" },
            " ms_swift.yaml",
        ];
        parts.concat()
    },
};

/// True of a document with ms-swift's option of what is trained, beside its model or a batch of the
/// Trainer, unless it is one of Megatron-SWIFT.
pub(crate) fn is_signed(value: &ParsedValue) -> bool {
    let has = |names: &str| names.split(' ').any(|name| value.at(name).is_some());
    let is_run = has(MODEL) || has("per_device_train_batch_size");
    has(TUNER) && is_run && !has("tensor_model_parallel_size")
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

projections!(TABLE, TABLE);

pub(crate) const TABLE: &[Section] = &[
    Section::of(LAYOUT_ROWS),
    Section::of(ADAPTER_ROWS),
    Section::of(&fsdp::READ_ALONE).begin(begin_fsdp),
    Section::of(MICRO_BATCH_ROWS).end(|file| objectives::pairs(file, "rlhf_type")),
    Section::of(BATCH_ROWS),
    Section::of(LEVER_ROWS),
    LACKING,
];

/// FSDP's options in place.
const PART: &[Section] = &[Section::of(&fsdp::READ_ALONE).begin(fsdp::begin)];

/// Options that name what is trained: all weights, or an adapter.
const TUNER: &str = "tuner_type train_type sft_type";
const MODEL: &str = "model model_id_or_path";
const SHARDS: &str = "fsdp fsdp. fsdp_config.";
/// Recompute by FSDP's options in place.
const RECOMPUTES: &str = "fsdp.fsdp_config.activation_checkpointing";

const LAYOUT_ROWS: &[Setting] = &[
    option(MODEL, common::model, |file| common::read_model(file, MODEL)),
    number("deepspeed_autotp_size", "tp")
        .usual("1")
        .when(|f| f.plan.layout.tensor > 1)
        .lacks(&[
            Lack::when(Aspect::Tensor, Fate::NoOption, |facts| {
                !uses_deepspeed(facts)
            }),
            Lack::in_code(Aspect::NoSequenceParallel),
            Lack::no_option(Aspect::Pipeline),
            Lack::no_option(Aspect::Expert),
        ]),
    number("sequence_parallel_size", "cp")
        .usual("1")
        .when(|f| f.plan.layout.context > 1),
    read("sequence_parallel_size", context_kind),
    option(
        "deepspeed deepspeed.",
        |f| word_if(uses_deepspeed(f), "ds_config.json"),
        deepspeed,
    ),
    number("zero_hpz_partition_size", "hsdp")
        .unwritten()
        .read_when(|file| file.whole("zero_hpz_partition_size") > Some(1)),
    read(SHARDS, elsewhere),
    // FSDP's options are a name of ms-swift's, a file, or JSON, to which it turns what stands inside.
    sets("fsdp.fsdp", |f| {
        Some(OptionValue::Text(common::strategy(f)))
    })
    .when(uses_fsdp)
    .beside(),
    sets("fsdp.fsdp_config.fsdp_version", |_| whole(2))
        .when(uses_fsdp)
        .beside(),
    sets("fsdp.fsdp_config.reshard_after_forward", |f| {
        is_on(f.plan.layout.zero == ZeroStage::Three)
    })
    .when(uses_fsdp)
    .beside(),
    sets("fsdp.fsdp_config.auto_wrap_policy", |_| {
        word("TRANSFORMER_BASED_WRAP")
    })
    .when(uses_fsdp)
    .beside(),
    sets("fsdp.fsdp_config.state_dict_type", |_| {
        word("SHARDED_STATE_DICT")
    })
    .when(uses_fsdp)
    .beside(),
    sets(RECOMPUTES, |f| is_on(f.recomputes_layers()))
        .when(uses_fsdp)
        .beside(),
    lacks(&[
        // FSDP 2 shards over all replicas.
        Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
            uses_fsdp(facts) || facts.legal.shard_group() != facts.plan.cluster.gpu.node
        }),
    ]),
];

const ADAPTER_ROWS: &[Setting] = &[
    option(
        "rlhf_type",
        |f| {
            let is_usual = f.plan.tuning.objective == Objective::NextToken;
            objectives::name(f).filter(|_| !is_usual).and_then(word)
        },
        |file| objectives::read(file, "rlhf_type"),
    )
    .lacks(&[
        Lack::when(Aspect::Objective, Fate::NoOption, |facts| {
            objectives::name(facts).is_none()
        }),
        // The functions of a reward, and with a reference model its weight (`beta`).
        Lack::when(Aspect::Objective, Fate::Yours, |facts| {
            !objectives::has_pairs(facts)
        }),
        Lack::when(Aspect::Objective, Fate::Nearest, objectives::is_computed),
    ]),
    option(
        TUNER,
        |f| word(if has_adapters(f) { "lora" } else { "full" }),
        tuned,
    )
    .lacks(&[adapters::OTHER_NAMES]),
    sets("quant_bits", |f| {
        has_4_bits(f).then_some(OptionValue::Whole(4))
    })
    .beside(),
    sets("quant_method", |f| word_if(has_4_bits(f), "bnb")).beside(),
    adapters::double_quantised("bnb_4bit_use_double_quant")
        .usual("1")
        .when(|f| has_4_bits(f) && !f.plan.tuning.double_quantised),
    sets("bnb_4bit_quant_storage", common::stored_type).beside(),
    number("lora_rank", "rank")
        .usual("8")
        .when(has_adapters)
        .read_when(adapters::is_frozen),
    option(
        "target_modules target_regex",
        |f| {
            let targets = if adapts_all(f) {
                OptionValue::Word("all-linear")
            } else {
                OptionValue::Words(adapters::module_names(f))
            };
            has_adapters(f).then_some(targets)
        },
        |file| {
            adapters::targets(file, "target_regex target_modules", adapters::all_targets());
        },
    )
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
    .when(|f| has_adapters(f) && f.plan.tuning.adapters.is_some())
    .read_when(adapters::is_frozen),
    option(
        "lora_dropout",
        |f| digits("0.0").filter(|_| has_adapters(f)),
        |file| {
            adapters::dropout(file, "lora_dropout", "0.05");
        },
    )
    .read_when(adapters::is_frozen),
    option(
        "modules_to_save",
        |f| adapters::saved_names(f).map(OptionValue::Words),
        |file| adapters::saved(file, "modules_to_save"),
    )
    .read_when(adapters::is_frozen)
    .lacks(&[Lack::when(
        Aspect::FrozenParts,
        Fate::Yours,
        adapters::freezes_more,
    )]),
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

const MICRO_BATCH_ROWS: &[Setting] = &[
    number("per_device_train_batch_size batch_size", "mbs")
        .usual("1")
        .unwritten(),
    sets("per_device_train_batch_size", objectives::samples).beside(),
];

const BATCH_ROWS: &[Setting] = &[
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

const LEVER_ROWS: &[Setting] = &[
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
    if let Some(value @ ParsedValue::Fields(_)) = file.value.at("fsdp") {
        static STEPS: [ReadStep; count_read(PART)] = read_steps(PART);
        let reading = &mut *file.reading;
        read_rows(&STEPS, &mut Fields { value, reading });
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
