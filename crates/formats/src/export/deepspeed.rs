//! DeepSpeed's JSON.
//!
//! Source of every option: microsoft/DeepSpeed 0.19.8, `deepspeed/runtime/config.py` and
//! `constants.py`, `runtime/zero/config.py` and `offload_config.py`, `runtime/precision_config.py`,
//! `runtime/tensor_parallel/config.py`, `runtime/activation_checkpointing/config.py`.

use super::aspect::{Aspect, Fate, Lack};
use super::document::{Row, on, row, set, switch, tree, whole, whole_if, word_if};
use super::syntax;
use super::writer::{Job, Writer};
use cost::plan::{ContextKind, Dtype, Offload, Overlap, Recipe, ZeroStage};

pub(super) static WRITER: Writer = Writer {
    file_name: "ds_config.json",
    text,
    launch: |facts| {
        let (nodes, each) = (facts.nodes.to_string(), facts.per_node.to_string());
        let parts = [
            "deepspeed --num_nodes ",
            &nodes,
            " --num_gpus ",
            &each,
            " TRAINING_PROGRAM --deepspeed --deepspeed_config ds_config.json",
        ];
        parts.concat()
    },
    lacks: LACKS,
};

/// JSON has no comments: the notes go beside it.
fn text(job: &Job, _: &[String]) -> String {
    syntax::json(tree(set(TABLE, job.facts)))
}

const LACKS: &[Lack] = &[
    Lack::in_code(Aspect::Shape),
    Lack::yours(Aspect::Recipe),
    Lack::in_code(Aspect::Pipeline),
    // `PipelineEngine` of `runtime/pipe/engine.py` asserts a stage below two.
    Lack::refused(Aspect::ZeroInPipeline),
    Lack::when(Aspect::Schedule, Fate::NoOption, |_| true),
    Lack::in_code(Aspect::Split),
    // Its sequence parallelism is Ulysses: all-to-all over heads.
    Lack::when(Aspect::ContextKind, Fate::NoOption, |facts| {
        facts.plan.layout.context_kind != ContextKind::AllToAll
    }),
    Lack::in_code(Aspect::Expert),
    Lack::in_code(Aspect::ExpertTensor),
    Lack::when(Aspect::ShardGroup, Fate::Nearest, |facts| {
        facts.plan.layout.zero == ZeroStage::Three
    }),
    Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
        facts.plan.layout.zero != ZeroStage::Three
    }),
    Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
        !matches!(facts.plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16)
    }),
    Lack::no_option(Aspect::WeightStorage),
    Lack::in_code(Aspect::Optimizer),
    Lack::in_code(Aspect::Selective),
    Lack::in_code(Aspect::Full),
    Lack::in_code(Aspect::NoFlash),
    Lack::in_code(Aspect::CrossEntropy),
    Lack::when(Aspect::Overlap, Fate::Nearest, |_| true),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.stack.recipe,
            Recipe::DeepSpeed | Recipe::ZeroPaper
        )
    }),
    Lack::yours(Aspect::Rendezvous),
];

const TABLE: &[Row] = &[
    row("train_batch_size", |f| whole(f.plan.global_batch())),
    row("train_micro_batch_size_per_gpu", |f| {
        whole(f.plan.batch.micro)
    }),
    row("gradient_accumulation_steps", |f| {
        whole(f.legal.micro_batches)
    }),
    row("bf16.enabled", |f| {
        on(!matches!(f.plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16))
    }),
    row("fp16.enabled", |f| on(f.plan.levers.dtype == Dtype::Fp16)),
    row("zero_optimization.stage", |f| {
        whole(match f.plan.layout.zero {
            ZeroStage::Zero => 0,
            ZeroStage::One => 1,
            ZeroStage::Two => 2,
            ZeroStage::Three => 3,
        })
    }),
    row("zero_optimization.overlap_comm", |f| {
        switch(f.plan.overlaps(Overlap::Data))
    }),
    row("zero_optimization.offload_optimizer.device", |f| {
        word_if(f.offloads(Offload::Optimizer), "cpu")
    }),
    row("zero_optimization.offload_optimizer.pin_memory", |f| {
        on(f.offloads(Offload::Optimizer))
    }),
    row("zero_optimization.offload_param.device", |f| {
        word_if(f.offloads(Offload::Parameters), "cpu")
    }),
    row("zero_optimization.offload_param.pin_memory", |f| {
        on(f.offloads(Offload::Parameters))
    }),
    // ZeRO++ keeps a second copy of the weights in each group: the nearest to hybrid sharding.
    row("zero_optimization.zero_hpz_partition_size", |f| {
        let groups = f.plan.layout.zero == ZeroStage::Three && f.shard_groups() > 1;
        whole_if(groups, f.legal.shard_group())
    }),
    row("tensor_parallel.autotp_size", |f| {
        whole_if(f.plan.layout.tensor > 1, f.plan.layout.tensor)
    }),
    row("sequence_parallel_size", |f| {
        let is_ulysses = f.plan.layout.context_kind == ContextKind::AllToAll;
        let context = f.plan.layout.context;
        whole_if(context > 1 && is_ulysses, context)
    }),
    row("activation_checkpointing.cpu_checkpointing", |f| {
        on(f.offloads(Offload::Activations))
    }),
];
