//! LLaMA-Factory's YAML.
//!
//! Source of every option: hiyouga/LLaMA-Factory at commit ff6d4d12 (August 2026),
//! `src/llamafactory/hparams/`: `model_args.py`, `data_args.py`, `finetuning_args.py`,
//! `training_args.py`, `megatron_bridge_args.py`; huggingface/transformers, `training_args.py`.

use crate::export::document::{
    OptionRow, OptionValue, on, row, switch, whole, whole_if, word, word_if,
};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::frameworks::torchtitan::write::keeps_nothing_in_fp32;
use crate::frameworks::trainer::write::{
    bf16, fp8, model, moves_shard, optimizer, uses_deepspeed, uses_fsdp,
};
use cost::plan::{CrossEntropy, Dispatcher, Dtype, Optimizer, Recompute, ZeroStage};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "llama_factory.yaml",
    text,
    launch: |facts| {
        let (nodes, each) = (facts.nodes().to_string(), facts.per_node().to_string());
        let parts = [
            if is_split(facts) {
                "USE_MEGATRON_BRIDGE=1 "
            } else {
                ""
            },
            "FORCE_TORCHRUN=1 NNODES=",
            &nodes,
            " NPROC_PER_NODE=",
            &each,
            " llamafactory-cli train llama_factory.yaml",
        ];
        parts.concat()
    },
};

fn text(job: &ExportInput, comments: &[String]) -> String {
    syntax::yaml_file(TABLE, job.facts, comments)
}

const TABLE: &[OptionRow] = &[
    row("model_name_or_path", |f| model(f).map(OptionValue::Word)),
    row("stage", |_| word("pt")),
    row("do_train", |_| switch(true)),
    row("finetuning_type", |_| word("full")),
    row("cutoff_len", |f| whole(f.plan.sequence())),
    row("per_device_train_batch_size", |f| whole(f.plan.batch.micro)),
    row("gradient_accumulation_steps", |f| {
        whole(f.legal.micro_batches)
    }),
    row("max_steps", |f| whole(f.steps())),
    row("bf16", bf16),
    row("fp16", |f| on(f.plan.levers.dtype == Dtype::Fp16)),
    row("pure_bf16", |f| on(keeps_nothing_in_fp32(f))),
    row("fp8", fp8),
    row("optim", |f| {
        let is_muon = f.plan.levers.optimizer == Optimizer::Muon;
        optimizer(f).filter(|_| !is_muon)
    }),
    row("use_muon", |f| {
        on(f.plan.levers.optimizer == Optimizer::Muon)
    }),
    row("deepspeed", |f| {
        word_if(!is_split(f) && uses_deepspeed(f), "ds_config.json")
    }),
    row("fsdp", |f| {
        let shards = !is_split(f) && uses_fsdp(f);
        shards.then(|| OptionValue::Text(strategy(f)))
    }),
    row("tensor_model_parallel_size", |f| {
        whole_if(is_split(f), f.plan.layout.tensor)
    }),
    row("sequence_parallel", |f| {
        on(is_split(f) && f.plan.sequence_parallel())
    }),
    row("pipeline_model_parallel_size", |f| {
        whole_if(is_split(f), f.plan.layout.pipeline)
    }),
    row("virtual_pipeline_model_parallel_size", |f| {
        let stages = f.plan.layout.virtual_stages;
        whole_if(is_split(f) && stages > 1, stages)
    }),
    row("context_parallel_size", |f| {
        whole_if(is_split(f), f.plan.layout.context)
    }),
    row("expert_model_parallel_size", |f| {
        whole_if(is_split(f), f.plan.layout.expert)
    }),
    row("moe_token_dispatcher_type", |f| {
        let is_all_to_all = f.plan.dispatcher() == Dispatcher::AllToAll;
        let kind = if is_all_to_all { "alltoall" } else { "flex" };
        word_if(is_split(f) && f.exchanges_tokens(), kind)
    }),
    row("use_distributed_optimizer", |f| {
        let shards = f.plan.layout.zero != ZeroStage::Zero;
        is_split(f).then_some(OptionValue::Switch(shards))
    }),
    row("recompute_granularity", |f| {
        let kind = match f.plan.levers.recompute {
            Recompute::Full => "full",
            _ => "selective",
        };
        word_if(
            is_split(f) && f.plan.levers.recompute != Recompute::None,
            kind,
        )
    }),
    row("disable_gradient_checkpointing", |f| {
        switch(f.plan.levers.recompute != Recompute::Full)
    }),
    row("flash_attn", |f| {
        word(if f.plan.levers.flash {
            "fa2"
        } else {
            "disabled"
        })
    }),
    row("enable_liger_kernel", |f| {
        on(f.plan.levers.cross_entropy == CrossEntropy::Chunked)
    }),
];

/// True if the model is split, which needs the backend of Megatron-Bridge.
pub(crate) fn is_split(facts: &Facts) -> bool {
    let layout = &facts.plan.layout;
    [
        layout.tensor,
        layout.pipeline,
        layout.context,
        layout.expert,
    ]
    .iter()
    .any(|degree| *degree > 1)
}

/// FSDP by the Trainer's words.
fn strategy(facts: &Facts) -> String {
    let is_whole = facts.plan.layout.zero == ZeroStage::Three;
    let kind = match (is_whole, facts.shard_groups() > 1) {
        (true, false) => "full_shard",
        (false, false) => "shard_grad_op",
        (true, true) => "hybrid_shard",
        (false, true) => "hybrid_shard_zero2",
    };
    let offload = if moves_shard(facts) { " offload" } else { "" };
    [kind, " auto_wrap", offload].concat()
}
