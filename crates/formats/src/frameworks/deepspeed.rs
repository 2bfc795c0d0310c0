//! DeepSpeed's JSON, which has neither model nor pipeline nor cluster.
//!
//! Source of every option and of what it cannot run: deepspeedai/DeepSpeed 0.19.8,
//! `deepspeed/runtime/config.py` and `constants.py`, `runtime/zero/config.py` and
//! `offload_config.py`, `runtime/precision_config.py`, `runtime/tensor_parallel/config.py`,
//! `runtime/activation_checkpointing/config.py`.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/cli/tests/all/exchange/mod.rs`.

use super::adapters;
use super::setting::{
    ReadStep, Section, count_read, known, lacks, number, option, projections, read_rows,
    read_steps, read_table, words, written,
};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{on, set, switch as is_on, tree, whole, whole_if, word, word_if};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::import::fields::{Fields, written as value_text};
use crate::import::following::Following;
use crate::import::imported::MissingSetting;
use crate::import::reading::ImportReader;
use crate::import::value::ParsedValue;
use cost::plan::{
    ContextKind, Dtype, GradientType, MasterWeights, Offload, Optimizer, Overlap, Recipe, WordSet,
    ZeroStage,
};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "ds_config.json",
    // JSON has no comments, so notes are shown beside the file.
    text: |job: &ExportInput, _| syntax::json(tree(set(&WRITTEN, job.facts))),
    launch: |facts| {
        let (nodes, each) = (facts.nodes().to_string(), facts.per_node().to_string());
        let parts = [
            "deepspeed --num_nodes ",
            &nodes,
            " --num_gpus ",
            &each,
            " TRAINING_PROGRAM --deepspeed --deepspeed_config ds_config.json",
        ];
        parts.concat()
    },
};

/// Fields that distinguish DeepSpeed's JSON from others.
pub(crate) const SIGNS: &[&str] = &[
    "train_batch_size",
    "train_micro_batch_size_per_gpu",
    "gradient_accumulation_steps",
    "zero_optimization",
    "bf16",
    "fp16",
];

/// Reads a file.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::DeepSpeed);
    file.reading.missing(MissingSetting::Model);
    file.reading.missing(MissingSetting::Cluster);
    file.reading.missing(MissingSetting::Layout);
    // The file has no option for it.
    file.reading.missing(MissingSetting::Sequence);
    read_table(&READ, &mut file);
}

/// Reads DeepSpeed's options of sharding, offload and types inside another file.
pub(crate) fn read_part(value: &ParsedValue, reading: &mut ImportReader) {
    static STEPS: [ReadStep; count_read(PART)] = read_steps(PART);
    read_rows(&STEPS, &mut Fields { value, reading });
}

projections!(TABLE, READ_ORDER);

pub(crate) const TABLE: &[Section] =
    &[BATCH, DTYPE, TYPES, ZERO, DEGREES, OFFLOAD, OPTIMIZER, REST];

/// The batch follows from the degrees.
const READ_ORDER: &[Section] = &[DEGREES, BATCH, DTYPE, ZERO, OFFLOAD, OPTIMIZER, TYPES, REST];

/// The fields that another file may have in a field.
const PART: &[Section] = &[ZERO, OFFLOAD, OPTIMIZER, TYPES];

const BATCH: Section = Section::of(&[
    written(GLOBAL, |f| whole(f.plan.global_batch())).beside(),
    number(MICRO, "mbs"),
    option(STEPS, |f| whole(f.legal.micro_batches), batch),
]);

const GLOBAL: &str = "train_batch_size";
const MICRO: &str = "train_micro_batch_size_per_gpu";
const STEPS: &str = "gradient_accumulation_steps";

const DTYPE: Section = Section::of(&[
    option(
        "bf16.enabled bfloat16.enabled",
        |f| on(!matches!(f.plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16)),
        dtype,
    )
    .lacks(&[
        Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
            !matches!(facts.plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16)
        }),
        Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
            facts.plan.gathers_in_8_bits()
        }),
    ]),
    written("fp16.enabled", |f| on(is_fp16(f))).beside(),
]);

const TYPES: Section = Section::of(&[
    option(BF16_STATE, |f| on(has_no_master(f) && !is_fp16(f)), types).lacks(&[Lack::when(
        Aspect::Master,
        Fate::NoOption,
        |facts| facts.plan.master() != MasterWeights::Fp32 && !has_no_master(facts),
    )]),
    written(BF16_MOMENTS, |f| {
        let moments = f.plan.levers.optimizer == Optimizer::AdamWBf16;
        on(has_no_master(f) && !is_fp16(f) && moments)
    })
    .beside(),
    written(FP16_STATE, |f| on(has_no_master(f) && is_fp16(f))).beside(),
    written(GRADIENTS, |f| match f.plan.levers.gradients? {
        GradientType::Fp32 => word("fp32"),
        GradientType::Half if is_fp16(f) => word("fp16"),
        GradientType::Half => word_if(f.plan.levers.dtype != Dtype::Fp32, "bf16"),
    })
    .beside(),
]);

const BF16_STATE: &str = "bf16.bf16_master_weights_and_grads";
const BF16_MOMENTS: &str = "bf16.bf16_optimizer_states";
const FP16_STATE: &str = "fp16.fp16_master_weights_and_grads";
const GRADIENTS: &str = "data_types.grad_accum_dtype";

const ZERO: Section = Section::of(&[
    // Without the option nothing is sharded.
    number("zero_optimization.stage", "zero")
        .usual("0")
        .lacks(&[
            // Its experts run up to ZeRO-2 (`runtime/engine.py`).
            Lack::when(Aspect::Zero, Fate::Refused, |facts| {
                is_zero_3(facts) && facts.plan.layout.expert > 1
            }),
            // `PipelineEngine` of `runtime/pipe/engine.py` asserts a stage below two.
            Lack::refused(Aspect::ZeroInPipeline),
        ]),
    option(
        "zero_optimization.overlap_comm",
        |f| is_on(f.plan.overlaps(Overlap::Data)),
        |file| {
            let path = "zero_optimization.overlap_comm";
            let data = WordSet::of(&[Overlap::Data]);
            if file.is_on(path) {
                file.reading.set_overlap(path, data, WordSet::EMPTY);
            } else if file.has(path) {
                file.reading.set_overlap(path, WordSet::EMPTY, data);
            }
        },
    )
    .lacks(&[Lack::when(Aspect::Overlap, Fate::Nearest, |_| true)]),
    // `runtime/zero/config.py`: parameters from stage 3, the optimizer from stage 1.
    written("zero_optimization.offload_optimizer.device", |f| {
        word_if(f.offloads(Offload::Optimizer), "cpu")
    })
    .beside()
    .lacks(&[
        Lack::when(Aspect::OffloadParameters, Fate::Refused, shards_not_all),
        Lack::when(Aspect::OffloadOptimizer, Fate::Refused, shards_nothing),
    ]),
    written("zero_optimization.offload_optimizer.pin_memory", |f| {
        on(f.offloads(Offload::Optimizer))
    }),
    written("zero_optimization.offload_param.device", |f| {
        word_if(f.offloads(Offload::Parameters), "cpu")
    })
    .beside(),
    written("zero_optimization.offload_param.pin_memory", |f| {
        on(f.offloads(Offload::Parameters))
    }),
    // ZeRO++ keeps a second copy of the weights in each group: the nearest to hybrid sharding.
    option(
        "zero_optimization.zero_hpz_partition_size",
        |f| whole_if(is_zero_3(f) && f.shard_groups() > 1, f.legal.shard_group()),
        |file| {
            let path = "zero_optimization.zero_hpz_partition_size";
            if file.whole(path).is_some_and(|group| group > 1) {
                let _ = file.set("hsdp", path);
            }
        },
    )
    .lacks(&[
        Lack::when(Aspect::ShardGroup, Fate::Nearest, is_zero_3),
        Lack::when(Aspect::ShardGroup, Fate::NoOption, shards_not_all),
    ]),
]);

const DEGREES: Section = Section::of(&[
    number("tensor_parallel.autotp_size", "tp").when(|f| f.plan.layout.tensor > 1),
    option(
        "sequence_parallel_size",
        |f| {
            let is_ulysses = f.plan.layout.context_kind == ContextKind::AllToAll;
            let context = f.plan.layout.context;
            whole_if(context > 1 && is_ulysses, context)
        },
        |file| {
            let context = file.set("cp", "sequence_parallel_size");
            if context.is_some_and(|context| context > 1) {
                file.reading.plan.layout.context_kind = ContextKind::AllToAll;
                file.note("cpkind", "sequence_parallel_size");
            }
        },
    )
    .lacks(&[
        // Its sequence parallelism is Ulysses: all-to-all over heads.
        Lack::when(Aspect::ContextKind, Fate::NoOption, |facts| {
            facts.plan.layout.context_kind != ContextKind::AllToAll
        }),
        Lack::no_option(Aspect::ContiguousContext),
        // Ulysses (`sequence/layer.py`) excludes AutoTP, and divides heads among its ranks.
        Lack::when(Aspect::Context, Fate::Refused, |facts| {
            let (model, layout) = (&facts.plan.model, &facts.plan.layout);
            let shares = |heads: u64| {
                heads.is_multiple_of(layout.context) || layout.context.is_multiple_of(heads.max(1))
            };
            let divides = model.heads.is_multiple_of(layout.context) && shares(model.kv_heads);
            layout.tensor > 1 || !divides
        }),
    ]),
    lacks(&[
        // The Trainer has neither pipelines nor experts.
        Lack::in_code(Aspect::Pipeline),
        Lack::when(Aspect::Pipeline, Fate::NoOption, has_trainer),
        Lack::no_option(Aspect::Schedule),
        Lack::in_code(Aspect::Split),
        Lack::in_code(Aspect::Expert),
        Lack::when(Aspect::Expert, Fate::NoOption, has_trainer),
        Lack::in_code(Aspect::ExpertTensor),
    ]),
]);

const OFFLOAD: Section = Section::of(&[
    option(
        "activation_checkpointing.cpu_checkpointing",
        |f| on(f.offloads(Offload::Activations)),
        |file| offload(file, OFFLOADS),
    )
    .lacks(&[
        Lack::in_code(Aspect::OffloadModules),
        Lack::in_code(Aspect::Selective),
        Lack::in_code(Aspect::Full),
    ]),
    known("zero_optimization.cpu_offload zero_optimization.cpu_offload_params").beside(),
]);

/// Options that move the optimizer, parameters and activations; two of them are of before 0.3.16.
const OFFLOADS: &str = "\
    zero_optimization.offload_optimizer.device zero_optimization.offload_param.device \
    zero_optimization.cpu_offload zero_optimization.cpu_offload_params \
    activation_checkpointing.cpu_checkpointing";

const OPTIMIZER: Section = Section::of(&[words(
    "optimizer.type",
    "opt",
    &[
        ("adam", "adamw"),
        ("adamw", "adamw"),
        ("lion", "lion"),
        ("muon", "muon"),
    ],
)
.unwritten()
.lacks(&[
    Lack::in_code(Aspect::Optimizer),
    Lack::no_option(Aspect::OptimizerKernel),
])]);

const REST: Section = Section::of(&[
    // Options that no plan can express and that change no figure much.
    known(
        "optimizer.params. scheduler. gradient_clipping steps_per_print wall_clock_breakdown \
         zero_optimization.contiguous_gradients zero_optimization.reduce_scatter \
         zero_optimization.allgather_partitions zero_optimization.sub_group_size fp16. \
         zero_optimization.stage3_max_live_parameters zero_optimization.stage3_max_reuse_distance \
         zero_optimization.stage3_prefetch_bucket_size \
         zero_optimization.stage3_param_persistence_threshold \
         zero_optimization.stage3_gather_16bit_weights_on_model_save \
         zero_optimization.reduce_bucket_size zero_optimization.allgather_bucket_size \
         zero_optimization.round_robin_gradients zero_allow_untested_optimizer \
         activation_checkpointing.",
    ),
    lacks(&[
        Lack::in_code(Aspect::Shape),
        Lack::yours(Aspect::Recipe),
        Lack::no_option(Aspect::WeightStorage),
        Lack::in_code(Aspect::Adapters),
        adapters::NO_KERNELS,
        Lack::in_code(Aspect::Objective),
        Lack::in_code(Aspect::FrozenParts),
        Lack::in_code(Aspect::Lengths),
        Lack::in_code(Aspect::PagedMoments),
        Lack::in_code(Aspect::MlpTiles),
        Lack::in_code(Aspect::NarrowGates),
        Lack::no_option(Aspect::GradientSync),
        Lack::in_code(Aspect::Dispatcher),
        Lack::in_code(Aspect::Graphs),
        Lack::in_code(Aspect::NoFlash),
        Lack::in_code(Aspect::CrossEntropy),
        Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
            !matches!(
                facts.plan.stack.recipe,
                Recipe::DeepSpeed | Recipe::ZeroPaper | Recipe::HuggingFaceDeepSpeed
            )
        }),
        Lack::yours(Aspect::Rendezvous),
    ]),
]);

fn has_trainer(facts: &Facts) -> bool {
    facts.plan.stack.recipe.has_trainer()
}

fn is_fp16(facts: &Facts) -> bool {
    facts.plan.levers.dtype == Dtype::Fp16
}

fn is_zero_3(facts: &Facts) -> bool {
    facts.plan.layout.zero == ZeroStage::Three
}

fn shards_not_all(facts: &Facts) -> bool {
    !is_zero_3(facts)
}

fn shards_nothing(facts: &Facts) -> bool {
    facts.plan.layout.zero == ZeroStage::Zero
}

/// True if the optimizer updates 16-bit weights with 16-bit gradients, which DeepSpeed does only
/// for sharded state.
fn has_no_master(facts: &Facts) -> bool {
    let plan = facts.plan;
    plan.master() == MasterWeights::None
        && plan.gradients() == GradientType::Half
        && plan.levers.dtype != Dtype::Fp32
        && !shards_nothing(facts)
}

/// Sequences of a step; those of a micro-batch are read before.
fn batch(file: &mut Fields) {
    let (micro, steps) = (file.whole(MICRO), file.whole(STEPS));
    if file.set("gbs", GLOBAL).is_some() {
        if micro.is_none() {
            micro_of(steps, file);
        }
        return;
    }
    let is_open = [GLOBAL, STEPS].map(|path| file.text(path) == Some("auto"));
    match (micro, steps) {
        (Some(_), Some(steps)) => file.global_batch(STEPS, steps),
        _ if is_open.contains(&true) => file.reading.missing(MissingSetting::Auto("gbs")),
        _ => file.reading.missing(MissingSetting::Batch),
    }
}

/// Sets the micro-batch that DeepSpeed computes: sequences of a step by steps of accumulation, one by
/// default, and by ranks. Without the number of GPUs it is open.
///
/// Source: `_set_batch_related_parameters` of `runtime/config.py`.
fn micro_of(steps: Option<u64>, file: &mut Fields) {
    let rule = Following::MicroBatch(steps.unwrap_or(1));
    let micro = rule.sequences(&file.reading.plan).to_string();
    if file.reading.knows(&["gpus"]) {
        file.reading.default("mbs", GLOBAL, &micro);
    } else {
        file.reading.leave_open("mbs", Some(&micro));
    }
    file.reading.follow(rule);
}

/// The type of matrix products by switches, by precedence.
fn dtype(file: &mut Fields) {
    let kinds = "bf16.enabled bfloat16.enabled fp16.enabled";
    let is_left = |path| file.text(path) == Some("auto");
    let is_bf16 = file.is_on("bf16.enabled") || file.is_on("bfloat16.enabled");
    let is_fp16 = file.is_on("fp16.enabled");
    let is_open = !is_bf16 && !is_fp16 && kinds.split(' ').any(is_left);
    file.reading.plan.levers.dtype = match (is_bf16 || is_open, is_fp16) {
        (true, _) => Dtype::Bf16,
        (false, true) => Dtype::Fp16,
        (false, false) => Dtype::Fp32,
    };
    if is_open {
        file.reading.missing(MissingSetting::Auto("dtype"));
    } else {
        file.note("dtype", kinds);
    }
}

/// Reads which parts of the state move to the host: the optimizer, parameters and activations, by
/// switches or devices in the order of [`OFFLOADS`]. No plan moves anything to storage.
pub(crate) fn offload(file: &mut Fields, paths: &'static str) {
    use Offload::{Activations, Optimizer, Parameters};
    let parts = [Optimizer, Parameters, Optimizer, Parameters, Activations];
    let (mut moved, mut is_open) = (Vec::new(), false);
    for (path, part) in paths.split_ascii_whitespace().zip(parts) {
        let [host, none] = match path.ends_with("device") {
            true => ["cpu", "none"],
            false => ["true", "false"],
        };
        match file.first(path).map(|(_, value)| value_text(value)) {
            Some(word) if word == host => moved.push(part),
            Some(word) if word != none => {
                is_open = true;
                file.reading.unfit(path, &word);
            }
            _ => {}
        }
    }
    file.reading.plan.levers.offload = WordSet::of(&moved);
    if is_open {
        file.reading.leave_open("off", None);
    } else {
        file.note("off", paths);
    }
}

/// Types of the master weights, gradients and moments, if the file gives them.
fn types(file: &mut Fields) {
    let is_half = file.is_on(BF16_STATE) || file.is_on(FP16_STATE);
    if is_half && file.is_on(BF16_MOMENTS) {
        file.reading.plan.levers.optimizer = Optimizer::AdamWBf16;
        file.note("opt", BF16_MOMENTS);
    }
    file.reading.plan.levers.master = is_half.then_some(MasterWeights::None);
    file.reading.plan.levers.gradients = match file.text(GRADIENTS) {
        Some("fp32") => Some(GradientType::Fp32),
        Some("bf16" | "fp16") => Some(GradientType::Half),
        Some(other) => {
            file.reading.unfit(GRADIENTS, other);
            None
        }
        None => is_half.then_some(GradientType::Half),
    };
    file.note(
        "master",
        "bf16.bf16_master_weights_and_grads fp16.fp16_master_weights_and_grads",
    );
    file.note(
        "grads",
        "data_types.grad_accum_dtype bf16.bf16_master_weights_and_grads \
         fp16.fp16_master_weights_and_grads",
    );
}
