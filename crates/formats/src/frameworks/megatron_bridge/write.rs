//! Overrides of a recipe of Megatron-Bridge, on which NeMo is built.
//!
//! Source of every option: NVIDIA-NeMo/Megatron-Bridge 0.6.0, `training/config.py`
//! (`ConfigContainer`), `training/comm_overlap.py`, `training/mixed_precision.py`, `recipes/`, and
//! its `scripts/training/`; 0.3.1, `models/gpt_provider.py`; Megatron Core 0.16.1,
//! `transformer_config.py`, `model_parallel_config.py`, `distributed_data_parallel_config.py`,
//! `optimizer_config.py`.

use crate::catalog;
use crate::export::document::{
    OptionRow, OptionValue, number, on, row, set, switch, whole, whole_if, word, word_if,
};
use crate::export::facts::Facts;
use crate::export::slurm::torchrun;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::frameworks::megatron::rules::{
    backend, can_offload_layers, distributes, exchanges_under_compute, fuses_loss, graph_modules,
    is_bf16, keeps_remainders, loss_fusion, modules, strategy,
};
use crate::frameworks::megatron::write::deterministic_collectives;
use cost::plan::{
    ContextKind, Dtype, GraphScope, Model, Norm, Offload, Optimizer, Overlap, Positions, Recompute,
    ZeroStage,
};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "overrides.sh",
    text,
    launch: |facts| {
        let recipe = recipe(&facts.plan.model).unwrap_or("YOUR_RECIPE");
        let parts = [
            deterministic_collectives(facts),
            &torchrun(facts),
            " run_recipe.py --recipe ",
            recipe,
            " --dataset mock \"${OVERRIDES[@]}\"",
        ];
        parts.concat()
    },
};

/// A shell script to be sourced: the overrides as one array.
fn text(job: &ExportInput, comments: &[String]) -> String {
    let options = set(TABLE, job.facts);
    [
        &syntax::comments(comments),
        "OVERRIDES=(\n",
        &syntax::overrides(&options),
        ")\n",
    ]
    .concat()
}

const TABLE: &[OptionRow] = &[
    row("model.num_layers", |f| whole(f.plan.model.layers)),
    row("model.hidden_size", |f| whole(f.plan.model.hidden)),
    row("model.ffn_hidden_size", |f| whole(f.plan.model.ffn)),
    row("model.num_attention_heads", |f| whole(f.plan.model.heads)),
    row("model.num_query_groups", |f| {
        let model = &f.plan.model;
        whole_if(model.mla.is_none(), model.kv_heads)
    }),
    row("model.kv_channels", |f| {
        let model = &f.plan.model;
        whole_if(model.mla.is_none(), model.head_dim)
    }),
    row("model.vocab_size", |f| whole(f.plan.model.vocab)),
    row("model.position_embedding_type", |f| {
        match f.plan.model.positions {
            Positions::Rope => word("rope"),
            Positions::Learned => word("learned_absolute"),
            Positions::Alibi | Positions::None => None,
        }
    }),
    row("model.normalization", |f| {
        let is_rms = f.plan.model.norm == Norm::Rms;
        word(if is_rms { "RMSNorm" } else { "LayerNorm" })
    }),
    row("model.gated_linear_unit", |f| switch(f.plan.model.gated)),
    row("model.add_bias_linear", |f| switch(f.plan.model.bias)),
    row("model.share_embeddings_and_output_weights", |f| {
        switch(f.plan.model.tied)
    }),
    row("model.attention_dropout", dropout),
    row("model.hidden_dropout", dropout),
    row("model.mtp_num_layers", |f| {
        let layers = f.plan.model.multi_token_layers;
        whole_if(layers > 0, layers)
    }),
    row("model.q_lora_rank", |f| {
        let rank = f.plan.model.mla?.query_rank;
        whole_if(rank > 0, rank)
    }),
    row("model.kv_lora_rank", |f| whole(f.plan.model.mla?.kv_rank)),
    row("model.qk_head_dim", |f| whole(f.plan.model.mla?.nope)),
    row("model.qk_pos_emb_head_dim", |f| {
        whole(f.plan.model.mla?.rope)
    }),
    row("model.v_head_dim", |f| whole(f.plan.model.mla?.value)),
    row("model.num_moe_experts", |f| {
        whole_if(f.is_routed(), f.plan.model.moe.experts)
    }),
    row("model.moe_router_topk", |f| {
        whole_if(f.is_routed(), f.plan.model.moe.per_token)
    }),
    row("model.moe_ffn_hidden_size", |f| {
        whole_if(f.is_routed(), f.plan.model.moe.ffn)
    }),
    row("model.moe_shared_expert_intermediate_size", |f| {
        let width = f.plan.model.moe.shared_width();
        whole_if(f.is_routed() && width > 0, width)
    }),
    row("model.moe_router_pre_softmax", |f| {
        on(f.is_routed() && f.plan.model.moe.per_token == 1)
    }),
    row("model.moe_token_dispatcher_type", |f| {
        let is_flexible = backend(f).is_some();
        word_if(f.is_routed(), if is_flexible { "flex" } else { "alltoall" })
    }),
    row("model.moe_flex_dispatcher_backend", |f| {
        backend(f).map(OptionValue::Word)
    }),
    row("model.tensor_model_parallel_size", |f| {
        whole(f.plan.layout.tensor)
    }),
    row("model.sequence_parallel", |f| {
        switch(f.plan.sequence_parallel())
    }),
    row("model.pipeline_model_parallel_size", |f| {
        whole(f.plan.layout.pipeline)
    }),
    row("model.virtual_pipeline_model_parallel_size", |f| {
        let chunks = f.plan.layout.virtual_stages;
        if chunks > 1 && f.stage_layout().is_none() {
            whole(chunks)
        } else {
            word("null")
        }
    }),
    // Recipes have layouts, which an even split has to remove.
    row("model.pipeline_model_parallel_layout", |f| {
        f.stage_layout()
            .map_or(word("null"), |layout| Some(OptionValue::Text(layout)))
    }),
    row("model.account_for_embedding_in_pipeline_split", ends),
    row("model.account_for_loss_in_pipeline_split", ends),
    row("model.context_parallel_size", |f| {
        whole(f.plan.layout.context)
    }),
    row("model.cp_comm_type", |f| {
        let kind = match f.plan.layout.context_kind {
            ContextKind::Ring => "p2p",
            ContextKind::AllToAll => "a2a",
            ContextKind::AllGather => "all_gather",
        };
        word_if(f.plan.layout.context > 1, kind)
    }),
    row("model.expert_model_parallel_size", |f| {
        whole_if(f.is_routed(), f.plan.layout.expert)
    }),
    row("model.expert_tensor_parallel_size", |f| {
        whole_if(f.is_routed(), f.plan.layout.expert_tensor)
    }),
    row("model.seq_length", |f| whole(f.plan.sequence())),
    // From 0.6 on this one decides, and the model's follows it (`training/config.py`).
    row("dataset.seq_length", |f| whole(f.plan.sequence())),
    row("train.micro_batch_size", |f| whole(f.plan.batch.micro)),
    row("train.global_batch_size", |f| whole(f.plan.global_batch())),
    row("train.train_iters", |f| whole(f.steps())),
    row("mixed_precision", |f| match f.plan.levers.dtype {
        Dtype::Fp32 => None,
        Dtype::Fp16 => word("fp16_mixed"),
        Dtype::Bf16 => word("bf16_mixed"),
        Dtype::Fp8 => word("bf16_with_fp8_current_scaling_mixed"),
        Dtype::Fp8Block => word("bf16_with_fp8_subchannel_scaling_mixed"),
        Dtype::MxFp8 => word("bf16_with_mxfp8_mixed"),
        Dtype::NvFp4 => word("bf16_with_nvfp4_mixed"),
    }),
    row("optimizer.optimizer", |f| match f.plan.levers.optimizer {
        Optimizer::SgdMomentum => word("sgd"),
        Optimizer::Muon => word("muon"),
        _ => word("adam"),
    }),
    row("optimizer.use_distributed_optimizer", distributed_optimizer),
    row("ddp.use_distributed_optimizer", distributed_optimizer),
    row("ddp.num_distributed_optimizer_instances", |f| {
        let groups = f.plan.layout.zero != ZeroStage::Zero && f.shard_groups() > 1;
        whole_if(groups, f.shard_groups())
    }),
    row("ddp.use_megatron_fsdp", |f| on(strategy(f).is_some())),
    row("dist.use_megatron_fsdp", |f| on(strategy(f).is_some())),
    row("ddp.data_parallel_sharding_strategy", |f| {
        strategy(f).map(OptionValue::Word)
    }),
    row("checkpoint.ckpt_format", |f| {
        word_if(strategy(f).is_some(), "fsdp_dtensor")
    }),
    // Recipes have a `comm_overlap`. It overwrites the model's options of the same names and, with
    // the distributed optimizer, those of `ddp` (`training/comm_overlap.py`).
    row("comm_overlap.overlap_grad_reduce", |f| {
        let overlaps = f.plan.overlaps(Overlap::Data);
        distributes(f).then_some(OptionValue::Switch(overlaps))
    }),
    row("comm_overlap.overlap_param_gather", |f| {
        let overlaps = f.plan.overlaps(Overlap::Data);
        distributes(f).then_some(OptionValue::Switch(overlaps))
    }),
    row("ddp.overlap_grad_reduce", |f| {
        let overlaps = f.plan.overlaps(Overlap::Data);
        (!distributes(f)).then_some(OptionValue::Switch(overlaps))
    }),
    row("ddp.overlap_param_gather", |f| {
        (!distributes(f)).then_some(OptionValue::Switch(false))
    }),
    row("comm_overlap.tp_comm_overlap", |f| {
        switch(f.plan.overlaps(Overlap::Tensor) && f.plan.sequence_parallel())
    }),
    row("comm_overlap.overlap_p2p_comm", |f| {
        switch(f.plan.layout.virtual_stages > 1 && f.plan.overlaps(Overlap::Pipeline))
    }),
    row("comm_overlap.overlap_moe_expert_parallel_comm", |f| {
        on(exchanges_under_compute(f))
    }),
    row("model.recompute_granularity", |f| {
        match f.plan.levers.recompute {
            Recompute::Full => word("full"),
            Recompute::Selective if !modules(f).is_empty() => word("selective"),
            _ => word("null"),
        }
    }),
    row("model.recompute_modules", |f| {
        let modules = modules(f);
        (!modules.is_empty()).then_some(OptionValue::Words(modules))
    }),
    row("model.recompute_method", |f| {
        let some = f.plan.levers.recompute_layers.is_some();
        word_if(
            f.recomputes_layers(),
            if some { "block" } else { "uniform" },
        )
    }),
    row("model.recompute_num_layers", |f| {
        let layers = f.plan.levers.recompute_layers.unwrap_or(1);
        whole_if(f.recomputes_layers(), layers)
    }),
    row("model.cpu_offloading", |f| {
        on(f.offloads_layers() && can_offload_layers(f))
    }),
    row("model.cpu_offloading_num_layers", |f| {
        let on_stage = f.plan.model.layers.div_ceil(f.plan.layout.pipeline);
        let layers = f.plan.levers.offload_layers.unwrap_or(on_stage);
        whole_if(f.offloads_layers() && can_offload_layers(f), layers)
    }),
    row("model.fine_grained_activation_offloading", |f| {
        on(f.offload_modules().is_some())
    }),
    row("model.offload_modules", |f| {
        f.offload_modules().map(OptionValue::Words)
    }),
    row("optimizer.optimizer_cpu_offload", |f| {
        on(f.offloads(Offload::Optimizer))
    }),
    // Without this share no state moves.
    row("optimizer.optimizer_offload_fraction", |f| {
        f.offloads(Offload::Optimizer)
            .then(|| number("1.0"))
            .flatten()
    }),
    row("optimizer.use_precision_aware_optimizer", |f| {
        on(f.offloads(Offload::Optimizer) || keeps_remainders(f))
    }),
    // On by default where the optimizer is precision-aware.
    row("optimizer.store_param_remainders", |f| {
        let remainders = keeps_remainders(f);
        let is_bf16 = is_bf16(f.plan.levers.dtype);
        let is_precision_aware = remainders || is_bf16 && f.offloads(Offload::Optimizer);
        is_precision_aware.then_some(OptionValue::Switch(remainders))
    }),
    row("model.cross_entropy_loss_fusion", |f| switch(fuses_loss(f))),
    row("model.cross_entropy_fusion_impl", |f| {
        loss_fusion(f).map(OptionValue::Word)
    }),
    row("model.cuda_graph_impl", |f| match f.plan.graphs() {
        GraphScope::None => word("none"),
        GraphScope::Partial => word("transformer_engine"),
        GraphScope::Full => word("local"),
    }),
    row("model.cuda_graph_scope", |f| match f.plan.graphs() {
        GraphScope::None => None,
        GraphScope::Partial => Some(OptionValue::Words(graph_modules(f))),
        GraphScope::Full => Some(OptionValue::Words(vec!["full_iteration"])),
    }),
    row("model.gradient_accumulation_fusion", |f| {
        let fused = f.plan.stack.fused_accumulation;
        (!fused).then_some(OptionValue::Switch(false))
    }),
    row("model.deterministic_mode", |f| {
        on(f.plan.stack.deterministic)
    }),
];

/// Models of the catalogue with their recipes.
pub(crate) const RECIPES: [(&str, &str); 12] = [
    ("gpt3-175b", "gpt3_175b_pretrain_config"),
    ("llama2-7b", "llama2_7b_pretrain_config"),
    ("llama3-8b", "llama3_8b_pretrain_config"),
    ("llama3-70b", "llama3_70b_pretrain_config"),
    ("llama3-405b", "llama31_405b_pretrain_config"),
    ("qwen3-8b", "qwen3_8b_pretrain_config"),
    ("qwen3-32b", "qwen3_32b_pretrain_config"),
    ("qwen3-30b-a3b", "qwen3_30b_a3b_pretrain_config"),
    ("qwen3-235b-a22b", "qwen3_235b_a22b_pretrain_config"),
    ("deepseek-v2-236b", "deepseek_v2_pretrain_config"),
    ("deepseek-v3-671b", "deepseek_v3_pretrain_config"),
    ("gpt-oss-120b", "gpt_oss_120b_pretrain_config"),
];

/// The recipe whose model has this shape.
pub(crate) fn recipe(model: &Model) -> Option<&'static str> {
    let known = catalog::model(model.preset).is_some_and(|shape| shape == *model);
    let found = RECIPES.iter().find(|(preset, _)| *preset == model.preset);
    found.filter(|_| known).map(|(_, recipe)| *recipe)
}

fn dropout(facts: &Facts) -> Option<OptionValue> {
    // 0.1 is the default of Megatron Core.
    number(if facts.plan.model.dropout {
        "0.1"
    } else {
        "0.0"
    })
}

fn ends(facts: &Facts) -> Option<OptionValue> {
    switch(facts.plan.layout.ends_count && facts.stage_layout().is_none())
}

fn distributed_optimizer(facts: &Facts) -> Option<OptionValue> {
    switch(distributes(facts))
}
