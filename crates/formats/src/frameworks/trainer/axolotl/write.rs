//! Axolotl's YAML.
//!
//! Source of every option: axolotl-ai-cloud/axolotl at commit 067b021c (July 2026),
//! `src/axolotl/utils/schemas/config.py`, `training.py`, `model.py` and `fsdp.py`.

use crate::export::document::{OptionRow, OptionValue, on, row, whole, whole_if, word, word_if};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::frameworks::torchtitan::write::{keeps_nothing_in_fp32, shard_degree};
use crate::frameworks::trainer::write::{
    bf16, fp8, gathers_float8, model, moves_shard, optimizer, recompute, uses_deepspeed, uses_fsdp,
};
use cost::plan::{CrossEntropy, Dtype, Kernels, Offload, ZeroStage};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "axolotl.yaml",
    text,
    launch: |facts| {
        let (nodes, each) = (facts.nodes().to_string(), facts.per_node().to_string());
        let start = "axolotl train axolotl.yaml --launcher torchrun -- --nnodes ";
        [start, &nodes, " --nproc-per-node ", &each].concat()
    },
};

fn text(job: &ExportInput, comments: &[String]) -> String {
    syntax::yaml_file(TABLE, job.facts, comments)
}

const TABLE: &[OptionRow] = &[
    row("base_model", |f| model(f).map(OptionValue::Word)),
    row("sequence_len", |f| whole(f.plan.sequence())),
    row("micro_batch_size", |f| whole(f.plan.batch.micro)),
    row("gradient_accumulation_steps", |f| {
        whole(f.legal.micro_batches)
    }),
    row("max_steps", |f| whole(f.steps())),
    row("bf16", bf16),
    row("fp16", |f| on(f.plan.levers.dtype == Dtype::Fp16)),
    row("bfloat16", |f| on(keeps_nothing_in_fp32(f))),
    row("fp8", fp8),
    row("fp8_enable_fsdp_float8_all_gather", |f| {
        on(gathers_float8(f))
    }),
    row("optimizer", optimizer),
    row("deepspeed", |f| {
        word_if(uses_deepspeed(f), "ds_config.json")
    }),
    row("fsdp_version", |f| whole_if(uses_fsdp(f), 2)),
    row("fsdp_config.reshard_after_forward", |f| {
        let gives_back = f.plan.layout.zero == ZeroStage::Three;
        uses_fsdp(f).then_some(OptionValue::Switch(gives_back))
    }),
    row("fsdp_config.offload_params", |f| {
        on(uses_fsdp(f) && moves_shard(f))
    }),
    row("fsdp_config.auto_wrap_policy", |f| {
        word_if(uses_fsdp(f), "TRANSFORMER_BASED_WRAP")
    }),
    row("fsdp_config.state_dict_type", |f| {
        word_if(uses_fsdp(f), "SHARDED_STATE_DICT")
    }),
    row("dp_replicate_size", |f| {
        whole_if(is_cut(f), f.data / shard_degree(f))
    }),
    row("dp_shard_size", |f| whole_if(is_cut(f), shard_degree(f))),
    row("tensor_parallel_size", |f| {
        whole_if(f.plan.layout.tensor > 1, f.plan.layout.tensor)
    }),
    row("context_parallel_size", |f| {
        whole_if(f.plan.layout.context > 1, f.plan.layout.context)
    }),
    row("gradient_checkpointing", recompute),
    row("activation_offloading", |f| {
        on(f.offloads(Offload::Activations))
    }),
    row("attn_implementation", |f| {
        word(if f.plan.levers.flash {
            "flash_attention_2"
        } else {
            "eager"
        })
    }),
    row("chunked_cross_entropy", |f| {
        on(f.plan.levers.cross_entropy == CrossEntropy::Chunked)
    }),
    row("torch_compile", |f| {
        on(f.plan.stack.kernels == Some(Kernels::Compiled))
    }),
];

/// True if the file needs the sizes of the mesh: without them FSDP shards over all ranks.
fn is_cut(facts: &Facts) -> bool {
    let layout = &facts.plan.layout;
    let is_plain = layout.tensor == 1 && layout.context == 1 && facts.shard_groups() == 1;
    uses_fsdp(facts) && layout.pipeline == 1 && !is_plain
}
