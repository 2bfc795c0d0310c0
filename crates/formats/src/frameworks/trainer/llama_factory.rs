//! LLaMA-Factory's YAML.
//!
//! Source of every option, of its default and of what it cannot run: hiyouga/LLaMA-Factory at
//! commit ff6d4d12 (August 2026), `src/llamafactory/hparams/`: `model_args.py`, `data_args.py`,
//! `finetuning_args.py`, `training_args.py`, `megatron_bridge_args.py` and `parser.py`, and
//! `src/llamafactory/model/adapter.py`; huggingface/transformers, `training_args.py`.

use super::common::{
    self, DEEPSPEED, LACKING, MICRO_BATCH, MODEL, STEPS, TYPES, is_half, uses_deepspeed, uses_fsdp,
};
use super::objectives;
use crate::excerpt::excerpt;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, on, switch as is_on, word};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::frameworks::accelerate::fsdp;
use crate::frameworks::adapters::{self, adapts_all, has_4_bits, has_adapters};
use crate::frameworks::setting::{
    Section, known, number, option, projections, read, read_table, switch, switch_to, words,
    written as sets,
};
use crate::import::fields::Fields;
use crate::import::imported::ImportRefusal;
use cost::plan::{
    AdapterType, Dispatcher, Dtype, Objective, Optimizer, Overlap, Recipe, Tuned, WordSet,
    ZeroStage,
};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "llama_factory.yaml",
    text: |job: &ExportInput, comments| syntax::yaml_file(&WRITTEN, job.facts, comments),
    launch: |facts| {
        let (nodes, each) = (facts.nodes().to_string(), facts.per_node().to_string());
        let parts = [
            if is_split(facts) {
                "USE_MEGATRON_BRIDGE=1 "
            } else {
                ""
            },
            "FORCE_TORCHRUN=1 NNODES=",
            &nodes,
            " NPROC_PER_NODE=",
            &each,
            " llamafactory-cli train llama_factory.yaml",
        ];
        parts.concat()
    },
};

/// Fields that distinguish LLaMA-Factory's files from other documents.
pub(crate) const SIGNS: &[&str] = &["finetuning_type", "cutoff_len"];

/// Reads a file.
///
/// # Errors
/// If the file trains an adapter that is none of LoRA, a part of the weights, or all weights of fewer
/// bits.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    match file.text(METHOD).unwrap_or("lora") {
        "lora" => {}
        "full" | FREEZE if file.has("quantization_bit") => {
            return Err(ImportRefusal::Adapter(String::from("quantization_bit")));
        }
        "full" | FREEZE => {}
        other => return Err(ImportRefusal::Adapter(excerpt(other))),
    }
    file.reading.recipe(if has_degrees(&file) {
        Recipe::Megatron
    } else {
        Recipe::HuggingFace
    });
    file.reading.start_layout();
    read_table(&READ, &mut file);
    Ok(())
}

projections!(TABLE, READ_ORDER);

pub(crate) const TABLE: &[Section] = &[
    MODEL, STAGE, ADAPTERS, BATCH, STEPS, TYPES, OPTIMIZER, SHARDING, FSDP, SPLIT, RECOMPUTE,
    LEVERS, REST, LACKING,
];

/// The batch follows from the degrees, and the granularity overrules the switch of recompute.
const READ_ORDER: &[Section] = &[
    MODEL, STAGE, ADAPTERS, SHARDING, FSDP, SPLIT, BATCH, STEPS, TYPES, OPTIMIZER, LEVERS,
    RECOMPUTE, REST, LACKING,
];

const STAGE: Section = Section::of(&[
    option(
        "stage",
        |f| word(stage(f)),
        |file| objectives::read(file, "stage"),
    )
    .lacks(&[
        Lack::when(Aspect::Objective, Fate::NoOption, |facts| {
            !objectives::has_pairs(facts)
        }),
        Lack::when(Aspect::Objective, Fate::Nearest, objectives::is_computed),
        // `hparams/parser.py`: "Megatron Bridge only supports the `pt` and `sft` stages".
        Lack::when(Aspect::Objective, Fate::Refused, is_split),
    ]),
    option(
        "pref_loss",
        |f| {
            objectives::name(f)
                .filter(|name| is_alone(name))
                .and_then(word)
        },
        |file| {
            let has_pairs = file.reading.plan.tuning.objective == Objective::Preference;
            if has_pairs && file.text("pref_loss").is_some_and(is_alone) {
                file.reading.set("refmodel", "pref_loss", "none");
            }
        },
    ),
    sets("do_train", |_| is_on(true)),
]);

/// The stage of a plan's loss. That of pre-training packs all samples and refuses `neat_packing`
/// (`hparams/parser.py`).
fn stage(facts: &Facts) -> &'static str {
    if objectives::has_pairs(facts) {
        "dpo"
    } else if facts.plan.has_short_samples() {
        "sft"
    } else {
        "pt"
    }
}

/// True of a loss of preferences without a reference model (`use_ref_model`).
fn is_alone(loss: &str) -> bool {
    matches!(loss, "orpo" | "simpo")
}

const METHOD: &str = "finetuning_type";
/// The method that trains some layers in full.
const FREEZE: &str = "freeze";

fn freezes(file: &Fields) -> bool {
    file.text(METHOD) == Some(FREEZE)
}

const ADAPTERS: Section = Section::of(&[
    option(
        METHOD,
        |f| word(if has_adapters(f) { "lora" } else { "full" }),
        tuned,
    )
    .lacks(&[
        adapters::OTHER_NAMES,
        adapters::NO_KERNELS,
        Lack::when(Aspect::Adapters, Fate::Nearest, |facts| {
            facts.plan.adapter_type() != file_type(facts)
        }),
        Lack::when(Aspect::Adapters, Fate::Refused, |facts| {
            is_split(facts) && has_4_bits(facts)
        }),
    ]),
    sets("quantization_bit", |f| {
        has_4_bits(f).then_some(OptionValue::Whole(4))
    })
    .beside(),
    adapters::double_quantised("double_quantization")
        .usual("1")
        .when(|f| has_4_bits(f) && !f.plan.tuning.double_quantised),
    number("lora_rank", "rank")
        .usual("8")
        .when(has_adapters)
        .read_when(adapters::is_frozen),
    option(
        "lora_target",
        |f| {
            let names = || adapters::module_names(f).join(",");
            let names = if adapts_all(f) {
                String::from("all")
            } else {
                names()
            };
            has_adapters(f).then_some(OptionValue::Text(names))
        },
        |file| adapters::targets(file, "lora_target", adapters::all_targets()),
    )
    .read_when(adapters::is_frozen),
    read("freeze_trainable_layers", trained_layers).read_when(freezes),
    read("freeze_trainable_modules", |file| {
        let path = "freeze_trainable_modules";
        match file.written(path) {
            Some(modules) if modules != "all" => file.reading.unfit(path, &modules),
            _ => {}
        }
    })
    .read_when(freezes),
    read("freeze_extra_modules", |file| {
        file.reading.plan.tuning.ends = Some(WordSet::EMPTY);
        file.note("trainends", METHOD);
        adapters::saved(file, "freeze_extra_modules");
    })
    .read_when(freezes),
    read("lora_dropout", |file| {
        adapters::dropout(file, "lora_dropout", "0");
    })
    .read_when(adapters::is_frozen),
    option(
        "additional_target",
        |f| adapters::saved_names(f).map(|names| OptionValue::Text(names.join(","))),
        |file| adapters::saved(file, "additional_target"),
    )
    .read_when(adapters::is_frozen)
    .lacks(&[Lack::when(
        Aspect::FrozenParts,
        Fate::Yours,
        adapters::freezes_more,
    )]),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)).read_when(adapters::is_frozen),
    known("quantization_method").beside(),
    // Options of adapters that change no figure.
    known(
        "lora_alpha loraplus_lr_ratio loraplus_lr_embedding use_rslora pissa_init pissa_iter \
         pissa_convert create_new_adapter adapter_name_or_path adapter_folder quantization_type \
         quantization_device_map",
    )
    .beside(),
]);

/// The type of adapters: fp32 whatever the other types are, but that of the weights in Megatron-Bridge.
fn file_type(facts: &Facts) -> AdapterType {
    if is_split(facts) && facts.plan.levers.dtype != Dtype::Fp32 {
        AdapterType::Half
    } else {
        AdapterType::Fp32
    }
}

/// Reads the layers that are trained: the last ones of a number above zero, the first ones of one
/// below (`_setup_freeze_tuning` in `model/adapter.py`).
fn trained_layers(file: &mut Fields) {
    let path = "freeze_trainable_layers";
    let layers = file.reading.plan.model.layers;
    let written = file.written(path).unwrap_or_else(|| String::from("2"));
    let Some(number) = written.parse::<i64>().ok().filter(|number| *number != 0) else {
        return file.reading.unfit(path, &written);
    };
    let frozen = layers.saturating_sub(number.unsigned_abs());
    let tuning = &mut file.reading.plan.tuning;
    if number > 0 {
        tuning.frozen_first = frozen;
        file.note("frzfirst", path);
    } else {
        tuning.frozen_last = frozen;
        file.note("frzlast", path);
    }
}

/// Options of adapters that no plan has.
const UNPLANNED: &str = "use_dora use_llama_pro";

/// Adapters beside weights of 4 bits of bitsandbytes, or of the model's type.
fn tuned(file: &mut Fields) {
    if matches!(file.text(METHOD), Some("full" | FREEZE)) {
        return adapters::tuned(file, METHOD, Tuned::All);
    }
    let path = "quantization_bit";
    let method = file.text("quantization_method").unwrap_or("bnb");
    match (file.written(path).as_deref(), method) {
        (None, _) => {}
        (Some("4"), "bnb" | "bitsandbytes") => {
            return adapters::tuned(file, path, Tuned::Qlora);
        }
        (Some(bits), "bnb" | "bitsandbytes") => file.reading.unfit(path, bits),
        (Some(_), other) => file.reading.unfit("quantization_method", other),
    }
    adapters::tuned(file, METHOD, Tuned::Lora);
    adapters::stored(file, "model_name_or_path");
}

const BATCH: Section = Section::of(&[number("cutoff_len", "seq").usual("2048"), MICRO_BATCH])
    .end(|file| objectives::pairs(file, "stage"));

const OPTIMIZER: Section = Section::of(&[
    option("optim", common::optimizer, |file| {
        if file.is_on(ADAM_MINI) {
            file.reading.unfit(ADAM_MINI, "true");
        } else {
            common::read_optimizer(file, "optim");
        }
    })
    .when(|f| f.plan.levers.optimizer != Optimizer::Muon),
    switch_to("use_muon", "opt", "muon"),
    known(ADAM_MINI).beside(),
    option(
        "pure_bf16",
        |f| on(is_half(f)),
        |file| common::half_weights(file, "pure_bf16"),
    )
    .lacks(&[
        // It scales by rows (`fp8_utils.py`), and torchao gathers in 8 bits with one scale a tensor
        // only.
        Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
            facts.plan.gathers_in_8_bits()
        }),
        Lack::no_option(Aspect::Kernels),
    ]),
]);

/// AdamW with one second moment for many weights.
const ADAM_MINI: &str = "use_adam_mini";

/// DeepSpeed and FSDP, if the model is not split.
const SHARDING: Section = Section::of(&[
    DEEPSPEED
        .when(|f| !is_split(f))
        .read_when(|file| !has_degrees(file)),
    sets("fsdp", |f| Some(OptionValue::Text(common::strategy(f))))
        .when(|f| !is_split(f) && uses_fsdp(f))
        .beside()
        .lacks(&[
            // FSDP shards inside a node.
            Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
                is_split(facts) || facts.legal.shard_group() != facts.plan.cluster.gpu.node
            }),
            Lack::when(Aspect::Zero, Fate::Refused, |facts| {
                let is_whole = facts.plan.layout.zero == ZeroStage::Three;
                is_half(facts) && uses_deepspeed(facts) && is_whole
            }),
            Lack::when(Aspect::OffloadOptimizer, Fate::NoOption, is_split),
            Lack::when(Aspect::OffloadParameters, Fate::NoOption, is_split),
        ]),
    known("deepspeed. fsdp_config.").beside(),
]);

const FSDP: Section =
    Section::of(&fsdp::READ_ALONE).begin(|file| !has_degrees(file) && common::begin_fsdp(file));

/// Degrees of Megatron-Bridge's backend.
const SPLIT: Section = Section::of(&[
    number("tensor_model_parallel_size", "tp")
        .usual("1")
        .when(is_split),
    switch("sequence_parallel", "sp")
        .usual("0")
        .when(|f| is_split(f) && f.plan.sequence_parallel())
        .read_when(|file| file.reading.plan.layout.tensor > 1),
    number("pipeline_model_parallel_size", "pp")
        .usual("1")
        .when(is_split)
        .lacks(&[Lack::when(Aspect::Schedule, Fate::NoOption, |facts| {
            !facts.is_1f1b()
        })]),
    number("virtual_pipeline_model_parallel_size", "vp")
        .usual("1")
        .when(|f| is_split(f) && f.plan.layout.virtual_stages > 1),
    number("context_parallel_size", "cp")
        .usual("1")
        .when(is_split),
    number("expert_model_parallel_size", "ep")
        .usual("1")
        .when(is_split),
    words(
        "moe_token_dispatcher_type",
        "disp",
        &[("alltoall", "a2a"), ("allgather", "a2a")],
    )
    .written_by(|f| {
        let is_all_to_all = f.plan.dispatcher() == Dispatcher::AllToAll;
        word(if is_all_to_all { "alltoall" } else { "flex" })
    })
    .when(|f| is_split(f) && f.exchanges_tokens())
    .lacks(&[Lack::no_option(Aspect::Dispatcher)]),
    words(
        "use_distributed_optimizer",
        "zero",
        &[("true", "1"), ("false", "0")],
    )
    .usual("0")
    .written_by(|f| is_on(f.plan.layout.zero != ZeroStage::Zero))
    .when(is_split)
    .lacks(&[Lack::when(Aspect::Zero, Fate::Nearest, |facts| {
        is_split(facts) && facts.plan.layout.zero.shards_gradients()
    })]),
    read("overlap_grad_reduce", |file| {
        let option = "overlap_grad_reduce";
        if file.is_on(option) {
            let data = WordSet::of(&[Overlap::Data]);
            file.reading.set_overlap(option, data, WordSet::EMPTY);
        }
    }),
])
.begin(|file| has_degrees(file));

const RECOMPUTE: Section = Section::of(&[words(
    "recompute_granularity",
    "ckpt",
    &[("full", "full"), ("selective", "sel")],
)
.when(is_split)
.lacks(&[Lack::when(Aspect::Selective, Fate::NoOption, |facts| {
    !is_split(facts)
})])])
.end(|file| file.reading.plan.levers.recompute_layers = None);

const LEVERS: Section = Section::of(&[
    option(
        "disable_gradient_checkpointing",
        |f| is_on(!f.recomputes_layers()),
        |file| {
            let words = [("true", "none"), ("false", "full")];
            let option = "disable_gradient_checkpointing";
            file.word("ckpt", option, &words, Some("full"));
        },
    )
    .lacks(&[Lack::no_option(Aspect::OffloadActivations)]),
    words(
        "flash_attn",
        "flash",
        &[
            ("fa2", "1"),
            ("fa3", "1"),
            ("sdpa", "1"),
            ("auto", "1"),
            ("disabled", "0"),
        ],
    ),
    switch_to("enable_liger_kernel", "ce", "chunked"),
]);

const REST: Section = Section::of(&[
    known("overlap_param_gather use_mca use_galore use_badam use_apollo packing").beside(),
    // Packing whose attention does not cross the boundaries of samples.
    option("neat_packing", objectives::packs, |file| {
        // Packing without this switch lets attention cross the boundaries.
        if !file.is_on("packing") || file.is_on("neat_packing") {
            objectives::read_packing(file, "neat_packing");
        }
    }),
    // Options that change no figure.
    known(
        "trust_remote_code do_eval do_predict dataset dataset_dir template overwrite_cache \
         preprocessing_num_workers output_dir overwrite_output_dir plot_loss report_to \
         learning_rate num_train_epochs warmup_ratio warmup_steps resume_from_checkpoint val_size \
         mask_history train_on_prompt max_samples weight_decay max_grad_norm \
         seed run_name pref_beta streaming tokenized_path image_max_pixels \
         video_max_pixels freeze_vision_tower freeze_multi_modal_projector freeze_language_model \
         rope_scaling enable_thinking moe_grouped_gemm bias_activation_fusion apply_rope_fusion \
         video_fps video_maxlen use_reentrant_gc include_num_input_tokens_seen upcast_layernorm \
         save_* eval_* per_device_eval_* dataloader_* lr_* adam_* logging_* swanlab_* \
         use_swanlab* ddp_* cache_*",
    ),
]);

/// True if a file has degrees of Megatron-Bridge's backend.
fn has_degrees(file: &Fields) -> bool {
    file.has(
        "tensor_model_parallel_size pipeline_model_parallel_size expert_model_parallel_size \
         context_parallel_size",
    )
}

/// True if the model is split, which needs the backend of Megatron-Bridge.
fn is_split(facts: &Facts) -> bool {
    let layout = &facts.plan.layout;
    [
        layout.tensor,
        layout.pipeline,
        layout.context,
        layout.expert,
    ]
    .iter()
    .any(|degree| *degree > 1)
}
