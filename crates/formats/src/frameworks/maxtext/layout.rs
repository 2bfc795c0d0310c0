//! The layout: the axes of a mesh of devices, each within a node or a slice and between them.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/releases.rs`.

use super::model::is_tpu;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{on, whole, whole_if};
use crate::export::facts::Facts;
use crate::frameworks::setting::{Setting, option, switch, words, written};
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use crate::import::value::ParsedValue;
use crate::schedule_names::MAXTEXT;
use cost::plan::{ContextKind, Word as _, ZeroStage};

/// Axes that replicate all.
const COPIES: &str = "ici_data_parallelism dcn_data_parallelism";
/// Axes that shard all.
const SHARDS: &str = "ici_fsdp_parallelism dcn_fsdp_parallelism ici_fsdp_transpose_parallelism \
    dcn_fsdp_transpose_parallelism";
const TENSOR: &str = "ici_tensor_parallelism dcn_tensor_parallelism \
    ici_tensor_transpose_parallelism ici_tensor_sequence_parallelism dcn_tensor_sequence_parallelism";
const CONTEXT: &str = "ici_context_parallelism dcn_context_parallelism ici_sequence_parallelism \
    dcn_sequence_parallelism";
const PIPELINE: &str = "ici_pipeline_parallelism dcn_pipeline_parallelism";
const EXPERT: &str = "ici_expert_parallelism dcn_expert_parallelism";

pub(super) const DATA_ROWS: &[Setting] = &[
    written("ici_data_parallelism", |f| whole(axes(f).data.0)).beside(),
    written("dcn_data_parallelism", |f| whole(axes(f).data.1)).beside(),
    option(SHARDS, |f| whole(axes(f).fsdp.0), data),
    written("dcn_fsdp_parallelism", |f| whole(axes(f).fsdp.1)).beside(),
];

pub(super) const DEGREE_ROWS: &[Setting] = &[
    option(
        TENSOR,
        |f| whole_if(!f.plan.sequence_parallel(), axes(f).tensor.0),
        |file| degree(file, "tp", TENSOR),
    )
    .lacks(&[
        // Norms are split along the hidden dimension, not along the sequence.
        Lack::when(Aspect::NoSequenceParallel, Fate::Nearest, |_| true).with_any_stages(),
        Lack::when(Aspect::ExpertTensor, Fate::NoOption, |f| {
            f.plan.layout.expert_tensor != f.plan.layout.tensor
        })
        .with_any_stages(),
    ]),
    written("dcn_tensor_parallelism", |f| {
        whole_if(!f.plan.sequence_parallel(), axes(f).tensor.1)
    })
    .beside(),
    // Activations between matrix products are split along the sequence.
    written("ici_tensor_sequence_parallelism", |f| {
        whole_if(f.plan.sequence_parallel(), axes(f).tensor.0)
    })
    .beside(),
    written("dcn_tensor_sequence_parallelism", |f| {
        whole_if(f.plan.sequence_parallel(), axes(f).tensor.1)
    })
    .beside(),
    // Context and expert axes shard the weights.
    option(
        CONTEXT,
        |f| whole(axes(f).context.0),
        |file| degree(file, "cp", CONTEXT),
    )
    .lacks(&[Lack::when(Aspect::Context, Fate::Nearest, keeps_weights)]),
    written("dcn_context_parallelism", |f| whole(axes(f).context.1)).beside(),
    option(
        PIPELINE,
        |f| whole(axes(f).pipeline.0),
        |file| degree(file, "pp", PIPELINE),
    )
    .lacks(&[
        Lack::when(Aspect::Schedule, Fate::NoOption, |f| {
            f.plan.schedule() != MAXTEXT
        })
        .with_any_sharding(),
        Lack::no_option(Aspect::OneFOneB),
        // Dense layers before routed ones stay outside its pipeline.
        Lack::when(Aspect::Pipeline, Fate::NoOption, |f| {
            f.plan.model.moe.dense_layers > 0
        })
        .with_any_sharding(),
        Lack::when(Aspect::MicroBatches, Fate::Refused, |f| {
            !f.legal.micro_batches.is_multiple_of(f.plan.layout.pipeline)
        })
        .with_any_sharding(),
        Lack::no_option(Aspect::Split),
        Lack::no_option(Aspect::Ends),
    ]),
    written("dcn_pipeline_parallelism", |f| whole(axes(f).pipeline.1)).beside(),
    option(
        EXPERT,
        |f| whole(axes(f).expert.0),
        |file| degree(file, "ep", EXPERT),
    )
    .lacks(&[
        Lack::when(Aspect::Expert, Fate::Nearest, keeps_weights),
        Lack::when(Aspect::Expert, Fate::NoOption, |f| {
            !f.data.is_multiple_of(f.plan.layout.expert)
        }),
    ]),
    written("dcn_expert_parallelism", |f| whole(axes(f).expert.1)).beside(),
    words(
        "context_parallel_strategy",
        "cpkind",
        &[("all_gather", "ag"), ("ring", "ring"), ("ulysses", "a2a")],
    )
    .usual("ag")
    .when(has_context)
    .read_when(|file| file.reading.plan.layout.context > 1)
    // Ulysses on TPUs only.
    .lacks(&[Lack::when(Aspect::ContextKind, Fate::Refused, |f| {
        f.plan.layout.context_kind == ContextKind::AllToAll && !is_tpu(f)
    })]),
    switch("context_parallel_load_balance", "cpbal")
        .usual("1")
        .when(has_context)
        .read_when(|file| file.reading.plan.layout.context > 1),
    written("num_layers_per_pipeline_stage", |f| {
        whole((f.plan.model.layers / f.legal.virtual_stages.max(1)).max(1))
    })
    .when(has_pipeline)
    .beside(),
    option(
        "num_pipeline_repeats",
        |f| whole((f.legal.virtual_stages / f.plan.layout.pipeline).max(1)),
        rounds,
    )
    .when(has_pipeline)
    .read_when(|file| file.reading.plan.layout.pipeline > 1),
    written("num_pipeline_microbatches", |f| {
        whole(f.legal.micro_batches)
    })
    .when(has_pipeline)
    .beside(),
    written("shard_optimizer_over_data", |f| {
        on(f.plan.layout.zero == ZeroStage::One)
    })
    .beside()
    .lacks(&[
        Lack::when(Aspect::Zero, Fate::Nearest, |f| {
            let layout = &f.plan.layout;
            let is_cut = layout.context > 1 || layout.expert > 1;
            layout.zero == ZeroStage::Two || layout.zero == ZeroStage::One && is_cut
        }),
        Lack::when(Aspect::ShardGroup, Fate::NoOption, |f| {
            let layout = &f.plan.layout;
            let each = layout.expert.saturating_mul(f.shard_groups());
            !layout.zero.shards_gradients() || !f.data.is_multiple_of(each.max(1))
        }),
    ]),
];

/// The product of the axes within and between slices; `None` if one of them takes the remaining
/// devices.
fn axis(file: &Fields, paths: &str) -> Option<u64> {
    let mut product = 1_u64;
    for path in paths.split(' ') {
        match file.value.at(path) {
            None => {}
            Some(ParsedValue::Whole(degree)) => product = product.saturating_mul(*degree),
            Some(_) => return None,
        }
    }
    Some(product)
}

fn degree(file: &mut Fields, key: &'static str, paths: &'static str) {
    match (axis(file, paths), file.first(paths)) {
        (Some(degree), Some((option, _))) => file.reading.set_whole(key, option, degree),
        (Some(_), None) => file.set_or(key, paths, "1"),
        (None, _) => file.reading.missing(MissingSetting::Auto(key)),
    }
}

/// Experts have the tensor-parallel degree of the other layers.
pub(super) fn end_degrees(file: &mut Fields) {
    if file.reading.plan.model.moe.experts > 0 {
        let degree = file.reading.plan.layout.tensor.to_string();
        file.reading
            .default("etp", "ici_tensor_parallelism", &degree);
    }
}

/// Virtual stages: the number of rounds of the layers over the stages. One round is GPipe.
fn rounds(file: &mut Fields) {
    let option = "num_pipeline_repeats";
    let plan = &file.reading.plan;
    let each = file.whole("num_layers_per_pipeline_stage").unwrap_or(1);
    let round = plan.layout.pipeline.saturating_mul(each).max(1);
    let rounds = file.whole(option).unwrap_or(plan.model.layers / round);
    if rounds > 1 {
        file.reading.set_whole("vp", option, rounds);
    } else {
        file.reading.set("sched", option, MAXTEXT.word());
    }
}

/// Data-parallel ranks: the fsdp axes shard all, the data axes replicate.
fn data(file: &mut Fields) {
    let option = "ici_fsdp_parallelism";
    let (shards, copies) = (axis(file, SHARDS), axis(file, COPIES));
    // The fsdp axis takes the remaining devices if a file sets neither axis.
    let is_open = !file.has("ici_fsdp_parallelism ici_data_parallelism");
    // Context and expert axes shard the weights, too.
    let layout = &file.reading.plan.layout;
    let is_cut = layout.context > 1 || layout.expert > 1;
    file.reading.plan.layout.zero = if shards != Some(1) || is_cut || is_open {
        ZeroStage::Three
    } else if file.is_on("shard_optimizer_over_data") {
        ZeroStage::One
    } else {
        ZeroStage::Zero
    };
    file.note(
        "zero",
        "ici_fsdp_parallelism dcn_fsdp_parallelism ici_data_parallelism",
    );
    let (Some(shards), Some(copies), false) = (shards, copies, is_open) else {
        file.reading.missing(MissingSetting::Cluster);
        return;
    };
    let layout = &file.reading.plan.layout;
    let (tensor, pipeline) = (layout.tensor, layout.pipeline);
    let (context, expert) = (layout.context, layout.expert);
    let degrees = [shards, copies, tensor, pipeline, context, expert];
    file.gpus(option, &degrees);
    let group = shards.saturating_mul(context).saturating_mul(expert);
    if group > 1 && copies > 1 {
        file.reading.set_whole("hsdp", option, group);
    }
}

/// True if each rank keeps whole weights.
fn keeps_weights(facts: &Facts) -> bool {
    facts.plan.layout.zero != ZeroStage::Three
}

fn has_context(facts: &Facts) -> bool {
    facts.plan.layout.context > 1
}

fn has_pipeline(facts: &Facts) -> bool {
    facts.plan.layout.pipeline > 1
}

/// Degrees of each axis within a node or a slice, and between them.
struct Axes {
    data: (u64, u64),
    fsdp: (u64, u64),
    tensor: (u64, u64),
    context: (u64, u64),
    expert: (u64, u64),
    pipeline: (u64, u64),
}

/// The axes of a plan, those with most communication inside. Experts take a part of the
/// data-parallel ranks, as far as they divide them.
fn axes(facts: &Facts) -> Axes {
    let (layout, cluster) = (&facts.plan.layout, &facts.plan.cluster);
    let mut inside = if is_tpu(facts) {
        common(cluster.gpus, cluster.gpu.domain.max(1))
    } else {
        facts.per_node()
    };
    let mut cut = |degree: u64| {
        let part = common(degree, inside);
        inside /= part;
        (part, degree / part)
    };
    let expert = common(layout.expert, facts.data);
    let rest = facts.data / expert;
    let copies = match layout.zero {
        ZeroStage::Zero | ZeroStage::One => rest,
        ZeroStage::Two | ZeroStage::Three => common(facts.shard_groups(), rest),
    };
    Axes {
        tensor: cut(layout.tensor),
        context: cut(layout.context),
        expert: cut(expert),
        fsdp: cut(rest / copies),
        data: cut(copies),
        pipeline: cut(layout.pipeline),
    }
}

/// The greatest common divisor.
fn common(left: u64, right: u64) -> u64 {
    let (mut left, mut right) = (left.max(1), right.max(1));
    while right > 0 {
        (left, right) = (right, left % right);
    }
    left
}
