//! Lacks of DeepSpeed.
//!
//! Source: deepspeedai/DeepSpeed 0.19.8.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::frameworks::deepspeed::write::has_no_master;
use cost::plan::{ContextKind, Dtype, MasterWeights, Recipe, ZeroStage};

/// Lacks of DeepSpeed: the layout.
pub(crate) const LAYOUT: &[Lack] = &[
    Lack::in_code(Aspect::Pipeline),
    // `PipelineEngine` of `runtime/pipe/engine.py` asserts a stage below two.
    Lack::refused(Aspect::ZeroInPipeline),
    Lack::no_option(Aspect::Schedule),
    Lack::in_code(Aspect::Split),
    // Its sequence parallelism is Ulysses: all-to-all over heads.
    Lack::when(Aspect::ContextKind, Fate::NoOption, |facts| {
        facts.plan.layout.context_kind != ContextKind::AllToAll
    }),
    Lack::in_code(Aspect::Expert),
    Lack::in_code(Aspect::ExpertTensor),
    Lack::when(Aspect::ShardGroup, Fate::Nearest, |facts| {
        facts.plan.layout.zero == ZeroStage::Three
    }),
    Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
        facts.plan.layout.zero != ZeroStage::Three
    }),
    Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
        !matches!(facts.plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16)
    }),
    Lack::in_code(Aspect::Optimizer),
    Lack::in_code(Aspect::MlpTiles),
    Lack::in_code(Aspect::OffloadModules),
    Lack::in_code(Aspect::Selective),
    Lack::in_code(Aspect::Full),
    // The Trainer has neither pipelines nor experts.
    Lack::when(Aspect::Pipeline, Fate::NoOption, |facts| {
        facts.plan.stack.recipe.has_trainer()
    }),
    Lack::when(Aspect::Expert, Fate::NoOption, |facts| {
        facts.plan.stack.recipe.has_trainer()
    }),
    // Ulysses (`sequence/layer.py`) excludes AutoTP, and divides heads among its ranks.
    Lack::when(Aspect::Context, Fate::Refused, |facts| {
        let (model, layout) = (&facts.plan.model, &facts.plan.layout);
        let shares = |heads: u64| {
            heads.is_multiple_of(layout.context) || layout.context.is_multiple_of(heads.max(1))
        };
        layout.tensor > 1 || !model.heads.is_multiple_of(layout.context) || !shares(model.kv_heads)
    }),
    // DeepSpeed's experts run up to ZeRO-2 (`runtime/engine.py`).
    Lack::when(Aspect::Zero, Fate::Refused, |facts| {
        facts.plan.layout.zero == ZeroStage::Three && facts.plan.layout.expert > 1
    }),
    // `runtime/zero/config.py`: parameters from stage 3, the optimizer from stage 1.
    Lack::when(Aspect::OffloadParameters, Fate::Refused, |facts| {
        facts.plan.layout.zero != ZeroStage::Three
    }),
    Lack::when(Aspect::OffloadOptimizer, Fate::Refused, |facts| {
        facts.plan.layout.zero == ZeroStage::Zero
    }),
];

/// Lacks of DeepSpeed outside the layout.
pub(crate) const LACKS: &[Lack] = &[
    Lack::no_option(Aspect::ContiguousContext),
    Lack::in_code(Aspect::Shape),
    Lack::yours(Aspect::Recipe),
    Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
        facts.plan.gathers_in_8_bits()
    }),
    Lack::no_option(Aspect::WeightStorage),
    Lack::when(Aspect::Master, Fate::NoOption, |facts| {
        facts.plan.master() != MasterWeights::Fp32 && !has_no_master(facts)
    }),
    Lack::no_option(Aspect::GradientSync),
    Lack::no_option(Aspect::OptimizerKernel),
    Lack::in_code(Aspect::Dispatcher),
    Lack::in_code(Aspect::Graphs),
    Lack::in_code(Aspect::NoFlash),
    Lack::in_code(Aspect::CrossEntropy),
    Lack::when(Aspect::Overlap, Fate::Nearest, |_| true),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.stack.recipe,
            Recipe::DeepSpeed | Recipe::ZeroPaper | Recipe::HuggingFaceDeepSpeed
        )
    }),
    Lack::yours(Aspect::Rendezvous),
];
