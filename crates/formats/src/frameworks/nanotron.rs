//! nanotron's YAML.
//!
//! Source of every option and of its default: huggingface/nanotron, `src/nanotron/config/config.py`
//! (commit 00708b80c88e), `parallelism_config.py` (19f88fbe4546) and `models_config.py`
//! (025f31413c6e), of 2025; of what it cannot run: commit 2411b022 (April 2026).
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/cli/tests/all/exchange/mod.rs`.

use super::setting::{
    Section, Setting, known, lacks, number, option, projections, read, read_table, switch, words,
    written,
};
use crate::catalog::CUSTOM_MODEL;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, number as digits, switch as is_on, whole, word};
use crate::export::facts::Facts;
use crate::export::slurm::torchrun;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use crate::schedule_names::{self, names};
use cost::plan::{
    ContextKind, Dtype, GradientType, MasterWeights, MixtureOfExperts, Model, Norm, Optimizer,
    Overlap, Positions, Recipe, Recompute, Schedule, WordSet, ZeroStage,
};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "nanotron.yaml",
    text: |job: &ExportInput, comments| syntax::yaml_file(&WRITTEN, job.facts, comments),
    launch: |facts| {
        let script = " run_train.py --config-file nanotron.yaml";
        [&torchrun(facts), script].concat()
    },
};

/// Fields that distinguish nanotron's files from other documents.
pub(crate) const SIGNS: &[&str] = &[
    "tokens.micro_batch_size",
    "model.model_config",
    "parallelism.dp",
];

/// Reads a file.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::Nanotron);
    file.reading.start_layout();
    read_table(&READ, &mut file);
}

projections!(TABLE);

pub(crate) const TABLE: &[Section] = &[
    Section::of(LAYOUT_ROWS),
    Section::of(MODEL_ROWS).begin(begin_model).end(end_model),
    Section::of(RUN_ROWS),
];

const LAYOUT_ROWS: &[Setting] = &[
    written("general.project", |_| word("shardwise")),
    number("parallelism.pp", "pp").usual("1"),
    // `models/llama.py`.
    number("parallelism.tp", "tp")
        .usual("1")
        .lacks(&[Lack::when(Aspect::KvHeads, Fate::Refused, |facts| {
            let (heads, ranks) = (facts.plan.model.kv_heads, facts.plan.layout.tensor);
            !heads.is_multiple_of(ranks)
        })]),
    // Only its Qwen has context parallelism, and only from a checkpoint (`trainer.py`).
    number("parallelism.context_parallel_size", "cp")
        .usual("1")
        .lacks(&[
            Lack::no_option(Aspect::Context),
            Lack::no_option(Aspect::ContiguousContext),
            Lack::when(Aspect::ContextKind, Fate::NoOption, |facts| {
                facts.plan.layout.context_kind != ContextKind::Ring
            }),
        ]),
    // Expert parallelism stands beside the other degrees instead of inside data parallelism.
    number("parallelism.expert_parallel_size", "ep")
        .usual("1")
        .unwritten()
        .lacks(&[
            Lack::no_option(Aspect::Expert),
            Lack::in_code(Aspect::ExpertTensor),
        ]),
    option("parallelism.dp", |f| whole(f.data), data_parallel),
    option(
        "parallelism.pp_engine",
        |f| {
            let [own, plain] = [f.plan.schedule(), Schedule::PLAIN].map(|it| names(it).nanotron);
            own.or(plain).map(OptionValue::Word)
        },
        engine,
    )
    .lacks(&[
        Lack::when(Aspect::Schedule, Fate::NoOption, |facts| {
            names(facts.plan.schedule()).nanotron.is_none()
        })
        .with_any_sharding(),
        // `parallel/pipeline_parallel/engine.py`.
        Lack::when(Aspect::MicroBatches, Fate::Refused, |facts| {
            let is_1f1b = facts.plan.schedule() == Schedule::PLAIN;
            is_1f1b && facts.legal.micro_batches + 1 < facts.plan.layout.pipeline
        }),
        Lack::no_option(Aspect::Split),
        Lack::no_option(Aspect::Ends),
    ]),
    words(
        "parallelism.tp_mode",
        "sp",
        &[("REDUCE_SCATTER", "1"), ("ALL_REDUCE", "0")],
    )
    .usual("0")
    .read_when(|file| file.reading.plan.layout.tensor > 1),
    option(
        "parallelism.tp_linear_async_communication",
        |f| is_on(f.plan.sequence_parallel() && f.plan.overlaps(Overlap::Tensor)),
        |file| {
            let path = "parallelism.tp_linear_async_communication";
            if file.is_on(path) {
                let tensor = WordSet::of(&[Overlap::Tensor]);
                file.reading.set_overlap(path, tensor, WordSet::EMPTY);
            }
        },
    )
    .lacks(&[Lack::when(Aspect::Overlap, Fate::Nearest, |_| true)]),
    option(
        "parallelism.recompute_layer",
        |f| is_on(f.recomputes_layers()),
        recompute,
    )
    .lacks(&[
        Lack::no_option(Aspect::Selective),
        Lack::no_option(Aspect::SomeLayers),
    ]),
    read("parallelism.moe_layer_recompute", |file| {
        let path = "parallelism.moe_layer_recompute";
        if file.is_on(path) {
            file.reading.unfit(path, "true");
        }
    }),
    known("parallelism.tp_recompute_allgather parallelism.tp_grad_enabled"),
];

const MODEL_ROWS: &[Setting] = &[
    written("model.model_config.is_llama_config", |_| is_on(true)),
    number("model.model_config.num_hidden_layers", "layers").figure(),
    number("model.model_config.hidden_size", "hidden").figure(),
    number("model.model_config.intermediate_size", "ffn").figure(),
    number("model.model_config.num_attention_heads", "heads").figure(),
    number("model.model_config.num_key_value_heads", "kv")
        .follows(|file| file.reading.plan.model.heads.to_string()),
    switch("model.model_config.attention_bias", "bias")
        .usual("0")
        .when(|f| f.plan.model.bias),
    option(
        "model.model_config.max_position_embeddings",
        |f| whole(f.plan.model.trained_sequence.max(f.plan.sequence())),
        |file| file.longest("model.model_config.max_position_embeddings"),
    ),
    switch("model.model_config.tie_word_embeddings", "tied").usual("0"),
    number("model.model_config.vocab_size", "vocab").figure(),
    option(
        "model.make_vocab_size_divisible_by",
        |_| whole(1),
        pad_vocabulary,
    ),
    number("model.model_config.sliding_window_size", "window")
        .unwritten()
        .lacks(&[Lack::in_code(Aspect::Window)]),
    // Only its Qwen has experts.
    read("model.model_config.moe_config.num_experts", experts)
        .lacks(&[Lack::in_code(Aspect::DenseShape)]),
    known("model.model_config.moe_config."),
    // PyTorch's `sdpa` has a fused kernel, too; no name stands for attention that writes its scores.
    words(
        "model.model_config._attn_implementation",
        "flash",
        &[
            ("flash_attention_2", "1"),
            ("flash_attention_3", "1"),
            ("ring_flash_triton", "1"),
            ("ring", "1"),
            ("llama3_ring_attention", "1"),
            ("sdpa", "1"),
            ("flex_attention", "1"),
        ],
    )
    .written_by(|f| {
        word(if f.plan.levers.flash {
            "flash_attention_2"
        } else {
            "sdpa"
        })
    })
    .lacks(&[Lack::no_option(Aspect::NoFlash)]),
    // 0.02 is nanotron's `initializer_range`.
    written("model.init_method.std", |_| digits("0.02")),
    // It trains the shape of Llama; other shapes are defined in Python.
    lacks(&[
        Lack::when(Aspect::Shape, Fate::InCode, |facts| {
            let model = &facts.plan.model;
            !model.gated
                || model.norm != Norm::Rms
                || model.positions != Positions::Rope
                || model.query_width() != model.hidden
        }),
        Lack::in_code(Aspect::Latent),
        Lack::in_code(Aspect::Mixer),
        Lack::in_code(Aspect::MultiToken),
    ]),
];

const RUN_ROWS: &[Setting] = &[
    words(
        "model.dtype",
        "dtype",
        &[
            ("float32", "fp32"),
            ("float16", "fp16"),
            ("bfloat16", "bf16"),
        ],
    )
    .usual("bf16")
    .written_by(|f| match f.plan.levers.dtype {
        Dtype::Fp32 => word("float32"),
        Dtype::Fp16 => word("float16"),
        _ => word("bfloat16"),
    })
    .lacks(&[
        Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
            let dtype = facts.plan.levers.dtype;
            !matches!(dtype, Dtype::Fp32 | Dtype::Fp16 | Dtype::Bf16)
        }),
        Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
            facts.plan.gathers_in_8_bits()
        }),
    ]),
    number("tokens.sequence_length", "seq").or_missing(MissingSetting::Sequence),
    number("tokens.micro_batch_size", "mbs").or_missing(MissingSetting::Batch),
    option(
        "tokens.batch_accumulation_per_replica",
        |f| whole(f.legal.micro_batches),
        accumulation,
    ),
    option(
        "tokens.train_steps",
        |f| whole(f.steps()),
        |file| {
            let steps = file.whole("tokens.train_steps");
            file.reading.steps(steps, "tokens.train_steps");
        },
    )
    .read_when(has_batch),
    // Every stage above zero shards the optimizer's state alone.
    words(
        "optimizer.zero_stage",
        "zero",
        &[("0", "0"), ("1", "1"), ("2", "1"), ("3", "1")],
    )
    .usual("0")
    .written_by(|f| whole(u64::from(f.plan.layout.zero != ZeroStage::Zero)))
    .lacks(&[
        Lack::when(Aspect::Zero, Fate::NoOption, |facts| {
            matches!(facts.plan.layout.zero, ZeroStage::Two | ZeroStage::Three)
        }),
        Lack::no_option(Aspect::ShardGroup),
    ]),
    option(
        "optimizer.accumulate_grad_in_fp32",
        |f| is_on(!keeps_nothing_in_fp32(f)),
        types,
    )
    .lacks(&[
        // Without fp32 gradients there are no fp32 weights either.
        Lack::when(Aspect::Master, Fate::NoOption, |facts| {
            facts.plan.master() != MasterWeights::Fp32 && !keeps_nothing_in_fp32(facts)
        }),
        Lack::when(Aspect::Gradients, Fate::NoOption, |facts| {
            facts.plan.gradients() != GradientType::Fp32 && !keeps_nothing_in_fp32(facts)
        }),
    ]),
    // Settings that no plan has and that the file needs: values of Llama 2 (Touvron 2023, section
    // 2.2).
    written("optimizer.weight_decay", |_| digits("0.1")),
    written("optimizer.clip_grad", |_| digits("1.0")),
    words(
        "optimizer.optimizer_factory.name",
        "opt",
        &[("adamW", "adamw"), ("sgd", "sgdm")],
    )
    .written_by(|f| word(if is_sgd(f) { "sgd" } else { "adamW" }))
    .lacks(&[
        Lack::no_option(Aspect::Optimizer),
        Lack::no_option(Aspect::OptimizerKernel),
    ]),
    written("optimizer.optimizer_factory.adam_beta1", |_| digits("0.9")).when(is_adam),
    written("optimizer.optimizer_factory.adam_beta2", |_| digits("0.95")).when(is_adam),
    written("optimizer.optimizer_factory.adam_eps", |_| {
        digits("1.0e-05")
    })
    .when(is_adam),
    written("optimizer.optimizer_factory.torch_adam_is_fused", |_| {
        is_on(true)
    })
    .when(is_adam),
    written("optimizer.learning_rate_scheduler.learning_rate", |_| {
        digits("3.0e-04")
    }),
    // A two-hundredth of the run, at least one step.
    written("optimizer.learning_rate_scheduler.lr_warmup_steps", |f| {
        whole((f.steps() / 200).max(1))
    })
    .when(|f| f.steps() > 1),
    written("optimizer.learning_rate_scheduler.lr_warmup_style", |_| {
        word("linear")
    }),
    written("optimizer.learning_rate_scheduler.lr_decay_style", |_| {
        word("cosine")
    }),
    written("optimizer.learning_rate_scheduler.min_decay_lr", |_| {
        digits("3.0e-05")
    }),
    known(IDLE),
    lacks(&[
        Lack::when(Aspect::Recipe, Fate::Usual, |_| true),
        Lack::yours(Aspect::Rendezvous),
        Lack::no_option(Aspect::MlpTiles),
        Lack::no_option(Aspect::NarrowGates),
        Lack::no_option(Aspect::OffloadModules),
        Lack::no_option(Aspect::OffloadOptimizer),
        Lack::no_option(Aspect::OffloadParameters),
        Lack::no_option(Aspect::OffloadActivations),
        Lack::no_option(Aspect::WeightStorage),
        Lack::no_option(Aspect::Adapters),
        Lack::no_option(Aspect::Objective),
        Lack::in_code(Aspect::FrozenParts),
        Lack::in_code(Aspect::Lengths),
        Lack::no_option(Aspect::PagedMoments),
        Lack::no_option(Aspect::GradientSync),
        Lack::no_option(Aspect::Graphs),
        Lack::no_option(Aspect::CrossEntropy),
        Lack::no_option(Aspect::Deterministic),
        Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
            facts.plan.stack.recipe != Recipe::Nanotron
        }),
    ]),
];

/// Options that no plan can express and that change no figure much. A name with a dot at its end
/// stands for all options inside.
const IDLE: &str = "\
    general. data. checkpoints. data_stages data_stages. logging. profiler. profiler tokenizer. \
    lighteval. lighteval s3_upload s3_upload. metrics_logging metrics_logging. \
    optimizer.adam_beta1 optimizer.adam_beta2 optimizer.adam_eps \
    optimizer.torch_adam_is_fused experiment_logger. optimizer.optimizer_factory. \
    optimizer.learning_rate_scheduler. optimizer.weight_decay_exclude_named_params \
    model.init_method. model.ddp_bucket_cap_mb \
    tokens.val_check_interval tokens.limit_test_batches tokens.limit_val_batches \
    model.model_config.bos_token_id model.model_config.eos_token_id model.model_config.pad_token_id \
    model.model_config.hidden_act model.model_config.initializer_range \
    model.model_config.rms_norm_eps model.model_config.rope_scaling model.model_config.rope_theta \
    model.model_config.rope_scaling. model.model_config.rope_interleaved \
    model.model_config.use_cache model.model_config.pretraining_tp \
    model.model_config.is_qwen2_config model.model_config.is_starcoder2_config \
    model.model_config._use_qkv_packed model.model_config._use_doc_masking \
    model.model_config._fused_rotary_emb model.model_config._fused_rms_norm \
    model.model_config.z_loss_enabled model.model_config.z_loss_coefficient \
    model.model_config.flex_attention_mask model.model_config.no_rope_layer";

/// Begins the model; false if the file has none.
fn begin_model(file: &mut Fields) -> bool {
    let is_there = file.has("model.model_config");
    if is_there {
        file.reading.start_model(CUSTOM_MODEL);
        file.reading.plan.model.moe = MixtureOfExperts::default();
    } else {
        file.reading.missing(MissingSetting::Model);
    }
    is_there
}

/// The width of a head, which is no option (`models/llama.py`).
fn end_model(file: &mut Fields) {
    let Model { hidden, heads, .. } = file.reading.plan.model;
    let width = (hidden / heads.max(1)).to_string();
    let option = "model.model_config.hidden_size";
    file.reading.default("headdim", option, &width);
}

/// The vocabulary is padded to a multiple for each tensor-parallel rank.
fn pad_vocabulary(file: &mut Fields) {
    let option = "model.make_vocab_size_divisible_by";
    let multiple = file.whole(option).unwrap_or(1);
    file.pad_vocabulary(option, multiple);
}

fn experts(file: &mut Fields) {
    let of = "model.model_config.moe_config.num_experts";
    if file.set("experts", of).is_none() {
        return;
    }
    file.figures(&[("topk", "model.model_config.moe_config.top_k")]);
    let ffn = file.reading.plan.model.ffn.to_string();
    let width = "model.model_config.moe_config.moe_intermediate_size";
    file.set_or("moeffn", width, &ffn);
    let shared = "model.model_config.moe_config.enable_shared_expert";
    if file.is_on(shared) {
        file.reading.set("shared", shared, "1");
        let width = "model.model_config.moe_config.shared_expert_intermediate_size";
        let _ = file.set("sharedffn", width);
    }
}

fn data_parallel(file: &mut Fields) {
    if let Some(data) = file.whole("parallelism.dp") {
        let layout = &file.reading.plan.layout;
        let degrees = [data, layout.tensor, layout.pipeline, layout.context];
        file.gpus("parallelism.dp", &degrees);
    } else {
        file.reading.missing(MissingSetting::Cluster);
    }
}

fn engine(file: &mut Fields) {
    let option = "parallelism.pp_engine";
    let Some(name) = file.text(option) else {
        return;
    };
    match schedule_names::nanotron(name) {
        Some(Schedule::PLAIN) => {}
        Some(schedule) => {
            file.reading.plan.layout.schedule = Some(schedule);
            file.note("sched", option);
        }
        None => file.reading.unfit(option, name),
    }
}

fn recompute(file: &mut Fields) {
    let option = "parallelism.recompute_layer";
    file.reading.plan.levers.recompute = if file.is_on(option) {
        Recompute::Full
    } else {
        Recompute::None
    };
    file.reading.plan.levers.recompute_layers = None;
    file.note("ckpt", option);
}

fn has_batch(file: &Fields) -> bool {
    file.has("tokens.micro_batch_size")
}

fn accumulation(file: &mut Fields) {
    if has_batch(file) {
        let option = "tokens.batch_accumulation_per_replica";
        let accumulation = file.whole(option).unwrap_or(1);
        file.global_batch(option, accumulation);
    }
}

/// Types of the master weights and of gradients, which one option decides.
fn types(file: &mut Fields) {
    let option = "optimizer.accumulate_grad_in_fp32";
    let is_half = file.has(option) && !file.is_on(option);
    let levers = &mut file.reading.plan.levers;
    levers.master = is_half.then_some(MasterWeights::None);
    levers.gradients = is_half.then_some(GradientType::Half);
    file.note("master", option);
    file.note("grads", option);
}

/// True if weights and gradients are 16 bit only.
fn keeps_nothing_in_fp32(facts: &Facts) -> bool {
    let plan = facts.plan;
    plan.master() == MasterWeights::None
        && plan.gradients() == GradientType::Half
        && plan.levers.dtype != Dtype::Fp32
}

fn is_sgd(facts: &Facts) -> bool {
    facts.plan.levers.optimizer == Optimizer::SgdMomentum
}

fn is_adam(facts: &Facts) -> bool {
    !is_sgd(facts)
}
