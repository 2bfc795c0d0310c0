//! The layout: data-parallel ranks with the state that they shard, and the other degrees.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/releases.rs`.

use super::write::{PYTHON, TOML, flavor, is_compiled, schedule, shard_degree};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, on, whole, word, word_if};
use crate::export::facts::Facts;
use crate::frameworks::setting::{Setting, lacks, number, option, words, written};
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use crate::schedule_names::{self, MicroBatchRule, names};
use cost::plan::{
    ContextKind, Dispatcher, Dtype, Overlap, Recompute, Schedule, WordSet, ZeroStage,
};

const REPLICAS: &str = "parallelism.data_parallel_replicate_degree";
const SHARDS: &str = "parallelism.data_parallel_shard_degree";

pub(super) const DATA_ROWS: &[Setting] = &[
    // `module_fqns_per_model_part` lists the modules of each stage.
    lacks(&[Lack::in_code(Aspect::Split).of_versions(TOML)]),
    written(REPLICAS, |f| whole(f.data / shard_degree(f))).beside(),
    option(SHARDS, |f| whole(shard_degree(f)), ranks).lacks(&[Lack::when(
        Aspect::ShardGroup,
        Fate::NoOption,
        |f| !f.data.is_multiple_of(f.shard_groups()),
    )]),
    option(
        "parallelism.fsdp_reshard_after_forward",
        |f| match f.plan.layout.zero {
            ZeroStage::Zero => None,
            ZeroStage::One | ZeroStage::Two => word("never"),
            ZeroStage::Three => word("always"),
        },
        zero,
    )
    .lacks(&[Lack::when(Aspect::Zero, Fate::Nearest, |f| {
        f.plan.layout.zero == ZeroStage::One
    })]),
];

pub(super) const DEGREE_ROWS: &[Setting] = &[
    number("parallelism.tensor_parallel_degree", "tp")
        .usual("1")
        .lacks(&[
            // `models/*/infra/parallelize.py`: whole sequences for TP · 2 CP ranks.
            Lack::when(Aspect::Sequence, Fate::Refused, |f| {
                let layout = &f.plan.layout;
                let ranks = layout.tensor * 2 * layout.context;
                !f.legal.sequence.is_multiple_of(ranks)
            })
            .of_versions(TOML),
            Lack::when(Aspect::Sequence, Fate::Refused, |f| {
                let layout = &f.plan.layout;
                let is_split = f.plan.sequence_parallel();
                let ranks = if is_split { layout.tensor } else { 1 } * 2 * layout.context;
                !f.legal.sequence.is_multiple_of(ranks)
            })
            .of_versions(PYTHON),
            Lack::when(Aspect::KvHeads, Fate::Refused, |f| {
                let (heads, ranks) = (f.plan.model.kv_heads, f.plan.layout.tensor);
                !heads.is_multiple_of(ranks)
            })
            .of_versions(PYTHON),
        ]),
    option(
        "parallelism.enable_async_tensor_parallel compile.enable_async_tensor_parallel",
        |f| on(f.plan.layout.tensor > 1 && f.plan.overlaps(Overlap::Tensor)),
        overlap,
    )
    .of_versions(TOML)
    .lacks(&[Lack::when(Aspect::Overlap, Fate::Nearest, |_| true)]),
    number("parallelism.pipeline_parallel_degree", "pp")
        .usual("1")
        .lacks(&[
            // 0.2 has pipelines of Llama and DeepSeek, 0.3 of all.
            Lack::when(Aspect::Pipeline, Fate::Refused, |f| {
                is_named(f, &["qwen3", "gpt_oss"])
            })
            .of_versions(TOML),
            // `models/common/decoder.py`: tied tables are on one stage.
            Lack::when(Aspect::Pipeline, Fate::Refused, |f| {
                f.plan.model.tied || f.plan.model.multi_token_layers > 0
            })
            .of_versions(PYTHON),
        ]),
    option(
        "parallelism.pipeline_parallel_schedule",
        |f| schedule(f).map(OptionValue::Word),
        pipeline,
    )
    .read_when(has_pipeline)
    .lacks(SCHEDULE_LACKS),
    number("parallelism.pipeline_parallel_microbatch_size", "mbs")
        .when(|f| f.plan.layout.pipeline > 1)
        .read_when(has_pipeline),
    // torchtitan counts embedding and loss as a layer each by default.
    written(PER_STAGE, |f| {
        let ends = if f.plan.layout.ends_count { 2 } else { 0 };
        whole((f.plan.model.layers + ends) / f.legal.virtual_stages.max(1))
    })
    .when(is_even_pipeline)
    .beside(),
    option(FIRST, less, |file| {
        file.reading.plan.layout.ends_count = ends(file) != (0, 0);
        file.note("ends", ENDS);
    })
    .when(is_even_pipeline)
    .read_when(has_pipeline),
    written(LAST, less).when(is_even_pipeline).beside(),
    number("parallelism.context_parallel_degree", "cp")
        .usual("1")
        .lacks(&[
            // Models whose attention has a special mask refuse CP.
            Lack::when(Aspect::Context, Fate::Refused, |f| {
                is_named(f, &["llama4", "deepseek_v3", "gpt_oss"])
            })
            .of_versions(TOML),
            Lack::when(Aspect::Context, Fate::Refused, |f| {
                is_named(f, &["gpt_oss"]) || f.plan.model.multi_token_layers > 0
            })
            .of_versions(PYTHON),
            // `distributed/parallel_dims.py`: context-parallel ranks shard like data-parallel ones.
            Lack::when(Aspect::Context, Fate::Nearest, |f| {
                f.plan.layout.zero == ZeroStage::Zero
            }),
            Lack::no_option(Aspect::ContiguousContext),
        ]),
    words(
        "parallelism.context_parallel_rotate_method",
        "cpkind",
        &[
            ("allgather", "ag"),
            // PyTorch's `_AllToAllRotater` sends keys and values to the next rank.
            ("alltoall", "ring"),
            ("alltoall", "a2a"),
        ],
    )
    .usual("ag")
    .when(|f| f.plan.layout.context > 1)
    .read_when(|file| file.reading.plan.layout.context > 1)
    .of_versions(TOML)
    .lacks(&[
        Lack::when(Aspect::ContextKind, Fate::Nearest, |f| {
            f.plan.layout.context_kind == ContextKind::AllToAll
        })
        .of_versions(TOML),
        // `distributed/full_dtensor.py`: keys and values are gathered.
        Lack::when(Aspect::ContextKind, Fate::NoOption, |f| {
            f.plan.layout.context_kind != ContextKind::AllGather
        })
        .of_versions(PYTHON),
    ]),
    number("parallelism.expert_parallel_degree", "ep")
        .usual("1")
        .when(is_routed),
    option(
        "parallelism.expert_parallel_comm_backend",
        |f| {
            let is_deep_ep = f.plan.dispatcher() == Dispatcher::DeepEp;
            word_if(f.exchanges_tokens() && is_deep_ep, "deepep")
        },
        |file| {
            let option = "parallelism.expert_parallel_comm_backend";
            let is_deep_ep = file.text(option) == Some("deepep");
            file.reading.plan.stack.dispatcher = is_deep_ep.then_some(Dispatcher::DeepEp);
            file.note("disp", option);
        },
    )
    .of_versions(TOML)
    .lacks(&[
        Lack::when(Aspect::Dispatcher, Fate::NoOption, |f| {
            f.plan.dispatcher() == Dispatcher::HybridEp
        })
        .of_versions(TOML),
        // `components/quantization/utils.py`: narrow experts have their tokens padded.
        Lack::when(Aspect::Dispatcher, Fate::Refused, |f| {
            let is_narrow = matches!(f.plan.levers.dtype, Dtype::Fp8 | Dtype::MxFp8);
            f.plan.dispatcher() == Dispatcher::DeepEp && is_narrow
        })
        .of_versions(PYTHON),
    ]),
    // Experts have the tensor-parallel degree of the other layers, or none.
    number("parallelism.expert_tensor_parallel_degree", "etp")
        .usual("1")
        .when(|f| f.is_routed() && !has_odd_experts(f))
        .of_versions(TOML)
        .lacks(&[
            Lack::when(Aspect::ExpertTensor, Fate::NoOption, has_odd_experts).with_any_stages(),
            // Tensor parallelism splits experts only without expert parallelism
            // (`models/common/moe_sharding.py`).
            Lack::when(Aspect::ExpertTensor, Fate::NoOption, |f| {
                let layout = &f.plan.layout;
                let ranks = if layout.expert > 1 { 1 } else { layout.tensor };
                layout.expert_tensor != ranks
            })
            .with_any_stages()
            .of_versions(PYTHON),
        ]),
];

const SCHEDULE_LACKS: &[Lack] = &[
    Lack::when(Aspect::Schedule, Fate::NoOption, |f| schedule(f).is_none()).with_any_sharding(),
    Lack::when(Aspect::MicroBatches, Fate::Refused, |f| {
        let (legal, layout) = (f.legal, &f.plan.layout);
        let class = names(f.plan.schedule()).torchtitan;
        match class.map_or(MicroBatchRule::Any, |class| class.micro_batches) {
            MicroBatchRule::Any => false,
            MicroBatchRule::EachStage => legal.micro_batches < legal.virtual_stages,
            MicroBatchRule::WholeGroups => {
                let rounds = (legal.micro_batches / layout.pipeline).max(1);
                !legal.micro_batches.is_multiple_of(rounds)
            }
        }
    })
    .with_any_sharding(),
    // `schedules.py` refuses stages that `torch.compile` has wrapped; 0.2 wraps each block.
    Lack::when(Aspect::Schedule, Fate::Refused, |f| {
        let splits = f.plan.schedule().splits_backward() && schedule(f).is_some();
        splits && is_compiled(f)
    })
    .of_versions(TOML),
    // `distributed/dual_pipe_v.py`: its overlap of the exchange excludes recompute.
    Lack::when(Aspect::Schedule, Fate::Refused, |f| {
        let has_experts = f.plan.layout.expert > 1;
        let again = f.plan.levers.recompute != Recompute::None;
        let overlaps = f.plan.schedule().facts().overlaps_passes() && schedule(f).is_some();
        overlaps && has_experts && again
    })
    .of_versions(TOML),
];

/// GPUs, and the groups that shard one copy each. −1 shards, the default, stand for the remaining
/// GPUs.
fn ranks(file: &mut Fields) {
    let Some(shards) = file.whole(SHARDS) else {
        file.reading.missing(MissingSetting::Cluster);
        return;
    };
    let replicas = file.whole(REPLICAS).unwrap_or(1);
    let layout = &file.reading.plan.layout;
    let (tensor, pipeline, context) = (layout.tensor, layout.pipeline, layout.context);
    file.gpus(SHARDS, &[tensor, pipeline, context, replicas, shards]);
    let group = shards.saturating_mul(context);
    if replicas > 1 && group > 1 {
        file.reading.set_whole("hsdp", SHARDS, group);
    }
}

fn zero(file: &mut Fields) {
    let option = "parallelism.fsdp_reshard_after_forward";
    let is_whole = file.whole(SHARDS) == Some(1) && file.reading.plan.layout.context == 1;
    let is_copied = is_whole && file.whole(REPLICAS).unwrap_or(1) > 1;
    file.reading.plan.layout.zero = match file.text(option) {
        _ if is_copied => ZeroStage::Zero,
        Some("never") => ZeroStage::Two,
        // By default weights stay gathered with a pipeline, and are freed without one.
        Some("always") => ZeroStage::Three,
        _ if has_pipeline(file) => ZeroStage::Two,
        _ => ZeroStage::Three,
    };
    file.note("zero", if is_copied { SHARDS } else { option });
}

/// Communication under compute. It stays the framework's if the option is off.
fn overlap(file: &mut Fields) {
    for option in [
        "parallelism.enable_async_tensor_parallel",
        "compile.enable_async_tensor_parallel",
    ] {
        if file.is_on(option) {
            let tensor = WordSet::of(&[Overlap::Tensor]);
            file.reading.set_overlap(option, tensor, WordSet::EMPTY);
        }
    }
}

const PER_STAGE: &str = "parallelism.pipeline_parallel_layers_per_stage";
const FIRST: &str = "parallelism.pipeline_parallel_first_stage_less_layers";
const LAST: &str = "parallelism.pipeline_parallel_last_stage_less_layers";
const ENDS: &str = "parallelism.pipeline_parallel_first_stage_less_layers \
    parallelism.pipeline_parallel_last_stage_less_layers";

fn has_pipeline(file: &Fields) -> bool {
    file.reading.plan.layout.pipeline > 1
}

/// Layers for which the embedding and the loss count.
fn ends(file: &Fields) -> (u64, u64) {
    let less = |option| file.whole(option).unwrap_or(1);
    (less(FIRST), less(LAST))
}

/// The schedule, with the virtual stages of one that interleaves them.
fn pipeline(file: &mut Fields) {
    let option = "parallelism.pipeline_parallel_schedule";
    let schedule = match file.text(option).unwrap_or_default() {
        "" => Schedule::PLAIN,
        name => schedule_names::torchtitan(name).unwrap_or_else(|| {
            file.reading.unfit(option, name);
            Schedule::PLAIN
        }),
    };
    if schedule.facts().is_interleaved() {
        let (first, last) = ends(file);
        let (model, layout) = (&file.reading.plan.model, &file.reading.plan.layout);
        let layers = model.layers.saturating_add(first.saturating_add(last));
        let stages = match file.whole(PER_STAGE) {
            Some(each) if each > 0 => layers.div_ceil(each),
            // Two virtual stages a rank by default.
            _ => layout.pipeline.saturating_mul(2),
        };
        let chunks = (stages / layout.pipeline).max(1);
        file.reading.set_whole("vp", option, chunks);
    } else if schedule != Schedule::PLAIN {
        file.reading.plan.layout.schedule = Some(schedule);
    }
    file.note("sched", option);
}

fn less(facts: &Facts) -> Option<OptionValue> {
    whole(u64::from(facts.plan.layout.ends_count))
}

fn is_even_pipeline(facts: &Facts) -> bool {
    facts.plan.layout.pipeline > 1 && facts.plan.layout.split.is_empty()
}

fn is_routed(facts: &Facts) -> bool {
    facts.is_routed()
}

fn has_odd_experts(facts: &Facts) -> bool {
    let layout = &facts.plan.layout;
    layout.expert_tensor != 1 && layout.expert_tensor != layout.tensor
}

/// True if the plan's model is one of these models of torchtitan.
fn is_named(facts: &Facts, models: &[&str]) -> bool {
    flavor(&facts.plan.model).is_some_and(|(name, _)| models.contains(&name))
}
