//! Lacks of nanotron.
//!
//! Source: huggingface/nanotron at commit 2411b022 (April 2026).

use super::super::aspect::{Aspect, Fate, Lack};
use super::super::nanotron::keeps_nothing_in_fp32;
use crate::schedule_names::names;
use cost::plan::{
    ContextKind, Dtype, GradientType, MasterWeights, Module, Norm, Positions, Recipe, Schedule,
    WordSet, ZeroStage,
};

/// Lacks of nanotron: the layout.
pub(super) const LAYOUT: &[Lack] = &[
    Lack::in_code(Aspect::ExpertTensor),
    Lack::when(Aspect::Schedule, Fate::NoOption, |facts| {
        names(facts.plan.schedule()).nanotron.is_none()
    }),
    Lack::no_option(Aspect::Split),
    Lack::no_option(Aspect::Ends),
    Lack::when(Aspect::ContextKind, Fate::NoOption, |facts| {
        facts.plan.layout.context_kind != ContextKind::Ring
    }),
    // Only its Qwen has context parallelism, and only from a checkpoint (`trainer.py`).
    Lack::no_option(Aspect::Context),
    // `models/llama.py`.
    Lack::when(Aspect::KvHeads, Fate::Refused, |facts| {
        !facts
            .plan
            .model
            .kv_heads
            .is_multiple_of(facts.plan.layout.tensor)
    }),
    // `parallel/pipeline_parallel/engine.py`.
    Lack::when(Aspect::MicroBatches, Fate::Refused, |facts| {
        let is_1f1b = facts.plan.schedule() == Schedule::PLAIN;
        is_1f1b && facts.legal.micro_batches + 1 < facts.plan.layout.pipeline
    }),
    Lack::no_option(Aspect::Expert),
    Lack::when(Aspect::Zero, Fate::NoOption, |facts| {
        matches!(facts.plan.layout.zero, ZeroStage::Two | ZeroStage::Three)
    }),
    Lack::no_option(Aspect::ShardGroup),
    Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.levers.dtype,
            Dtype::Fp32 | Dtype::Fp16 | Dtype::Bf16
        )
    }),
    Lack::no_option(Aspect::Optimizer),
    Lack::no_option(Aspect::MlpTiles),
    Lack::no_option(Aspect::OffloadModules),
    Lack::when(Aspect::Selective, Fate::NoOption, |facts| {
        facts.plan.levers.modules != WordSet::of(&[Module::Core])
    }),
    Lack::no_option(Aspect::SomeLayers),
    Lack::no_option(Aspect::OffloadOptimizer),
    Lack::no_option(Aspect::OffloadParameters),
    Lack::no_option(Aspect::OffloadActivations),
];

/// Lacks of nanotron outside the layout.
pub(super) const LACKS: &[Lack] = &[
    Lack::no_option(Aspect::ContiguousContext),
    // It trains the shape of Llama; other shapes are defined in Python.
    Lack::when(Aspect::Shape, Fate::InCode, |facts| {
        let model = &facts.plan.model;
        !model.gated
            || model.norm != Norm::Rms
            || model.positions != Positions::Rope
            || model.query_width() != model.hidden
    }),
    Lack::when(Aspect::Recipe, Fate::Usual, |_| true),
    Lack::yours(Aspect::Rendezvous),
    // Only its Qwen has experts (`moe_config`), and expert parallelism beside the other degrees
    // instead of inside data parallelism.
    Lack::in_code(Aspect::DenseShape),
    Lack::in_code(Aspect::Latent),
    Lack::in_code(Aspect::Window),
    Lack::in_code(Aspect::Mixer),
    Lack::in_code(Aspect::MultiToken),
    Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
        facts.plan.gathers_in_8_bits()
    }),
    Lack::no_option(Aspect::WeightStorage),
    // Without fp32 gradients there are no fp32 weights either.
    Lack::when(Aspect::Master, Fate::NoOption, |facts| {
        facts.plan.master() != MasterWeights::Fp32 && !keeps_nothing_in_fp32(facts)
    }),
    Lack::when(Aspect::Gradients, Fate::NoOption, |facts| {
        facts.plan.gradients() != GradientType::Fp32 && !keeps_nothing_in_fp32(facts)
    }),
    Lack::no_option(Aspect::GradientSync),
    Lack::no_option(Aspect::OptimizerKernel),
    Lack::no_option(Aspect::Graphs),
    Lack::no_option(Aspect::CrossEntropy),
    Lack::no_option(Aspect::Deterministic),
    Lack::when(Aspect::Overlap, Fate::Nearest, |_| true),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        facts.plan.stack.recipe != Recipe::Nanotron
    }),
];
