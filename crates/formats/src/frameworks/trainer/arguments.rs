//! Arguments of Transformers' Trainer and of TRL, as YAML or JSON. Plans are written for TRL.
//!
//! Source of the options and their defaults: huggingface/transformers 5.24.0,
//! `src/transformers/training_args.py`; huggingface/trl 1.10.0.dev0 (commit f2cd5771, July 2026),
//! `trl/trainer/sft_config.py` and `model_config.py`; huggingface/peft 5d602fdb, `examples/sft/train.py`.

use super::common::{
    self, COMPILED, DEEPSPEED, LACKING, MICRO_BATCH, MODEL, STEPS, is_half, uses_deepspeed,
    uses_fsdp,
};
use crate::excerpt::excerpt;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, number as digits, on, switch, word};
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::frameworks::accelerate::fsdp;
use crate::frameworks::adapters::{self, adapts_all, has_4_bits, has_adapters};
use crate::frameworks::setting::{
    Section, elsewhere, known, lacks, number, option, projections, read, read_table, switch_to,
    written as sets,
};
use crate::import::fields::Fields;
use crate::import::imported::{ImportNote, ImportRefusal, MissingSetting};
use cost::plan::{AdapterType, Dtype, Kernels, MasterWeights, Objective, Recipe, Tuned, ZeroStage};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "trl.yaml",
    text: |job: &ExportInput, comments| syntax::yaml_file(&WRITTEN, job.facts, comments),
    launch: |facts| {
        let (nodes, all) = (
            facts.nodes().to_string(),
            facts.plan.cluster.gpus.to_string(),
        );
        let parts = [
            "trl sft --config trl.yaml --num_machines ",
            &nodes,
            " --num_processes ",
            &all,
        ];
        parts.concat()
    },
};

/// Fields that distinguish the Trainer's arguments from other documents.
pub(crate) const SIGNS: &[&str] = &[
    "per_device_train_batch_size",
    "model_name_or_path",
    "gradient_checkpointing",
    "output_dir",
];

/// Reads a file.
///
/// # Errors
/// If it trains a part of the weights, or an adapter that is none of LoRA.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    match file.text(METHOD).unwrap_or("full") {
        "full" | "lora" | "qlora" | "none" => {}
        other => return Err(ImportRefusal::Adapter(excerpt(other))),
    }
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    read_table(&READ, &mut file);
    Ok(())
}

projections!(TABLE, TABLE);

pub(crate) const TABLE: &[Section] = &[
    MODEL,
    ADAPTERS,
    SHARDING,
    Section::of(&fsdp::READ_ALONE).begin(common::begin_fsdp),
    BATCH,
    STEPS,
    LEVERS,
    OTHERS,
    LACKING,
];

/// An option of programs that train by the Trainer.
const METHOD: &str = "finetuning_type";

const ADAPTERS: Section = Section::of(&[
    option(ASKED, |f| on(has_adapters(f)), tuned).lacks(&[
        adapters::OTHER_NAMES,
        // PEFT keeps adapters in fp32 (`autocast_adapter_dtype`).
        Lack::when(Aspect::Adapters, Fate::Nearest, |facts| {
            facts.plan.adapter_type() != AdapterType::Fp32
        }),
    ]),
    read(METHOD, elsewhere),
    option(OF_4_BITS, |f| on(has_4_bits(f)), elsewhere),
    adapters::double_quantised("use_bnb_nested_quant use_nested_quant bnb_4bit_use_double_quant")
        .usual("0")
        .when(|f| has_4_bits(f) && f.plan.tuning.double_quantised),
    sets("bnb_4bit_quant_storage", common::stored_type).beside(),
    number("lora_r", "rank")
        .follows(|file| String::from(if is_of_peft(file) { "64" } else { "16" }))
        .when(has_adapters)
        .read_when(adapters::is_frozen),
    option(
        "lora_target_modules",
        |f| {
            let targets = if adapts_all(f) {
                OptionValue::Word("all-linear")
            } else {
                OptionValue::Words(adapters::module_names(f))
            };
            has_adapters(f).then_some(targets)
        },
        targets,
    )
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
        "lora_modules_to_save",
        |f| adapters::saved_names(f).map(OptionValue::Words),
        |file| adapters::saved(file, "lora_modules_to_save"),
    )
    .read_when(adapters::is_frozen)
    .lacks(&[Lack::when(
        Aspect::FrozenParts,
        Fate::Yours,
        adapters::freezes_more,
    )]),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)).read_when(adapters::is_frozen),
    // A head of another kind has no logits of the vocabulary.
    read("lora_task_type", |file| {
        if let Some(task) = file
            .text("lora_task_type")
            .filter(|task| *task != "CAUSAL_LM")
        {
            file.reading.unfit("lora_task_type", task);
        }
    })
    .read_when(adapters::is_frozen),
    // Options of adapters that change no figure.
    known(
        "lora_alpha use_rslora bnb_4bit_quant_type bnb_4bit_quant_storage bnb_4bit_compute_dtype \
         bnb_4bit_quant_storage_dtype",
    )
    .beside(),
]);

/// Options that ask for adapters: of TRL, and of PEFT's own program (`examples/sft/train.py`).
const ASKED: &str = "use_peft use_peft_lora";
/// Options of frozen weights of 4 bits.
const OF_4_BITS: &str = "load_in_4bit use_4bit_quantization";
/// Options of frozen weights of 8 bits.
const OF_8_BITS: &str = "load_in_8bit use_8bit_quantization";

/// Options of adapters that no plan has.
const UNPLANNED: &str = "\
    load_in_8bit use_8bit_quantization use_dora lora_target_parameters";

/// True of options of PEFT's own program, which has other defaults.
fn is_of_peft(file: &Fields) -> bool {
    file.has("use_peft_lora")
}

fn targets(file: &mut Fields) {
    let usual = if is_of_peft(file) {
        adapters::all_targets()
    } else {
        adapters::peft_targets(&file.reading.plan.model)
    };
    adapters::targets(file, "lora_target_modules", usual);
}

/// Adapters, if an option asks for them. Weights of 4 or 8 bits are never trained.
fn tuned(file: &mut Fields) {
    if file.is_on(OF_4_BITS) {
        return adapters::tuned(file, OF_4_BITS, Tuned::Qlora);
    }
    let options = [ASKED, OF_8_BITS];
    let option = options.into_iter().find(|option| file.is_on(option));
    match (option, file.text(METHOD)) {
        (_, Some("qlora")) => adapters::tuned(file, METHOD, Tuned::Qlora),
        (None, Some("lora")) => adapters::tuned(file, METHOD, Tuned::Lora),
        (Some(option), _) => adapters::tuned(file, option, Tuned::Lora),
        (None, _) => {
            if file.has("lora_r") {
                file.reading.remark(ImportNote::Alone {
                    option: String::from("lora_r"),
                    other: String::from("use_peft"),
                });
            }
            return adapters::tuned(file, ASKED, Tuned::All);
        }
    }
    adapters::stored(file, "model_name_or_path");
    // TRL loads weights in fp32 unless an option says else; those of a plan have the type of the
    // products.
    let dtype = file.text(LOADED).unwrap_or("float32");
    if !adapters::is_quantised(file) && dtype == "float32" && file.is_on("use_peft") {
        adapters::nearest(file, "dtype", dtype);
    }
}

/// Options of the type in which weights are loaded.
const LOADED: &str = "dtype torch_dtype model_init_kwargs.dtype model_init_kwargs.torch_dtype";

const BATCH: Section = Section::of(&[
    number(
        "max_length max_seq_length block_size model_max_length",
        "seq",
    )
    .or_missing(MissingSetting::Sequence),
    MICRO_BATCH,
]);

/// `DeepSpeed`, by its file, or FSDP, by the Trainer's words.
const SHARDING: Section = Section::of(&[
    DEEPSPEED,
    sets("fsdp", |f| Some(OptionValue::Text(common::strategy(f))))
        .when(uses_fsdp)
        .beside()
        .lacks(&[
            // FSDP shards inside a node.
            Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
                facts.legal.shard_group() != facts.plan.cluster.gpu.node
            }),
            Lack::when(Aspect::Zero, Fate::Refused, |facts| {
                let is_whole = facts.plan.layout.zero == ZeroStage::Three;
                is_half(facts) && uses_deepspeed(facts) && is_whole
            }),
        ]),
    known("deepspeed. fsdp_config.").beside(),
]);

const LEVERS: Section = Section::of(&[
    // On by default in TRL.
    option(
        "bf16 fp16",
        |f| switch(!is_wide(f.plan.levers.dtype) && !is_half(f)),
        |file| {
            common::dtype(file, if is_trl(file) { "bf16" } else { "fp32" });
        },
    )
    .lacks(&[
        Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
            !matches!(
                facts.plan.levers.dtype,
                Dtype::Fp32 | Dtype::Fp16 | Dtype::Bf16
            )
        }),
        Lack::when(Aspect::Master, Fate::NoOption, |facts| {
            facts.plan.master() != MasterWeights::Fp32 && !is_half(facts)
        }),
        Lack::when(Aspect::Gradients, Fate::NoOption, |facts| !is_half(facts)),
    ]),
    sets("fp16", |f| on(f.plan.levers.dtype == Dtype::Fp16)).beside(),
    option("optim", common::optimizer, |file| {
        common::read_optimizer(file, "optim");
    }),
    // Without mixed precision products have the type of the weights, and frozen weights have that of
    // the products. Others are loaded in 32 bits.
    option(
        "dtype torch_dtype model_init_kwargs.",
        |f| {
            let frozen = common::frozen_type(f).filter(|name| *name != "float32");
            let loaded = is_half(f).then_some("bfloat16").or(frozen);
            loaded.map(OptionValue::Word)
        },
        |file| {
            let path = "dtype torch_dtype model_init_kwargs.";
            let loaded = file.text(LOADED);
            if loaded == Some("bfloat16") && file.has("bf16") && !file.is_on("bf16 fp16") {
                file.reading.set("dtype", path, "bf16");
            }
            // DeepSpeed's engine keeps weights in 32 bit beside those of any type, and PEFT adapters.
            let is_wide = file.has("deepspeed") || adapters::is_frozen(file);
            if loaded == Some("bfloat16") && !is_wide {
                file.state_type(path, true);
            }
        },
    ),
    option(
        "gradient_checkpointing",
        |f| switch(f.recomputes_layers()),
        |file| {
            if !fsdp::recomputes(file) {
                common::recompute(file, if is_trl(file) { "full" } else { "none" });
            }
        },
    )
    .lacks(&[
        Lack::no_option(Aspect::Selective),
        Lack::no_option(Aspect::OffloadActivations),
    ]),
    option(
        "attn_implementation",
        |f| {
            word(if f.plan.levers.flash {
                "flash_attention_2"
            } else {
                "eager"
            })
        },
        common::attention,
    ),
    switch_to("use_liger_kernel", "ce", "chunked"),
    COMPILED.lacks(&[Lack::when(Aspect::Kernels, Fate::NoOption, |facts| {
        facts.plan.kernels() != Kernels::Compiled
    })]),
    // Options of files in place.
    known("parallelism_config.").beside(),
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

/// Parts of a plan for which TRL's file has no option. The loss is that of its program: `trl dpo` and
/// `trl grpo` read files of other fields.
const OTHERS: Section = Section::of(&[lacks(&[
    Lack::no_option(Aspect::Tensor),
    Lack::no_option(Aspect::Pipeline),
    Lack::no_option(Aspect::Context),
    Lack::no_option(Aspect::Expert),
    Lack::when(Aspect::Objective, Fate::NoOption, |facts| {
        facts.plan.tuning.objective != Objective::NextToken
    }),
    Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
        facts.plan.gathers_in_8_bits()
    }),
])]);

/// True of types of products that need no mixed precision in 16 bits.
const fn is_wide(dtype: Dtype) -> bool {
    matches!(dtype, Dtype::Fp32 | Dtype::Fp16)
}

/// True of a file of TRL, which has other defaults.
fn is_trl(file: &Fields) -> bool {
    file.has("max_length max_seq_length packing dataset_text_field use_peft")
}
