//! Lacks of Axolotl and LLaMA-Factory.
//!
//! Source: axolotl-ai-cloud/axolotl at commit 067b021c (July 2026),
//! `src/axolotl/utils/schemas/validation.py`; hiyouga/LLaMA-Factory at commit ff6d4d12 (August
//! 2026), `src/llamafactory/hparams/parser.py`.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::frameworks::torchtitan::write::keeps_nothing_in_fp32;
use crate::frameworks::trainer::llama_factory::write::is_split;
use crate::frameworks::trainer::write::{gathers_float8, model, uses_deepspeed, uses_fsdp};
use cost::plan::{
    ContextKind, CrossEntropy, Dtype, Kernels, MasterWeights, Offload, Optimizer, Recipe, ZeroStage,
};

/// Lacks of both: the layout.
pub(crate) const LAYOUT: &[Lack] = &[
    Lack::when(Aspect::ContextKind, Fate::Nearest, |facts| {
        facts.plan.layout.context_kind != ContextKind::Ring
    }),
    Lack::no_option(Aspect::Split),
    Lack::no_option(Aspect::Ends),
    Lack::when(Aspect::ExpertTensor, Fate::NoOption, |_| true),
    Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
        matches!(
            facts.plan.levers.dtype,
            Dtype::Fp8Block | Dtype::MxFp8 | Dtype::NvFp4
        )
    }),
    Lack::when(Aspect::Dtype, Fate::Nearest, |facts| {
        facts.plan.levers.dtype == Dtype::Fp8
    }),
    Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
        facts.plan.levers.optimizer == Optimizer::AdamWBf16 && !keeps_nothing_in_fp32(facts)
    }),
    Lack::when(Aspect::Optimizer, Fate::Nearest, |facts| {
        facts.plan.levers.optimizer == Optimizer::SgdMomentum
    }),
    Lack::no_option(Aspect::MlpTiles),
    Lack::no_option(Aspect::OffloadModules),
    Lack::no_option(Aspect::SomeLayers),
    // FSDP moves the state and the weights together.
    Lack::when(Aspect::OffloadOptimizer, Fate::Nearest, |facts| {
        uses_fsdp(facts) && !facts.offloads(Offload::Parameters)
    }),
    Lack::when(Aspect::OffloadParameters, Fate::Nearest, |facts| {
        uses_fsdp(facts) && !facts.offloads(Offload::Optimizer)
    }),
];

/// Lacks of both outside the layout.
pub(crate) const LACKS: &[Lack] = &[
    Lack::no_option(Aspect::ContiguousContext),
    Lack::when(Aspect::Shape, Fate::Yours, |facts| model(facts).is_none()),
    Lack::yours(Aspect::Recipe),
    Lack::yours(Aspect::Rendezvous),
    Lack::no_option(Aspect::WeightStorage),
    Lack::when(Aspect::Master, Fate::NoOption, |facts| {
        facts.plan.master() != MasterWeights::Fp32 && !keeps_nothing_in_fp32(facts)
    }),
    Lack::when(Aspect::Gradients, Fate::NoOption, |facts| {
        !keeps_nothing_in_fp32(facts)
    }),
    Lack::no_option(Aspect::GradientSync),
    Lack::no_option(Aspect::Graphs),
    Lack::no_option(Aspect::Messages),
    Lack::no_option(Aspect::Overlap),
    Lack::no_option(Aspect::Deterministic),
    Lack::when(Aspect::CrossEntropy, Fate::NoOption, |facts| {
        facts.plan.levers.cross_entropy != CrossEntropy::Chunked
    }),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.stack.recipe,
            Recipe::HuggingFace | Recipe::HuggingFaceDeepSpeed
        )
    }),
];

/// Lacks of Axolotl: the layout.
pub(crate) const AXOLOTL_LAYOUT: &[Lack] = &[
    Lack::no_option(Aspect::Pipeline),
    Lack::no_option(Aspect::Expert),
    Lack::when(Aspect::NoSequenceParallel, Fate::InCode, |_| true),
    // `config.py`: by DeepSpeed's AutoTP.
    Lack::when(Aspect::Tensor, Fate::Untested, |facts| {
        !uses_deepspeed(facts)
    }),
    Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
        !uses_fsdp(facts) || !facts.data.is_multiple_of(facts.shard_groups())
    }),
    Lack::when(Aspect::Optimizer, Fate::Refused, |facts| {
        facts.plan.levers.optimizer == Optimizer::Muon && uses_deepspeed(facts)
    }),
    Lack::no_option(Aspect::Selective),
    Lack::when(Aspect::OffloadActivations, Fate::Refused, |facts| {
        !facts.recomputes_layers()
    }),
];

/// Lacks of Axolotl outside the layout.
pub(crate) const AXOLOTL: &[Lack] = &[
    Lack::when(Aspect::Kernels, Fate::NoOption, |facts| {
        facts.plan.kernels() != Kernels::Compiled
    }),
    Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
        facts.plan.gathers_in_8_bits() && !gathers_float8(facts)
    }),
];

/// Lacks of LLaMA-Factory: the layout.
pub(crate) const LLAMA_FACTORY_LAYOUT: &[Lack] = &[
    Lack::when(Aspect::Schedule, Fate::NoOption, |facts| !facts.is_1f1b()),
    // Its backend of Megatron-Bridge has the distributed optimizer.
    Lack::when(Aspect::Zero, Fate::Nearest, |facts| {
        is_split(facts) && facts.plan.layout.zero.shards_gradients()
    }),
    // FSDP shards inside a node.
    Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
        is_split(facts) || facts.legal.shard_group() != facts.plan.cluster.gpu.node
    }),
    Lack::when(Aspect::Zero, Fate::Refused, |facts| {
        let is_whole = facts.plan.layout.zero == ZeroStage::Three;
        keeps_nothing_in_fp32(facts) && uses_deepspeed(facts) && is_whole
    }),
    Lack::when(Aspect::Selective, Fate::NoOption, |facts| !is_split(facts)),
    Lack::no_option(Aspect::OffloadActivations),
    Lack::when(Aspect::OffloadOptimizer, Fate::NoOption, is_split),
    Lack::when(Aspect::OffloadParameters, Fate::NoOption, is_split),
];

/// Lacks of LLaMA-Factory outside the layout.
pub(crate) const LLAMA_FACTORY: &[Lack] = &[
    // It scales by rows (`fp8_utils.py`), and torchao gathers in 8 bits with one scale a tensor only.
    Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
        facts.plan.gathers_in_8_bits()
    }),
    Lack::no_option(Aspect::Kernels),
    Lack::no_option(Aspect::Dispatcher),
];
