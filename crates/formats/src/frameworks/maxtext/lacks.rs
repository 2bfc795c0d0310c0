//! Lacks of `MaxText`.
//!
//! Source: AI-Hypercomputer/maxtext at commit e591f30c (August 2026), `src/maxtext/configs/types.py`
//! and `base.yml`.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::facts::Facts;
use crate::frameworks::maxtext::write::{is_deep, is_tpu, model_name};
use crate::schedule_names::MAXTEXT;
use cost::plan::{
    ContextKind, CrossEntropy, Dtype, Kernels, MasterWeights, Norm, Optimizer, Positions, Recipe,
    Recompute, ZeroStage,
};

/// Lacks of `MaxText`: the layout.
pub(crate) const LAYOUT: &[Lack] = &[
    // Norms are split along the hidden dimension, not along the sequence.
    Lack::when(Aspect::NoSequenceParallel, Fate::Nearest, |_| true),
    Lack::when(Aspect::Schedule, Fate::NoOption, |facts| {
        facts.plan.schedule() != MAXTEXT
    }),
    Lack::no_option(Aspect::OneFOneB),
    // Dense layers before routed ones stay outside its pipeline.
    Lack::when(Aspect::Pipeline, Fate::NoOption, |facts| {
        facts.plan.model.moe.dense_layers > 0
    }),
    Lack::when(Aspect::MicroBatches, Fate::Refused, |facts| {
        let stages = facts.plan.layout.pipeline;
        !facts.legal.micro_batches.is_multiple_of(stages)
    }),
    Lack::no_option(Aspect::Split),
    Lack::no_option(Aspect::Ends),
    // Ulysses on TPUs only.
    Lack::when(Aspect::ContextKind, Fate::Refused, |facts| {
        facts.plan.layout.context_kind == ContextKind::AllToAll && !is_tpu(facts)
    }),
    // Context and expert axes shard the weights.
    Lack::when(Aspect::Context, Fate::Nearest, keeps_weights),
    Lack::when(Aspect::Expert, Fate::Nearest, keeps_weights),
    Lack::when(Aspect::Expert, Fate::NoOption, |facts| {
        !facts.data.is_multiple_of(facts.plan.layout.expert)
    }),
    Lack::when(Aspect::ExpertTensor, Fate::NoOption, |facts| {
        facts.plan.layout.expert_tensor != facts.plan.layout.tensor
    }),
    Lack::when(Aspect::Zero, Fate::Nearest, |facts| {
        let layout = &facts.plan.layout;
        let is_cut = layout.context > 1 || layout.expert > 1;
        layout.zero == ZeroStage::Two || layout.zero == ZeroStage::One && is_cut
    }),
    Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
        let layout = &facts.plan.layout;
        let each = layout.expert.saturating_mul(facts.shard_groups());
        !layout.zero.shards_gradients() || !facts.data.is_multiple_of(each.max(1))
    }),
    Lack::when(Aspect::Dtype, Fate::Nearest, |facts| {
        facts.plan.levers.dtype == Dtype::Fp8Block
    }),
    Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.levers.optimizer,
            Optimizer::SgdMomentum | Optimizer::Muon | Optimizer::AdamWBf16
        )
    }),
    // Its Muon knows the matrices of some decoders.
    Lack::when(Aspect::Optimizer, Fate::Refused, |facts| {
        let is_unknown = facts.is_routed() && !is_deep(facts.plan)
            || model_name(facts.plan) == Some("mistral-7b");
        facts.plan.levers.optimizer == Optimizer::Muon && is_unknown
    }),
    Lack::when(Aspect::Optimizer, Fate::Nearest, |facts| {
        facts.plan.levers.optimizer == Optimizer::AdamWBf16
    }),
    Lack::no_option(Aspect::MlpTiles),
    Lack::no_option(Aspect::OffloadModules),
    // Policies name tensors, not modules.
    Lack::when(Aspect::Selective, Fate::Nearest, |_| true),
    Lack::no_option(Aspect::SomeLayers),
    Lack::when(Aspect::OffloadActivations, Fate::Nearest, |facts| {
        facts.plan.levers.recompute != Recompute::Full
    }),
];

/// Lacks of `MaxText` outside the layout.
pub(crate) const LACKS: &[Lack] = &[
    // Its decoder blocks are those of Llama, Mixtral, DeepSeek and of models that it knows by name.
    Lack::in_code(Aspect::Mixer),
    Lack::when(Aspect::Shape, Fate::InCode, |facts| {
        let model = &facts.plan.model;
        let is_llama = model.norm == Norm::Rms && model.positions == Positions::Rope;
        let is_even = model.moe.every <= 1 && model.full_attention_every == 0;
        model_name(facts.plan).is_none() && !(is_llama && is_even && !model.bias)
    }),
    Lack::yours(Aspect::Recipe),
    Lack::yours(Aspect::Rendezvous),
    // `fp8` and `nanoo_fp8`, not TransformerEngine's current scaling.
    Lack::when(Aspect::Accumulation, Fate::Refused, |facts| {
        let is_narrow = matches!(facts.plan.levers.dtype, Dtype::Fp8 | Dtype::Fp8Block);
        let is_amd = facts.plan.cluster.gpu.family == cost::plan::Family::Cdna;
        is_narrow && is_amd && facts.plan.layout.pipeline == 1
    }),
    Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
        facts.plan.gathers_in_8_bits()
    }),
    Lack::no_option(Aspect::WeightStorage),
    Lack::when(Aspect::Master, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.master(),
            MasterWeights::Fp32 | MasterWeights::None
        )
    }),
    Lack::no_option(Aspect::GradientSync),
    Lack::no_option(Aspect::OptimizerKernel),
    Lack::no_option(Aspect::Dispatcher),
    Lack::no_option(Aspect::Messages),
    Lack::when(Aspect::Kernels, Fate::NoOption, |facts| {
        facts.plan.kernels() != Kernels::Compiled
    }),
    Lack::when(Aspect::CrossEntropy, Fate::NoOption, |facts| {
        use CrossEntropy::{Chunked, Compiled};
        !matches!(facts.plan.levers.cross_entropy, Chunked | Compiled)
    }),
    Lack::when(Aspect::Overlap, Fate::Nearest, |_| true),
    Lack::no_option(Aspect::Deterministic),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        facts.plan.stack.recipe != Recipe::MaxText
    }),
];

/// True if each rank keeps whole weights.
fn keeps_weights(facts: &Facts) -> bool {
    facts.plan.layout.zero != ZeroStage::Three
}
