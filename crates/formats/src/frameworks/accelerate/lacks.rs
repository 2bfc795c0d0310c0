//! Lacks of Hugging Face Accelerate.
//!
//! Source: huggingface/accelerate 1.15.0.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::frameworks::accelerate::write::{has_no_shards, has_pipeline};
use cost::plan::{ContextKind, Dtype, MasterWeights, Offload, Recipe, ZeroStage};

/// Lacks of Accelerate: the layout.
pub(crate) const LAYOUT: &[Lack] = &[
    Lack::when(Aspect::NoSequenceParallel, Fate::InCode, |_| true),
    // With a pipeline, the product of the other degrees would not be the number of processes.
    Lack::no_option(Aspect::Pipeline),
    Lack::when(Aspect::Tensor, Fate::NoOption, has_pipeline),
    Lack::when(Aspect::Context, Fate::NoOption, has_pipeline),
    Lack::when(Aspect::ContextKind, Fate::Nearest, |facts| {
        !has_pipeline(facts) && facts.plan.layout.context_kind == ContextKind::Ring
    }),
    // `parallelism_config.py`: FSDP2 needs ranks to shard over.
    Lack::when(Aspect::Tensor, Fate::Refused, has_no_shards),
    Lack::when(Aspect::Context, Fate::Refused, has_no_shards),
    Lack::when(Aspect::ShardGroup, Fate::Refused, has_no_shards),
    Lack::no_option(Aspect::Expert),
    Lack::no_option(Aspect::ExpertTensor),
    Lack::when(Aspect::Zero, Fate::Nearest, |facts| {
        facts.plan.layout.zero == ZeroStage::One
    }),
    Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
        has_pipeline(facts) || !facts.data.is_multiple_of(facts.shard_groups())
    }),
    Lack::when(Aspect::Dtype, Fate::Nearest, |facts| {
        !matches!(facts.plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16)
    }),
    Lack::in_code(Aspect::Optimizer),
    Lack::in_code(Aspect::MlpTiles),
    Lack::in_code(Aspect::OffloadModules),
    Lack::no_option(Aspect::Selective),
    Lack::no_option(Aspect::SomeLayers),
    Lack::when(Aspect::OffloadOptimizer, Fate::Nearest, |facts| {
        !facts.offloads(Offload::Parameters)
    }),
    Lack::when(Aspect::OffloadParameters, Fate::Nearest, |facts| {
        !facts.offloads(Offload::Optimizer)
    }),
    Lack::no_option(Aspect::OffloadActivations),
];

/// Lacks of Accelerate outside the layout.
pub(crate) const LACKS: &[Lack] = &[
    Lack::no_option(Aspect::ContiguousContext),
    Lack::in_code(Aspect::Shape),
    Lack::yours(Aspect::Recipe),
    Lack::in_code(Aspect::Accumulation),
    // `AORecipeKwargs` of its `Accelerator`.
    Lack::when(Aspect::NarrowGathers, Fate::InCode, |facts| {
        facts.plan.gathers_in_8_bits()
    }),
    Lack::no_option(Aspect::WeightStorage),
    Lack::when(Aspect::Master, Fate::InCode, |facts| {
        facts.plan.master() != MasterWeights::Fp32
    }),
    Lack::in_code(Aspect::Gradients),
    Lack::in_code(Aspect::GradientSync),
    Lack::in_code(Aspect::OptimizerKernel),
    Lack::in_code(Aspect::Graphs),
    Lack::in_code(Aspect::NoFlash),
    Lack::in_code(Aspect::CrossEntropy),
    Lack::in_code(Aspect::Deterministic),
    Lack::no_option(Aspect::Overlap),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.stack.recipe,
            Recipe::TorchTitan | Recipe::LlmFoundry | Recipe::HuggingFace
        )
    }),
    Lack::yours(Aspect::Rendezvous),
];
