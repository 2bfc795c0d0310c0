//! Rules of Megatron-LM: settings that it accepts, and settings that follow from a plan.

use crate::export::facts::Facts;
use cost::plan::limits::{EXPERT_FFN, EXPERTS};
use cost::plan::{
    CrossEntropy, Dispatcher, Dtype, Family, MasterWeights, Module, Offload, Optimizer, Overlap,
    Recompute, ZeroStage,
};

/// Megatron Core's names of modules that can be recomputed.
pub(crate) const MODULES: [(&str, Module); 6] = [
    ("core_attn", Module::Core),
    ("layernorm", Module::Norm),
    ("mlp", Module::Mlp),
    ("moe_act", Module::MoeActivation),
    ("moe", Module::Moe),
    ("mla_up_proj", Module::MlaUp),
];

pub(crate) const fn has_experts(facts: &Facts) -> bool {
    facts.is_routed()
}

pub(crate) const fn is_bf16(dtype: Dtype) -> bool {
    !matches!(dtype, Dtype::Fp32 | Dtype::Fp16)
}

/// True if the products of a layer's experts are one kernel, in 16 bits, from Ampere on
/// (`validate_args`).
pub(crate) fn groups_products(facts: &Facts) -> bool {
    let is_old = facts.plan.cluster.gpu.family == Family::Volta;
    facts.is_routed() && facts.plan.levers.dtype != Dtype::Fp32 && !is_old
}

/// True if the loss is one kernel. A deterministic run has none (`validate_args`).
pub(crate) fn fuses_loss(facts: &Facts) -> bool {
    facts.plan.levers.cross_entropy.is_fused() && !facts.plan.stack.deterministic
}

/// The implementation of a fused loss.
pub(crate) fn loss_fusion(facts: &Facts) -> Option<&'static str> {
    let implementation = match facts.plan.levers.cross_entropy {
        CrossEntropy::Plain
        | CrossEntropy::Eager
        | CrossEntropy::Parallel
        | CrossEntropy::Compiled => return None,
        CrossEntropy::Native | CrossEntropy::Chunked => "native",
        CrossEntropy::Fused => "te",
    };
    fuses_loss(facts).then_some(implementation)
}

/// True if options can express the plan's overlap, as far as it has an effect (`validate_args`).
/// Ring attention always hides, tensor-parallel communication only with sequence parallelism, and
/// pipeline transfers only with virtual stages.
pub(crate) fn hides_as_said(facts: &Facts) -> bool {
    let (plan, layout) = (facts.plan, &facts.plan.layout);
    let context = layout.context == 1 || plan.overlaps(Overlap::Context);
    // Ranks inside an expert exchange like tensor-parallel ranks.
    let is_alone = layout.tensor == 1 && layout.expert_tensor == 1;
    let tensor = is_alone || !plan.overlaps(Overlap::Tensor) || plan.sequence_parallel();
    let chunked = layout.virtual_stages > 1;
    let pipeline = layout.pipeline == 1 || !plan.overlaps(Overlap::Pipeline) || chunked;
    context && tensor && pipeline
}

/// True if tensor-parallel communication hides under products.
pub(crate) fn hides_tensor(facts: &Facts) -> bool {
    facts.plan.overlaps(Overlap::Tensor) && facts.plan.sequence_parallel()
}

/// True if the exchange of tokens runs under compute, and Megatron Core accepts it: in a pipeline
/// only with virtual stages, and without recompute of experts (`transformer_config.py`).
pub(crate) fn exchanges_under_compute(facts: &Facts) -> bool {
    let (layout, levers) = (&facts.plan.layout, &facts.plan.levers);
    let is_chunked = layout.pipeline == 1 || layout.virtual_stages > 1;
    let selective = levers.recompute == Recompute::Selective;
    let runs_again = selective && levers.modules.contains(Module::Moe);
    let is_accepted = is_chunked && !facts.recomputes_layers() && !runs_again;
    facts.plan.overlaps(Overlap::Expert) && layout.expert > 1 && is_accepted
}

/// True if Megatron Core accepts that activations of whole layers move to the host: without a
/// pipeline, without recompute, and not of all layers (`transformer_config.py`).
pub(crate) fn can_offload_layers(facts: &Facts) -> bool {
    let (plan, layers) = (facts.plan, facts.plan.model.layers);
    let moved = plan.levers.offload_layers.unwrap_or(layers);
    plan.layout.pipeline == 1 && plan.levers.recompute == Recompute::None && moved < layers
}

/// True if Megatron-LM's distributed optimizer shards the optimizer state.
pub(crate) fn distributes(facts: &Facts) -> bool {
    facts.plan.layout.zero != ZeroStage::Zero && facts.plan.levers.optimizer != Optimizer::Muon
}

/// The state that Megatron's FSDP shards, if the plan shards more than the optimizer state.
pub(crate) fn strategy(facts: &Facts) -> Option<&'static str> {
    let strategy = match facts.plan.layout.zero {
        ZeroStage::Zero | ZeroStage::One => return None,
        ZeroStage::Two => "optim_grads",
        ZeroStage::Three => "optim_grads_params",
    };
    distributes(facts).then_some(strategy)
}

/// The type of Adam's moments, if it is not fp32. Only the distributed optimizer has other types.
pub(crate) fn moments(facts: &Facts) -> Option<&'static str> {
    match facts.plan.levers.optimizer {
        _ if !distributes(facts) => None,
        Optimizer::AdamW8 => Some("fp8"),
        Optimizer::AdamWBf16 => Some("bf16"),
        _ => None,
    }
}

/// True if the optimizer keeps its state in other types than fp32.
pub(crate) fn is_precision_aware(facts: &Facts) -> bool {
    let is_offloaded = facts.offloads(Offload::Optimizer) && distributes(facts);
    moments(facts).is_some() || is_offloaded || keeps_remainders(facts)
}

/// True if the optimizer keeps the lower halves of fp32 weights beside bf16 ones: that of
/// TransformerEngine, which is Adam and needs sharded state.
pub(crate) fn keeps_remainders(facts: &Facts) -> bool {
    let levers = &facts.plan.levers;
    let is_adam = matches!(
        levers.optimizer,
        Optimizer::AdamW | Optimizer::AdamW8 | Optimizer::AdamWBf16
    );
    let is_asked = facts.plan.master() == MasterWeights::Remainder;
    is_asked && is_adam && is_bf16(levers.dtype) && distributes(facts)
}

/// The backend that sends tokens to experts, if it is not an all-to-all.
pub(crate) fn backend(facts: &Facts) -> Option<&'static str> {
    let backend = match facts.plan.dispatcher() {
        Dispatcher::AllToAll => return None,
        Dispatcher::DeepEp => "deepep",
        Dispatcher::HybridEp => "hybridep",
    };
    facts.exchanges_tokens().then_some(backend)
}

/// GPUs of a node up to which it is no rack: HGX boards have eight.
const NODE: u64 = 8;
/// NVLink domains of nodes over which `HybridEP` ran: DeepSeek-V3 on B200 and Qwen3-235B on H100 with
/// EP 32 (Megatron-Bridge 0.6, `docs/performance-summary-archive.md`, `perf_recipes/qwen/h100`).
/// Over eight of them it ends with faults of its topology (Megatron-Bridge #6043, #6045).
const HYBRID_NODES: u64 = 4;

/// True if `HybridEP` reaches the experts of all ranks. On racks they share one NVLink domain
/// (Megatron-Bridge, `scripts/performance/utils/utils.py`, `apply_target_topology_environment`).
pub(crate) fn reaches_experts(facts: &Facts) -> bool {
    let (layout, domain) = (&facts.plan.layout, facts.plan.cluster.gpu.domain);
    let ranks = layout.expert.saturating_mul(layout.expert_tensor);
    let domains = if domain > NODE { 1 } else { HYBRID_NODES };
    ranks <= domain.saturating_mul(domains)
}

/// The modules that a CUDA graph of a part of a layer captures: those before the exchange of
/// tokens, whose sizes only the router knows.
pub(crate) fn graph_modules(facts: &Facts) -> Vec<&'static str> {
    if facts.is_routed() {
        vec!["attn", "moe_router", "moe_preprocess"]
    } else {
        vec!["attn"]
    }
}

/// The modules that selective recompute drops, in Megatron's words.
pub(crate) fn modules(facts: &Facts) -> Vec<&'static str> {
    let levers = &facts.plan.levers;
    if levers.recompute != Recompute::Selective {
        return Vec::new();
    }
    let named = MODULES.iter();
    named
        .filter(|(_, module)| levers.modules.contains(*module))
        .map(|(word, _)| *word)
        .collect()
}

/// Number of shared experts, from the width of all of them together. They have the width of a
/// routed expert, or else the largest width that a plan allows.
pub(crate) fn shared_experts(shared: u64, routed: u64) -> u64 {
    let can_be = |count: u64| {
        shared.is_multiple_of(count)
            && EXPERTS.contains(&count)
            && EXPERT_FFN.contains(&(shared / count))
    };
    let alike = shared.checked_div(routed).filter(|&count| count > 0);
    let alike = alike.filter(|&count| count * routed == shared && can_be(count));
    let fewest = || (1..=*EXPERTS.end()).find(|&count| can_be(count));
    alike.or_else(fewest).unwrap_or(1)
}
