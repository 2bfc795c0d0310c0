//! The degrees of parallelism, and the state that data-parallel ranks shard.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/import_exports.rs`.

use super::model::is_llama;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{switch, whole, word};
use crate::export::facts::Facts;
use crate::frameworks::adapters::has_adapters;
use crate::frameworks::setting::{Setting, number, option, read, words, written};
use crate::frameworks::torchtitan::write::shard_degree;
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use cost::plan::{ContextKind, ZeroStage};

pub(super) const LAYOUT_ROWS: &[Setting] = &[
    number("tensor_parallel_dim", "tp")
        .usual("1")
        .when(|f| f.plan.layout.tensor > 1)
        .lacks(&[
            // `full_finetune_distributed.py` wants a plan of the matrices, which Llama alone has;
            // `lora_finetune_distributed.py` has one rank.
            Lack::when(Aspect::Tensor, Fate::Refused, |f| {
                has_adapters(f) || !is_llama(f)
            }),
            // `training/_distributed.py`, `prepare_mha_for_tp`.
            Lack::when(Aspect::KvHeads, Fate::Refused, |f| {
                let (heads, ranks) = (f.plan.model.kv_heads, f.plan.layout.tensor);
                !heads.is_multiple_of(ranks)
            }),
            // The plan of Llama's matrices has it.
            Lack::no_option(Aspect::NoSequenceParallel),
            Lack::no_option(Aspect::Pipeline),
            Lack::no_option(Aspect::Expert),
            Lack::no_option(Aspect::ExpertTensor),
            Lack::no_option(Aspect::Split),
            Lack::no_option(Aspect::Ends),
        ]),
    written("tensor_parallel_plan._component_", |_| {
        word("torchtune.models.llama3.base_llama_tp_plan")
    })
    .when(|f| f.plan.layout.tensor > 1 && is_llama(f)),
    number("context_parallel_dim", "cp")
        .usual("1")
        .when(|f| f.plan.layout.context > 1)
        .lacks(&[Lack::no_option(Aspect::ContiguousContext)]),
    words(
        "context_parallel_rotate_method",
        "cpkind",
        &[
            ("allgather", "ag"),
            ("alltoall", "ring"),
            ("alltoall", "a2a"),
        ],
    )
    .usual("ag")
    .when(|f| f.plan.layout.context > 1)
    .read_when(|file| file.reading.plan.layout.context > 1)
    .lacks(&[Lack::when(Aspect::ContextKind, Fate::Nearest, |f| {
        f.plan.layout.context_kind == ContextKind::AllToAll
    })]),
    words(
        "fsdp_reshard_after_forward",
        "zero",
        &[("true", "3"), ("false", "2")],
    )
    .usual("3")
    .written_by(|f| switch(f.plan.layout.zero == ZeroStage::Three))
    .when(|f| !is_alone(f))
    .lacks(&[
        Lack::when(Aspect::Zero, Fate::Nearest, |f| {
            f.plan.layout.zero == ZeroStage::One
        }),
        // Replicas that no rank shards do not exchange gradients.
        Lack::when(Aspect::WholeState, Fate::Nearest, |_| true),
    ]),
    written("data_parallel_replicate_dim", |f| whole(f.data / shards(f)))
        .when(|f| !is_alone(f))
        .beside(),
    option("data_parallel_shard_dim", |f| whole(shards(f)), data)
        .when(|f| !is_alone(f))
        .lacks(&[Lack::when(Aspect::ShardGroup, Fate::NoOption, |f| {
            !f.data.is_multiple_of(f.shard_groups())
        })]),
    read("data_parallel_replicate_dim", |_| {}),
];

/// True of one GPU, whose recipes have no options of a layout.
pub(super) fn is_alone(facts: &Facts) -> bool {
    facts.plan.cluster.gpus == 1
}

/// Data-parallel ranks that shard one copy of the state.
fn shards(facts: &Facts) -> u64 {
    match facts.plan.layout.zero {
        ZeroStage::Zero => facts.data,
        _ => shard_degree(facts),
    }
}

/// Ranks that shard one copy of the state, and copies; together with the other degrees they are the
/// GPUs, unless the ranks follow from these.
fn data(file: &mut Fields) {
    let copies = file.whole("data_parallel_replicate_dim").unwrap_or(1);
    let path = "data_parallel_shard_dim";
    if let Some(ranks) = file.whole(path) {
        let layout = &file.reading.plan.layout;
        let degrees = [ranks, copies, layout.tensor, layout.context];
        file.gpus(path, &degrees);
    } else {
        file.reading.missing(MissingSetting::Cluster);
    }
    if copies > 1 {
        let plan = &file.reading.plan;
        let group = plan.cluster.gpus / copies / plan.layout.tensor.max(1);
        let option = "data_parallel_replicate_dim";
        file.reading.set_whole("hsdp", option, group.max(1));
    }
}
