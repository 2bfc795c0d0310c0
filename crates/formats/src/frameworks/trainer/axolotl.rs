//! Axolotl's YAML.
//!
//! Source of every option, of its default and of what it cannot run: axolotl-ai-cloud/axolotl at
//! commit 067b021c (July 2026), `src/axolotl/utils/schemas/config.py`, `training.py`, `model.py`,
//! `peft.py`, `fsdp.py` and `validation.py`, and `src/axolotl/loaders/`.

use super::common::{
    self, COMPILED, DEEPSPEED, LACKING, STEPS, TYPES, is_half, uses_deepspeed, uses_fsdp,
};
use super::objectives;
use crate::excerpt::excerpt;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, on, switch, whole, word};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::frameworks::accelerate::fsdp;
use crate::frameworks::adapters::{self, adapts_all, has_4_bits, has_adapters};
use crate::frameworks::setting::{
    Section, known, lacks, number, option, projections, read, read_table, switch_to, words,
    written as sets,
};
use crate::frameworks::torchtitan::write::shard_degree;
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportRefusal, MissingSetting};
use cost::plan::{
    AdapterType, CrossEntropy, Dtype, Kernels, Offload, Optimizer, Recipe, Reference, Tuned, Word,
    WordSet, ZeroStage,
};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "axolotl.yaml",
    text: |job: &ExportInput, comments| syntax::yaml_file(&WRITTEN, job.facts, comments),
    launch: |facts| {
        let (nodes, each) = (facts.nodes().to_string(), facts.per_node().to_string());
        let start = "axolotl train axolotl.yaml --launcher torchrun -- --nnodes ";
        [start, &nodes, " --nproc-per-node ", &each].concat()
    },
};

/// Fields that distinguish Axolotl's files from other documents.
pub(crate) const SIGNS: &[&str] = &["base_model", "sequence_len"];

/// Reads a file.
///
/// # Errors
/// If it trains an adapter that is none of LoRA, or weights of fewer bits.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    match file.text("adapter") {
        Some("lora" | "qlora") => {}
        None | Some("") => {
            let mut narrow = ["load_in_8bit", "load_in_4bit"].into_iter();
            if let Some(name) = narrow.find(|name| file.is_on(name)) {
                return Err(ImportRefusal::Adapter(name.to_owned()));
            }
        }
        Some(other) => return Err(ImportRefusal::Adapter(excerpt(other))),
    }
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    read_table(&READ, &mut file);
    Ok(())
}

projections!(TABLE, READ_ORDER);

pub(crate) const TABLE: &[Section] = &[
    MODEL, ADAPTERS, BATCH, STEPS, TYPES, OPTIMIZER, SHARDING, FSDP, GROUPS, DEGREES, LEVERS,
    LACKING,
];

/// The batch and the groups follow from the degrees.
const READ_ORDER: &[Section] = &[
    MODEL, ADAPTERS, DEGREES, SHARDING, FSDP, GROUPS, BATCH, STEPS, TYPES, OPTIMIZER, LEVERS,
    LACKING,
];

const MODEL: Section = Section::of(&[option("base_model", common::model, |file| {
    common::read_model(file, "base_model");
})]);

const ADAPTERS: Section = Section::of(&[
    option(
        "rl",
        |f| objectives::name(f).and_then(word),
        |file| objectives::read(file, "rl"),
    )
    .lacks(&[
        // The functions of a reward, and with a reference model its weight (`trl.beta`).
        Lack::when(Aspect::Objective, Fate::Yours, |facts| {
            !objectives::has_pairs(facts)
        }),
        // `validation.py`, `check_fsdp2_base_model_quant_rl`.
        Lack::when(Aspect::Objective, Fate::Refused, |facts| {
            objectives::has_pairs(facts) && has_4_bits(facts) && uses_fsdp(facts)
        }),
    ]),
    option(
        "precompute_ref_log_probs",
        |f| on(objectives::has_pairs(f) && objectives::is_computed(f)),
        |file| {
            let option = "precompute_ref_log_probs";
            if file.is_on(option) && file.reading.plan.reference() == Reference::Resident {
                file.reading
                    .set("refmodel", option, Reference::Computed.word());
            }
        },
    ),
    option(
        "adapter",
        |f| has_adapters(f).then_some(OptionValue::Word(f.plan.tuning.tuned.word())),
        tuned,
    )
    .lacks(&[adapters::OTHER_NAMES, adapters::NO_KERNELS]),
    // It has no effect beside another adapter.
    option(
        "load_in_4bit",
        |f| on(has_4_bits(f)),
        |file| adapters::unplanned(file, "load_in_4bit"),
    )
    .read_when(|file| adapters::is_frozen(file) && !adapters::is_quantised(file)),
    adapters::double_quantised("bnb_config_kwargs.bnb_4bit_use_double_quant")
        .usual("1")
        .when(|f| has_4_bits(f) && !f.plan.tuning.double_quantised),
    number("lora_r", "rank")
        .or_missing(MissingSetting::Figure("rank"))
        .when(has_adapters)
        .read_when(adapters::is_frozen),
    sets("lora_target_linear", |f| on(adapts_all(f))).beside(),
    option(
        "lora_target_modules",
        |f| {
            let is_there = has_adapters(f) && !adapts_all(f);
            is_there.then(|| OptionValue::Words(adapters::module_names(f)))
        },
        targets,
    )
    .read_when(adapters::is_frozen),
    words(
        "peft_autocast_adapter_dtype",
        "adtype",
        &[("true", "fp32"), ("false", "half")],
    )
    .written_by(|f| {
        let chosen = f.plan.tuning.adapters.filter(|_| has_adapters(f));
        switch(chosen? == AdapterType::Fp32)
    })
    .read_when(adapters::is_frozen),
    read("lora_dropout", |file| {
        adapters::dropout(file, "lora_dropout", "0");
    })
    .read_when(adapters::is_frozen),
    option(
        "lora_modules_to_save",
        |f| adapters::saved_names(f).map(OptionValue::Words),
        |file| adapters::saved(file, "lora_modules_to_save"),
    )
    .read_when(adapters::is_frozen)
    .lacks(&[Lack::when(Aspect::FrozenParts, Fate::Yours, |facts| {
        !has_adapters(facts)
    })]),
    option("peft_layers_to_transform", adapters::layers, |file| {
        adapters::some_layers(file, "peft_layers_to_transform");
    })
    .read_when(adapters::is_frozen),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)).read_when(adapters::is_frozen),
    known("peft.weight_dtype").beside(),
    // Options of adapters that change no figure. Their kernels are on by default.
    known(
        "peft.backend peft.group_size peft.loftq_config. lora_alpha lora_alpha_pattern. \
         lora_alpha_pattern lora_fan_in_fan_out lora_model_dir lora_on_cpu lora_mlp_kernel \
         lora_qkv_kernel lora_o_kernel lora_embedding_kernel peft_use_rslora \
         peft_init_lora_weights peft_layers_pattern peft_ensure_weight_tying loraplus_lr_ratio \
         loraplus_lr_embedding qlora_sharded_model_loading merge_lora merge_method \
         bnb_config_kwargs.",
    )
    .beside(),
]);

/// Options of adapters that no plan has.
const UNPLANNED: &str = "\
    load_in_8bit gptq relora peft_use_dora lora_exclude_modules \
    lora_target_parameters lora_rank_pattern lora_rank_pattern. \
    peft_layer_replication peft_trainable_token_indices peft_trainable_token_indices.";

/// Bits of the frozen weights by `peft.weight_dtype`.
fn tuned(file: &mut Fields) {
    let weights = file.text("peft.weight_dtype");
    match (file.text("adapter"), weights) {
        (Some("qlora"), _) => adapters::tuned(file, "adapter", Tuned::Qlora),
        (Some("lora"), Some("nf4" | "int4")) => {
            adapters::tuned(file, "peft.weight_dtype", Tuned::Qlora);
        }
        (Some("lora"), other) => {
            if let Some(other) = other {
                file.reading.unfit("peft.weight_dtype", other);
            }
            adapters::tuned(file, "adapter", Tuned::Lora);
            adapters::stored(file, "base_model");
        }
        _ => adapters::tuned(file, "adapter", Tuned::All),
    }
}

fn targets(file: &mut Fields) {
    let path = "lora_target_modules";
    if file.is_on("lora_target_linear") {
        file.reading.plan.tuning.targets = adapters::all_targets();
        file.note("targets", "lora_target_linear");
    } else if file.has(path) {
        adapters::targets(file, path, WordSet::EMPTY);
    } else {
        file.reading.missing(MissingSetting::Figure("targets"));
    }
}

const BATCH: Section = Section::of(&[
    number("sequence_len", "seq").usual("512"),
    option("micro_batch_size", objectives::samples, |file| {
        file.set_or("mbs", "micro_batch_size", "1");
    }),
])
.end(|file| objectives::pairs(file, "rl"));

const OPTIMIZER: Section = Section::of(&[
    switch_to("fp8_enable_fsdp_float8_all_gather", "gather8", "1")
        .when(gathers_float8)
        .read_when(|file| file.is_on("fp8"))
        .lacks(
            &[Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
                facts.plan.gathers_in_8_bits() && !gathers_float8(facts)
            })],
        ),
    option("optimizer", common::optimizer, |file| {
        common::read_optimizer(file, "optimizer");
    })
    .lacks(&[Lack::when(Aspect::Optimizer, Fate::Refused, |facts| {
        facts.plan.levers.optimizer == Optimizer::Muon && uses_deepspeed(facts)
    })]),
    option(
        "bfloat16",
        |f| on(is_half(f)),
        |file| common::half_weights(file, "bfloat16"),
    ),
    known("float16").beside(),
]);

const SHARDING: Section = Section::of(&[
    DEEPSPEED,
    sets("fsdp_version", |_| whole(2)).when(uses_fsdp).beside(),
    known("fsdp fsdp_config. deepspeed.").beside(),
]);

const FSDP: Section = Section::of(&fsdp::settings(false, uses_fsdp)).begin(|file| {
    if file.has("deepspeed") {
        return false;
    }
    let is_there = fsdp::begin(file);
    if !is_there && file.whole("dp_shard_size").is_none() {
        file.reading.plan.layout.zero = ZeroStage::Zero;
        file.note("zero", "fsdp_config");
    }
    is_there
});

/// Replicas that shard one copy of the state, and the number of GPUs, if the file gives it.
const GROUPS: Section = Section::of(&[
    sets("dp_replicate_size", |f| whole(f.data / shard_degree(f)))
        .when(is_cut)
        .beside(),
    option("dp_shard_size", |f| whole(shard_degree(f)), groups)
        .when(is_cut)
        .lacks(&[Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
            !uses_fsdp(facts) || !facts.data.is_multiple_of(facts.shard_groups())
        })]),
]);

const DEGREES: Section = Section::of(&[
    lacks(&[Lack::no_option(Aspect::Pipeline)]),
    number("tensor_parallel_size", "tp")
        .usual("1")
        .when(|f| f.plan.layout.tensor > 1)
        .lacks(&[
            // `config.py`: by DeepSpeed's AutoTP.
            Lack::when(Aspect::Tensor, Fate::Untested, |facts| {
                !uses_deepspeed(facts)
            }),
            Lack::in_code(Aspect::NoSequenceParallel),
        ]),
    number("context_parallel_size sequence_parallel_degree", "cp")
        .usual("1")
        .when(|f| f.plan.layout.context > 1),
    number("expert_parallel_size", "ep")
        .usual("1")
        .unwritten()
        .lacks(&[Lack::no_option(Aspect::Expert)]),
]);

const LEVERS: Section = Section::of(&[
    option(
        "gradient_checkpointing",
        |f| switch(f.recomputes_layers()),
        recompute,
    )
    .lacks(&[Lack::no_option(Aspect::Selective)]),
    sets("activation_offloading", |f| {
        on(f.offloads(Offload::Activations))
    })
    .beside()
    .lacks(&[Lack::when(
        Aspect::OffloadActivations,
        Fate::Refused,
        |facts| !facts.recomputes_layers(),
    )]),
    // A part of the parameters is trained.
    read("unfrozen_parameters", |file| {
        let path = "unfrozen_parameters";
        if let Some(names) = file.value.at(path).map(written) {
            file.reading.unfit(path, &names);
        }
    }),
    number("tiled_mlp_num_shards", "tiles")
        .unwritten()
        .read_when(|file| file.is_on("tiled_mlp")),
    read("tiled_mlp", |file| {
        if file.is_on("tiled_mlp") && !file.has("tiled_mlp_num_shards") {
            file.reading.unfit("tiled_mlp", "true");
        }
    }),
    read("flash_attention sdp_attention eager_attention", |file| {
        if file.is_on("flash_attention") || file.is_on("sdp_attention") {
            file.reading.set("flash", "flash_attention", "1");
        } else if file.is_on("eager_attention") {
            file.reading.set("flash", "eager_attention", "0");
        }
    }),
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
    option(
        "chunked_cross_entropy",
        |f| on(f.plan.levers.cross_entropy == CrossEntropy::Chunked),
        loss,
    ),
    COMPILED.lacks(&[Lack::when(Aspect::Kernels, Fate::NoOption, |facts| {
        facts.plan.kernels() != Kernels::Compiled
    })]),
    // Options of the loss.
    known("plugins liger_fused_linear_cross_entropy cut_cross_entropy").beside(),
    // Flash Attention keeps packed samples apart.
    option("sample_packing", objectives::packs, |file| {
        objectives::read_packing(file, "sample_packing");
    }),
    // Options that change no figure.
    known(
        "base_model_config tokenizer_config tokenizer_type model_type processor_type \
         trust_remote_code strict hub_model_id datasets test_datasets pretraining_dataset \
         chat_template output_dir pad_to_sequence_len num_epochs learning_rate \
         lr_scheduler train_on_inputs group_by_length tf32 early_stopping_patience \
         resume_from_checkpoint local_rank logging_steps xformers_attention weight_decay debug \
         special_tokens special_tokens. tokens tokens. eot_tokens max_packed_sequence_len \
         torchdistx_path min_sample_len gradient_checkpointing_kwargs. max_grad_norm seed \
         cosine_min_lr_ratio shuffle_merged_datasets auto_resume_from_checkpoints liger_rope \
         liger_rms_norm liger_glu_activation liger_layer_norm liger_swiglu \
         heads_k_stride ring_attn_func use_tensorboard default_system_message lr_groups \
         excess_length_strategy wandb_* save_* eval* val_set_* warmup_* adam_* dataset_* saves_* \
         mlflow_* comet_* dataloader_* hub_* is_* push_* ddp_*",
    ),
]);

/// True if FSDP gathers weights of `Float8Linear` in 8 bits.
fn gathers_float8(facts: &Facts) -> bool {
    let is_float8 = facts.plan.levers.dtype == Dtype::Fp8;
    facts.plan.gathers_in_8_bits() && is_float8 && uses_fsdp(facts)
}

/// True if the file needs the sizes of the mesh: without them FSDP shards over all ranks.
fn is_cut(facts: &Facts) -> bool {
    let layout = &facts.plan.layout;
    let is_plain = layout.tensor == 1 && layout.context == 1 && facts.shard_groups() == 1;
    uses_fsdp(facts) && layout.pipeline == 1 && !is_plain
}

fn groups(file: &mut Fields) {
    let path = "dp_shard_size";
    let Some(sharded) = file.whole(path) else {
        return;
    };
    let replicas = file.whole("dp_replicate_size").unwrap_or(1);
    let layout = &file.reading.plan.layout;
    // `integrations/expert_parallel/plugin.py`: the groups of experts are apart from the sharded ones.
    let degrees = [
        sharded,
        replicas,
        layout.tensor,
        layout.context,
        layout.expert,
    ];
    let group = sharded.saturating_mul(layout.context);
    file.gpus(path, &degrees);
    if sharded > 1 && !file.has("deepspeed") {
        file.reading.set("zero", path, "3");
    }
    if sharded > 1 && replicas > 1 {
        file.reading.set_whole("hsdp", path, group);
    }
}

fn recompute(file: &mut Fields) {
    let path = "gradient_checkpointing";
    let word = file.text(path);
    let is_offloaded = word.is_some_and(|word| word.starts_with("offload"));
    if is_offloaded {
        file.reading.moves_more(Offload::Activations, path);
        file.reading.set("ckpt", path, "full");
        return;
    }
    let path = "activation_offloading";
    match file.text(path) {
        Some("legacy" | "hidden_states") => file.reading.moves_more(Offload::Activations, path),
        Some("disk") => file.reading.unfit(path, "disk"),
        _ if file.is_on(path) => file.reading.moves_more(Offload::Activations, path),
        _ => {}
    }
    common::recompute(file, "none");
}

fn loss(file: &mut Fields) {
    let plugins = file.value.at("plugins").map(written).unwrap_or_default();
    let is_cut = plugins.contains("CutCrossEntropy") || file.is_on("cut_cross_entropy");
    if is_cut || file.is_on("liger_fused_linear_cross_entropy chunked_cross_entropy") {
        let paths =
            "liger_fused_linear_cross_entropy chunked_cross_entropy plugins cut_cross_entropy";
        let path = file.first(paths).map_or("plugins", |(path, _)| path);
        file.reading.set("ce", path, "chunked");
    }
}
