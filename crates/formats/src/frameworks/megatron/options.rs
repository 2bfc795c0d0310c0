//! Options of Megatron-LM, in the order of its file.

use crate::export::document::{
    OptionRow, OptionValue, flag, number, row, whole, whole_if, word, word_if,
};
use crate::export::facts::Facts;
use crate::frameworks::megatron::rules::{
    backend, can_offload_layers, distributes, exchanges_under_compute, fuses_loss, graph_modules,
    groups_products, is_bf16, is_precision_aware, loss_fusion, modules, moments, strategy,
};
use cost::plan::{
    ContextKind, Dtype, GradientType, GraphScope, Kernels, Norm, Offload, Optimizer, Overlap,
    Positions, Recompute,
};

pub(crate) const TABLE: &[OptionRow] = &[
    // The model.
    row("--num-layers", |f| whole(f.plan.model.layers)),
    row("--hidden-size", |f| whole(f.plan.model.hidden)),
    row("--ffn-hidden-size", |f| whole(f.plan.model.ffn)),
    row("--num-attention-heads", |f| whole(f.plan.model.heads)),
    row("--group-query-attention", |f| flag(has_groups(f))),
    row("--num-query-groups", |f| {
        whole_if(has_groups(f), f.plan.model.kv_heads)
    }),
    row("--kv-channels", |f| {
        let model = &f.plan.model;
        whole_if(model.query_width() != model.hidden, model.head_dim)
    }),
    row("--max-position-embeddings", |f| {
        whole(f.plan.model.trained_sequence.max(f.plan.sequence()))
    }),
    row("--position-embedding-type", |f| {
        match f.plan.model.positions {
            Positions::Rope => word("rope"),
            Positions::Learned => word("learned_absolute"),
            Positions::None => word("none"),
            Positions::Alibi => None,
        }
    }),
    row("--vocab-size", |f| whole(f.plan.model.vocab)),
    row("--make-vocab-size-divisible-by", |f| {
        let multiple = vocabulary_multiple(f);
        whole_if(multiple != VOCABULARY_MULTIPLE, multiple)
    }),
    row("--normalization", |f| {
        word_if(f.plan.model.norm == Norm::Rms, "RMSNorm")
    }),
    row("--swiglu", |f| flag(f.plan.model.gated)),
    row("--disable-bias-linear", |f| flag(!f.plan.model.bias)),
    row("--untie-embeddings-and-output-weights", |f| {
        flag(!f.plan.model.tied)
    }),
    row("--attention-dropout", no_dropout),
    row("--hidden-dropout", no_dropout),
    row("--window-size", |f| {
        let window = f.plan.model.window;
        let words = || OptionValue::Text([&window.to_string(), ",0"].concat());
        (window > 0).then(words)
    }),
    row("--window-attn-skip-freq", |f| {
        let every = f.plan.model.full_attention_every;
        whole_if(f.plan.model.window > 0 && every > 0, every)
    }),
    row("--mtp-num-layers", |f| {
        let layers = f.plan.model.multi_token_layers;
        whole_if(layers > 0, layers)
    }),
    row("--multi-latent-attention", |f| {
        flag(f.plan.model.mla.is_some())
    }),
    row("--q-lora-rank", |f| {
        let rank = f.plan.model.mla?.query_rank;
        whole_if(rank > 0, rank)
    }),
    row("--kv-lora-rank", |f| whole(f.plan.model.mla?.kv_rank)),
    row("--qk-head-dim", |f| whole(f.plan.model.mla?.nope)),
    row("--qk-pos-emb-head-dim", |f| whole(f.plan.model.mla?.rope)),
    row("--v-head-dim", |f| whole(f.plan.model.mla?.value)),
    // Its experts.
    row("--num-experts", |f| {
        whole_if(f.is_routed(), f.plan.model.moe.experts)
    }),
    row("--moe-router-topk", |f| {
        whole_if(f.is_routed(), f.plan.model.moe.per_token)
    }),
    row("--moe-ffn-hidden-size", |f| {
        whole_if(f.is_routed(), f.plan.model.moe.ffn)
    }),
    row("--moe-shared-expert-intermediate-size", |f| {
        let width = f.plan.model.moe.shared_width();
        whole_if(f.is_routed() && width > 0, width)
    }),
    row("--moe-layer-freq", |f| {
        let pattern = f.routed_pattern().filter(|_| f.is_routed());
        pattern.map(OptionValue::Text)
    }),
    row("--moe-token-dispatcher-type", |f| {
        let is_flexible = backend(f).is_some();
        word_if(f.is_routed(), if is_flexible { "flex" } else { "alltoall" })
    }),
    row("--moe-flex-dispatcher-backend", |f| {
        backend(f).map(OptionValue::Word)
    }),
    // Megatron-LM refuses one expert a token without this (`transformer_config.py`).
    row("--moe-router-pre-softmax", |f| {
        flag(f.is_routed() && f.plan.model.moe.per_token == 1)
    }),
    row("--moe-grouped-gemm", |f| flag(groups_products(f))),
    // The layout.
    row("--tensor-model-parallel-size", |f| {
        whole(f.plan.layout.tensor)
    }),
    row("--sequence-parallel", |f| flag(f.plan.sequence_parallel())),
    row("--pipeline-model-parallel-size", |f| {
        whole(f.plan.layout.pipeline)
    }),
    row("--num-virtual-stages-per-pipeline-rank", |f| {
        let chunks = f.plan.layout.virtual_stages;
        whole_if(chunks > 1 && f.stage_layout().is_none(), chunks)
    }),
    row("--pipeline-model-parallel-layout", |f| {
        f.stage_layout().map(OptionValue::Text)
    }),
    row("--account-for-embedding-in-pipeline-split", ends),
    row("--account-for-loss-in-pipeline-split", ends),
    row("--context-parallel-size", |f| whole(f.plan.layout.context)),
    row("--cp-comm-type", |f| {
        let kind = match f.plan.layout.context_kind {
            ContextKind::Ring => "p2p",
            ContextKind::AllToAll => "a2a",
            ContextKind::AllGather => "all_gather",
        };
        word_if(f.plan.layout.context > 1, kind)
    }),
    row("--expert-model-parallel-size", |f| {
        whole_if(f.is_routed(), f.plan.layout.expert)
    }),
    row("--expert-tensor-parallel-size", |f| {
        whole_if(f.is_routed(), f.plan.layout.expert_tensor)
    }),
    row("--use-distributed-optimizer", |f| flag(distributes(f))),
    row("--use-megatron-fsdp", |f| flag(strategy(f).is_some())),
    row("--data-parallel-sharding-strategy", |f| {
        strategy(f).map(OptionValue::Word)
    }),
    row("--ckpt-format", |f| {
        if f.plan.levers.optimizer == Optimizer::Muon {
            return word("torch");
        }
        word_if(strategy(f).is_some(), "fsdp_dtensor")
    }),
    row("--num-distributed-optimizer-instances", |f| {
        whole_if(distributes(f) && f.shard_groups() > 1, f.shard_groups())
    }),
    // The batch and the run.
    row("--seq-length", |f| whole(f.plan.sequence())),
    row("--micro-batch-size", |f| whole(f.plan.batch.micro)),
    row("--global-batch-size", |f| whole(f.plan.global_batch())),
    row("--train-iters", |f| whole(f.steps())),
    // Precision and optimizer.
    row("--bf16", |f| flag(is_bf16(f.plan.levers.dtype))),
    row("--fp16", |f| flag(f.plan.levers.dtype == Dtype::Fp16)),
    row("--fp8-format", |f| match f.plan.levers.dtype {
        Dtype::Fp8 => word("hybrid"),
        Dtype::Fp8Block | Dtype::MxFp8 => word("e4m3"),
        _ => None,
    }),
    row("--fp8-recipe", |f| match f.plan.levers.dtype {
        Dtype::Fp8 => word("tensorwise"),
        Dtype::Fp8Block => word("blockwise"),
        Dtype::MxFp8 => word("mxfp8"),
        _ => None,
    }),
    row("--fp8-param-gather", |f| flag(f.plan.gathers_in_8_bits())),
    // Megatron FSDP refuses this option, as it has other buffers (`validate_args`).
    row("--reuse-grad-buf-for-mxfp8-param-ag", |f| {
        let is_mx = f.plan.levers.dtype == Dtype::MxFp8;
        flag(f.plan.gathers_in_8_bits() && is_mx && strategy(f).is_none())
    }),
    row("--fp4-format", |f| {
        word_if(f.plan.levers.dtype == Dtype::NvFp4, "e2m1")
    }),
    row("--optimizer", |f| match f.plan.levers.optimizer {
        Optimizer::SgdMomentum => word("sgd"),
        Optimizer::Muon => word("muon"),
        _ => word("adam"),
    }),
    row("--use-precision-aware-optimizer", |f| {
        flag(is_precision_aware(f))
    }),
    // With bf16 weights gradients are fp32 without this option, with fp16 weights they are fp16.
    row("--grad-reduce-in-bf16", |f| {
        let is_half = f.plan.gradients() == GradientType::Half;
        flag(is_half && is_bf16(f.plan.levers.dtype))
    }),
    row("--accumulate-allreduce-grads-in-fp32", |f| {
        let is_fp32 = f.plan.gradients() == GradientType::Fp32;
        flag(is_fp32 && f.plan.levers.dtype == Dtype::Fp16)
    }),
    row("--main-grads-dtype", |f| {
        let is_half = f.plan.gradients() == GradientType::Half;
        word_if(
            is_half && is_precision_aware(f) && is_bf16(f.plan.levers.dtype),
            "bf16",
        )
    }),
    row("--exp-avg-dtype", |f| moments(f).map(OptionValue::Word)),
    row("--exp-avg-sq-dtype", |f| moments(f).map(OptionValue::Word)),
    row("--optimizer-cpu-offload", |f| {
        flag(f.offloads(Offload::Optimizer) && distributes(f))
    }),
    // Memory against time.
    row("--recompute-granularity", |f| {
        match f.plan.levers.recompute {
            Recompute::None => None,
            Recompute::Full => word("full"),
            Recompute::Selective => word_if(!modules(f).is_empty(), "selective"),
        }
    }),
    row("--recompute-modules", |f| {
        let modules = modules(f);
        (!modules.is_empty()).then_some(OptionValue::Words(modules))
    }),
    row("--recompute-method", |f| {
        let some = f.plan.levers.recompute_layers.is_some();
        word_if(
            f.recomputes_layers(),
            if some { "block" } else { "uniform" },
        )
    }),
    row("--recompute-num-layers", |f| {
        let layers = f.plan.levers.recompute_layers.unwrap_or(1);
        whole_if(f.recomputes_layers(), layers)
    }),
    row("--cpu-offloading-num-layers", |f| {
        let on_stage = f.plan.model.layers.div_ceil(f.plan.layout.pipeline);
        let layers = f.plan.levers.offload_layers.unwrap_or(on_stage);
        whole_if(f.offloads_layers() && can_offload_layers(f), layers)
    }),
    row("--fine-grained-activation-offloading", |f| {
        flag(f.offload_modules().is_some())
    }),
    row("--offload-modules", |f| {
        f.offload_modules().map(OptionValue::Words)
    }),
    row("--attention-backend", |f| {
        word_if(!f.plan.levers.flash, "unfused")
    }),
    row("--cross-entropy-loss-fusion", |f| flag(fuses_loss(f))),
    row("--cross-entropy-fusion-impl", |f| {
        loss_fusion(f).map(OptionValue::Word)
    }),
    // The stack.
    row("--overlap-grad-reduce", |f| {
        flag(f.plan.overlaps(Overlap::Data))
    }),
    row("--overlap-param-gather", |f| {
        flag(f.plan.overlaps(Overlap::Data) && distributes(f))
    }),
    row("--tp-comm-overlap", |f| {
        flag(f.plan.overlaps(Overlap::Tensor) && f.plan.sequence_parallel())
    }),
    row("--no-overlap-p2p-communication", |f| {
        // Megatron-LM refuses this with two stages.
        let (layout, overlaps) = (&f.plan.layout, f.plan.overlaps(Overlap::Pipeline));
        flag(layout.virtual_stages > 1 && layout.pipeline > 2 && !overlaps)
    }),
    row("--overlap-moe-expert-parallel-comm", |f| {
        flag(exchanges_under_compute(f))
    }),
    row("--transformer-impl", |f| {
        word_if(f.plan.kernels() == Kernels::Eager, "local")
    }),
    row("--cuda-graph-impl", |f| match f.plan.graphs() {
        GraphScope::None => None,
        GraphScope::Partial => word("transformer_engine"),
        GraphScope::Full => word("local"),
    }),
    row("--cuda-graph-scope", |f| match f.plan.graphs() {
        GraphScope::None => None,
        GraphScope::Partial => Some(OptionValue::Words(graph_modules(f))),
        GraphScope::Full => word("full_iteration"),
    }),
    // Megatron-LM refuses a graph of the whole iteration without this (`validate_args`).
    row("--no-check-for-nan-in-loss-and-grad", |f| {
        flag(f.plan.graphs() == GraphScope::Full)
    }),
    row("--no-gradient-accumulation-fusion", |f| {
        flag(!f.plan.stack.fused_accumulation)
    }),
    row("--deterministic-mode", |f| flag(f.plan.stack.deterministic)),
];

/// Default of `--make-vocab-size-divisible-by`: a vocabulary is padded to a multiple of this number
/// of words for each tensor-parallel rank.
const VOCABULARY_MULTIPLE: u64 = 128;

/// The largest such multiple that leaves the plan's vocabulary unchanged.
fn vocabulary_multiple(facts: &Facts) -> u64 {
    let (vocab, tensor) = (facts.plan.model.vocab, facts.plan.layout.tensor.max(1));
    let stays = |multiple: &u64| vocab.is_multiple_of(multiple.saturating_mul(tensor));
    let halves = (0..7).map(|shift| VOCABULARY_MULTIPLE >> shift);
    halves.into_iter().find(stays).unwrap_or(1)
}

fn has_groups(facts: &Facts) -> bool {
    let model = &facts.plan.model;
    model.kv_heads != model.heads && model.mla.is_none()
}

fn no_dropout(facts: &Facts) -> Option<OptionValue> {
    if facts.plan.model.dropout {
        None
    } else {
        number("0.0")
    }
}

fn ends(facts: &Facts) -> Option<OptionValue> {
    flag(facts.plan.layout.ends_count && facts.stage_layout().is_none())
}
