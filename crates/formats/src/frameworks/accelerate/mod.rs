//! YAML of Hugging Face Accelerate: FSDP and parallelism, and options of DeepSpeed and Megatron-LM,
//! which are only read.
//!
//! Source of every option and of what it cannot run: huggingface/accelerate 1.15.0,
//! `src/accelerate/commands/config/config_args.py` (`ClusterConfig`), `commands/config/cluster.py`,
//! `commands/launch.py` and `parallelism_config.py`.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/cli/tests/all/exchange/mod.rs`.

pub(crate) mod fsdp;

use super::adapters;
use super::setting::{
    Section, known, lacks, number, option, projections, read, read_table, switch, words, written,
};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{switch as is_on, whole, word};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::frameworks::deepspeed::offload;
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use crate::import::names::OTHER_FILES;
use cost::plan::{ContextKind, Dtype, MasterWeights, Offload, Recipe, ZeroStage};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "accelerate.yaml",
    text: |job: &ExportInput, comments| syntax::yaml_file(&WRITTEN, job.facts, comments),
    launch: |_| String::from("accelerate launch --config_file accelerate.yaml TRAINING_PROGRAM"),
};

/// Fields that distinguish Accelerate's files from other documents.
pub(crate) const SIGNS: &[&str] = &["distributed_type", "compute_environment"];

/// Reads a file.
pub(crate) fn read_file(mut file: Fields) {
    if file.has(KIND) {
        file.reading.has_option();
    }
    let is_deepspeed = kind(&file) == Some("DEEPSPEED") || file.has("deepspeed_config");
    file.reading.recipe(if is_deepspeed {
        Recipe::HuggingFaceDeepSpeed
    } else {
        Recipe::HuggingFace
    });
    file.reading.start_layout();
    // The file has no option for them: the program sets them.
    file.reading.missing(MissingSetting::Model);
    file.reading.missing(MissingSetting::Sequence);
    read_table(&READ, &mut file);
    file.reading.missing(MissingSetting::Batch);
}

projections!(TABLE, READ_ORDER);

pub(crate) const TABLE: &[Section] = &[
    KINDS, MACHINES, FSDP, GROUPS, DEGREES, DEEPSPEED, MEGATRON, REST,
];

/// The groups follow from the degrees, and overrule the kind of sharding.
const READ_ORDER: &[Section] = &[
    KINDS, DEGREES, MACHINES, FSDP, DEEPSPEED, MEGATRON, GROUPS, REST,
];

const KIND: &str = "distributed_type";

const KINDS: Section = Section::of(&[
    written("compute_environment", |_| word("LOCAL_MACHINE")),
    written("debug", |_| is_on(false)),
    written("use_cpu", |_| is_on(false)),
    written(KIND, |f| word(if shards(f) { "FSDP" } else { "MULTI_GPU" })).beside(),
    words(
        "mixed_precision",
        "dtype",
        &[
            ("no", "fp32"),
            ("false", "fp32"),
            ("fp16", "fp16"),
            ("bf16", "bf16"),
            ("fp8", "fp8"),
            ("fp8", "fp8b"),
            ("fp8", "mxfp8"),
            ("fp8", "nvfp4"),
        ],
    )
    .usual("fp32")
    .lacks(&[
        Lack::when(Aspect::Dtype, Fate::Nearest, |facts| {
            use Dtype::{Fp8Block, MxFp8, NvFp4};
            matches!(facts.plan.levers.dtype, Fp8Block | MxFp8 | NvFp4)
        }),
        // `AORecipeKwargs` of its `Accelerator`.
        Lack::when(Aspect::NarrowGathers, Fate::InCode, |facts| {
            facts.plan.gathers_in_8_bits()
        }),
    ]),
]);

const MACHINES: Section = Section::of(&[
    written("num_machines", |f| whole(f.nodes())),
    // Processes of all machines.
    option(
        "num_processes",
        |f| whole(f.plan.cluster.gpus),
        |file| match file.whole("num_processes") {
            Some(processes) => file.gpus("num_processes", &[processes]),
            None => file.reading.missing(MissingSetting::Cluster),
        },
    )
    // With a pipeline, the product of the other degrees would not be the number of processes.
    .lacks(&[Lack::no_option(Aspect::Pipeline)]),
    written("machine_rank", |_| whole(0)),
    written("rdzv_backend", |f| {
        word(if f.nodes() > 1 { "c10d" } else { "static" })
    }),
    written("main_training_function", |_| word("main")),
    written(VERSION, |_| whole(2)).when(shards),
]);

const FSDP: Section = Section::of(&fsdp::settings(true, shards)).begin(|file| {
    let is_there = kind(file) == Some("FSDP");
    if is_there {
        file.reading.plan.layout.zero = ZeroStage::Three;
        file.note("zero", VERSION);
    }
    is_there
});

const VERSION: &str = "fsdp_config.fsdp_version";

const REPLICAS: &str = "parallelism_config.parallelism_config_dp_replicate_size \
                        parallelism_config.dp_replicate_size";
const SHARDS: &str = "parallelism_config.parallelism_config_dp_shard_size \
                      parallelism_config.dp_shard_size";

/// Replicas that shard one copy of the state.
const GROUPS: Section = Section::of(&[
    written(REPLICAS, |f| whole(f.data / shard_degree(f)))
        .when(is_cut)
        .beside(),
    option(SHARDS, |f| whole(shard_degree(f)), groups).when(is_cut),
])
.begin(|file| {
    match kind(file) {
        Some("FSDP" | "DEEPSPEED" | "MEGATRON_LM") => {}
        Some("MULTI_GPU" | "NO" | "MULTI_XPU" | "MULTI_NPU") | None => {
            file.reading.plan.layout.zero = ZeroStage::Zero;
            file.note("zero", KIND);
        }
        Some(other) => file.reading.unfit(KIND, other),
    }
    true
});

const DEGREES: Section = Section::of(&[
    number(
        "parallelism_config.parallelism_config_tp_size parallelism_config.tp_size",
        "tp",
    )
    .usual("1")
    .when(is_cut)
    .lacks(&[
        Lack::when(Aspect::Tensor, Fate::NoOption, has_pipeline),
        // `parallelism_config.py`: FSDP2 needs ranks to shard over.
        Lack::when(Aspect::Tensor, Fate::Refused, has_no_shards),
        Lack::in_code(Aspect::NoSequenceParallel),
    ]),
    number(
        "parallelism_config.parallelism_config_cp_size parallelism_config.cp_size \
         parallelism_config.parallelism_config_sp_size parallelism_config.sp_size",
        "cp",
    )
    .usual("1")
    .when(is_cut)
    .lacks(&[
        Lack::when(Aspect::Context, Fate::NoOption, has_pipeline),
        Lack::when(Aspect::Context, Fate::Refused, has_no_shards),
        // Context-parallel ranks shard like data-parallel ones.
        Lack::when(Aspect::Context, Fate::Nearest, |facts| {
            facts.plan.layout.zero == ZeroStage::Zero
        }),
        Lack::no_option(Aspect::ContiguousContext),
    ]),
    words(
        "parallelism_config.parallelism_config_cp_comm_strategy \
         parallelism_config.cp_comm_strategy",
        "cpkind",
        &[
            ("allgather", "ag"),
            // PyTorch's `_AllToAllRotater` sends keys and values to the next rank.
            ("alltoall", "ring"),
            ("alltoall", "a2a"),
        ],
    )
    .when(|f| is_cut(f) && f.plan.layout.context > 1)
    .read_when(|file| file.reading.plan.layout.context > 1)
    .follows(|file| {
        let ulysses =
            file.whole("parallelism_config.parallelism_config_sp_size parallelism_config.sp_size");
        let is_ulysses = ulysses.is_some_and(|size| size > 1);
        String::from(if is_ulysses { "a2a" } else { "ag" })
    })
    .lacks(&[Lack::when(Aspect::ContextKind, Fate::Nearest, |facts| {
        !has_pipeline(facts) && facts.plan.layout.context_kind == ContextKind::AllToAll
    })]),
]);

const DEEPSPEED: Section = Section::of(&[
    number("deepspeed_config.zero_stage", "zero")
        .usual("2")
        .unwritten(),
    read(DEVICES, |file| offload(file, DEVICES)),
])
.begin(|file| {
    let name = OTHER_FILES[1];
    let is_deepspeed = kind(file) == Some("DEEPSPEED");
    let is_elsewhere = is_deepspeed && file.has(name);
    if is_elsewhere {
        file.reading.missing(MissingSetting::OtherFile(name));
    }
    is_deepspeed && !is_elsewhere
});

const DEVICES: &str =
    "deepspeed_config.offload_optimizer_device deepspeed_config.offload_param_device";

const MEGATRON: Section = Section::of(&[
    number("megatron_lm_config.megatron_lm_tp_degree", "tp").unwritten(),
    number("megatron_lm_config.megatron_lm_pp_degree", "pp").unwritten(),
    switch("megatron_lm_config.megatron_lm_sequence_parallelism", "sp").unwritten(),
    words(
        "megatron_lm_config.megatron_lm_use_distributed_optimizer",
        "zero",
        &[("true", "1"), ("false", "0")],
    )
    .usual("0")
    .unwritten(),
    words(
        "megatron_lm_config.megatron_lm_recompute_activations",
        "ckpt",
        &[("true", "sel"), ("false", "none")],
    )
    .usual("none")
    .unwritten(),
])
.begin(|file| {
    let is_there = kind(file) == Some("MEGATRON_LM");
    if is_there {
        file.reading.recipe(Recipe::Megatron);
    }
    is_there
});

const REST: Section = Section::of(&[
    // Options that change no figure.
    known(
        "main_process_ip main_process_port gpu_ids same_network downcast_bf16 enable_cpu_affinity \
         tpu_env tpu_use_cluster tpu_use_sudo tpu_env. commands command_file tpu_name tpu_zone \
         dynamo_config. fp8_config. gradient_accumulation_steps \
         fsdp_config.fsdp_transformer_layer_cls_to_wrap fsdp_config.fsdp_backward_prefetch \
         fsdp_config.fsdp_backward_prefetch_policy fsdp_config.fsdp_cpu_ram_efficient_loading \
         fsdp_config.fsdp_forward_prefetch fsdp_config.fsdp_sync_module_states \
         fsdp_config.fsdp_use_orig_params fsdp_config.fsdp_min_num_params parallelism_config. \
         deepspeed_config. megatron_lm_config.",
    ),
    lacks(&[
        Lack::when(Aspect::ShardGroup, Fate::Refused, has_no_shards),
        Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
            has_pipeline(facts) || !facts.data.is_multiple_of(facts.shard_groups())
        }),
        Lack::no_option(Aspect::Expert),
        Lack::no_option(Aspect::ExpertTensor),
        Lack::when(Aspect::Zero, Fate::Nearest, |facts| {
            facts.plan.layout.zero == ZeroStage::One
        }),
        Lack::in_code(Aspect::Optimizer),
        Lack::in_code(Aspect::MlpTiles),
        Lack::in_code(Aspect::NarrowGates),
        Lack::in_code(Aspect::OffloadModules),
        Lack::no_option(Aspect::Selective),
        Lack::no_option(Aspect::SomeLayers),
        Lack::when(Aspect::OffloadOptimizer, Fate::Nearest, |facts| {
            !facts.offloads(Offload::Parameters)
        }),
        Lack::when(Aspect::OffloadParameters, Fate::Nearest, |facts| {
            !facts.offloads(Offload::Optimizer)
        }),
        Lack::no_option(Aspect::OffloadActivations),
        Lack::in_code(Aspect::Shape),
        Lack::yours(Aspect::Recipe),
        Lack::in_code(Aspect::Accumulation),
        Lack::no_option(Aspect::WeightStorage),
        Lack::in_code(Aspect::Adapters),
        adapters::NO_KERNELS,
        Lack::in_code(Aspect::Objective),
        Lack::in_code(Aspect::FrozenParts),
        Lack::in_code(Aspect::Lengths),
        Lack::in_code(Aspect::PagedMoments),
        Lack::when(Aspect::Master, Fate::InCode, |facts| {
            facts.plan.master() != MasterWeights::Fp32
        }),
        Lack::in_code(Aspect::Gradients),
        Lack::in_code(Aspect::GradientSync),
        Lack::in_code(Aspect::OptimizerKernel),
        Lack::in_code(Aspect::Graphs),
        Lack::in_code(Aspect::NoFlash),
        Lack::in_code(Aspect::CrossEntropy),
        Lack::in_code(Aspect::Deterministic),
        Lack::no_option(Aspect::Overlap),
        Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
            !matches!(
                facts.plan.stack.recipe,
                Recipe::TorchTitan | Recipe::LlmFoundry | Recipe::HuggingFace
            )
        }),
        Lack::yours(Aspect::Rendezvous),
    ]),
]);

fn kind<'a>(file: &Fields<'a>) -> Option<&'a str> {
    file.text(KIND)
}

fn groups(file: &mut Fields) {
    let (replicas, stated) = (file.whole(REPLICAS).unwrap_or(1), file.whole(SHARDS));
    let context = file.reading.plan.layout.context;
    if let Some(sharded) = stated.filter(|sharded| *sharded > 1 && replicas > 1) {
        let path = "parallelism_config.parallelism_config_dp_shard_size";
        file.reading
            .set_whole("hsdp", path, sharded.saturating_mul(context));
    }
    if stated == Some(1) && context == 1 && replicas > 1 {
        file.reading.plan.layout.zero = ZeroStage::Zero;
        file.note("zero", SHARDS);
    }
}

/// True if FSDP is in use: for sharding, or for its meshes of tensor and context parallelism.
fn shards(facts: &Facts) -> bool {
    let layout = &facts.plan.layout;
    layout.zero != ZeroStage::Zero || layout.tensor > 1 || layout.context > 1
}

/// True if there is a pipeline.
fn has_pipeline(facts: &Facts) -> bool {
    facts.plan.layout.pipeline > 1
}

/// True if the file needs more than plain sharding. It cannot have a pipeline, as the sizes would
/// not multiply to the number of processes.
fn is_cut(facts: &Facts) -> bool {
    let layout = &facts.plan.layout;
    let is_plain = layout.tensor == 1 && layout.context == 1 && facts.shard_groups() == 1;
    !has_pipeline(facts) && shards(facts) && !is_plain
}

/// True if FSDP2 has no ranks to shard over: neither data-parallel ranks nor, without data
/// parallelism, context-parallel ones (`parallelism_config.py`).
fn has_no_shards(facts: &Facts) -> bool {
    let is_copied = facts.plan.layout.context == 1 || facts.data > 1;
    !has_pipeline(facts) && shard_degree(facts) == 1 && is_copied
}

/// Data-parallel ranks that shard one copy of the state; context-parallel ones shard with them.
fn shard_degree(facts: &Facts) -> u64 {
    let groups = facts.shard_groups();
    if facts.plan.layout.zero != ZeroStage::Zero && facts.data.is_multiple_of(groups) {
        facts.data / groups
    } else {
        1
    }
}
