//! DeepSpeed's JSON.
//!
//! Source of every option: microsoft/DeepSpeed 0.19.8, `deepspeed/runtime/config.py` and
//! `constants.py`, `runtime/zero/config.py` and `offload_config.py`, `runtime/precision_config.py`,
//! `runtime/tensor_parallel/config.py`, `runtime/activation_checkpointing/config.py`.

use crate::export::document::{
    OptionRow, on, row, set, switch, tree, whole, whole_if, word, word_if,
};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use cost::plan::{
    ContextKind, Dtype, GradientType, MasterWeights, Offload, Optimizer, Overlap, ZeroStage,
};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "ds_config.json",
    text,
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

/// JSON has no comments, so notes are shown beside the file.
fn text(job: &ExportInput, _: &[String]) -> String {
    syntax::json(tree(set(TABLE, job.facts)))
}

const TABLE: &[OptionRow] = &[
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
    row("bf16.bf16_master_weights_and_grads", |f| {
        on(has_no_master(f) && f.plan.levers.dtype != Dtype::Fp16)
    }),
    row("bf16.bf16_optimizer_states", |f| {
        let is_bf16 = f.plan.levers.dtype != Dtype::Fp16;
        let moments = f.plan.levers.optimizer == Optimizer::AdamWBf16;
        on(has_no_master(f) && is_bf16 && moments)
    }),
    row("fp16.fp16_master_weights_and_grads", |f| {
        on(has_no_master(f) && f.plan.levers.dtype == Dtype::Fp16)
    }),
    row("data_types.grad_accum_dtype", |f| {
        let dtype = f.plan.levers.dtype;
        match f.plan.levers.gradients? {
            GradientType::Fp32 => word("fp32"),
            GradientType::Half if dtype == Dtype::Fp16 => word("fp16"),
            GradientType::Half => word_if(dtype != Dtype::Fp32, "bf16"),
        }
    }),
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

/// True if the optimizer updates 16-bit weights with 16-bit gradients, which DeepSpeed does only
/// for sharded state.
pub(crate) fn has_no_master(facts: &Facts) -> bool {
    let plan = facts.plan;
    plan.master() == MasterWeights::None
        && plan.gradients() == GradientType::Half
        && plan.levers.dtype != Dtype::Fp32
        && plan.layout.zero != ZeroStage::Zero
}
