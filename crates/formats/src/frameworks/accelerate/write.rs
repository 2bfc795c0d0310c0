//! YAML of Hugging Face Accelerate, with FSDP2.
//!
//! Source of every option: huggingface/accelerate 1.15.0, `commands/config/config_args.py`
//! (`ClusterConfig`), `commands/config/cluster.py` and `commands/launch.py`.

use crate::export::document::{
    OptionRow, OptionValue, on, row, switch, whole, whole_if, word, word_if,
};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use cost::plan::{ContextKind, Dtype, Offload, ZeroStage};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "accelerate.yaml",
    text,
    launch: |_| String::from("accelerate launch --config_file accelerate.yaml TRAINING_PROGRAM"),
};

fn text(job: &ExportInput, comments: &[String]) -> String {
    syntax::yaml_file(TABLE, job.facts, comments)
}

const TABLE: &[OptionRow] = &[
    row("compute_environment", |_| word("LOCAL_MACHINE")),
    row("debug", |_| switch(false)),
    row("use_cpu", |_| switch(false)),
    row("distributed_type", |f| {
        word(if shards(f) { "FSDP" } else { "MULTI_GPU" })
    }),
    row("mixed_precision", |f| match f.plan.levers.dtype {
        Dtype::Fp32 => word("no"),
        Dtype::Fp16 => word("fp16"),
        Dtype::Bf16 => word("bf16"),
        Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8 | Dtype::NvFp4 => word("fp8"),
    }),
    row("num_machines", |f| whole(f.nodes())),
    // Processes of all machines.
    row("num_processes", |f| whole(f.plan.cluster.gpus)),
    row("machine_rank", |_| whole(0)),
    row("rdzv_backend", |f| {
        word(if f.nodes() > 1 { "c10d" } else { "static" })
    }),
    row("main_training_function", |_| word("main")),
    row("fsdp_config.fsdp_version", |f| whole_if(shards(f), 2)),
    row("fsdp_config.fsdp_reshard_after_forward", |f| {
        let reshards = f.plan.layout.zero == ZeroStage::Three;
        shards(f).then_some(OptionValue::Switch(reshards))
    }),
    row("fsdp_config.fsdp_auto_wrap_policy", |f| {
        word_if(shards(f), "TRANSFORMER_BASED_WRAP")
    }),
    row("fsdp_config.fsdp_state_dict_type", |f| {
        word_if(shards(f), "SHARDED_STATE_DICT")
    }),
    row("fsdp_config.fsdp_offload_params", |f| {
        let offloads = f.offloads(Offload::Optimizer) || f.offloads(Offload::Parameters);
        on(shards(f) && offloads)
    }),
    row("fsdp_config.fsdp_activation_checkpointing", |f| {
        on(shards(f) && f.recomputes_layers())
    }),
    row(
        "parallelism_config.parallelism_config_dp_replicate_size",
        |f| whole_if(is_cut(f), f.data / shard_degree(f)),
    ),
    row("parallelism_config.parallelism_config_dp_shard_size", |f| {
        whole_if(is_cut(f), shard_degree(f))
    }),
    row("parallelism_config.parallelism_config_tp_size", |f| {
        whole_if(is_cut(f), f.plan.layout.tensor)
    }),
    row("parallelism_config.parallelism_config_cp_size", |f| {
        whole_if(is_cut(f), f.plan.layout.context)
    }),
    row(
        "parallelism_config.parallelism_config_cp_comm_strategy",
        |f| {
            let kind = match f.plan.layout.context_kind {
                ContextKind::AllGather => "allgather",
                ContextKind::Ring | ContextKind::AllToAll => "alltoall",
            };
            word_if(is_cut(f) && f.plan.layout.context > 1, kind)
        },
    ),
];

/// True if FSDP is in use: for sharding, or for its meshes of tensor and context parallelism.
fn shards(facts: &Facts) -> bool {
    let layout = &facts.plan.layout;
    layout.zero != ZeroStage::Zero || layout.tensor > 1 || layout.context > 1
}

/// True if there is a pipeline.
pub(crate) fn has_pipeline(facts: &Facts) -> bool {
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
pub(crate) fn has_no_shards(facts: &Facts) -> bool {
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
