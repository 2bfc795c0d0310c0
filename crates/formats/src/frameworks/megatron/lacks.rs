//! Lacks of Megatron-LM and of Megatron Core.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::frameworks::megatron::rules::{
    can_offload_layers, distributes, exchanges_under_compute, groups_products, hides_as_said,
    is_bf16, is_precision_aware, keeps_remainders,
};
use cost::plan::{
    ContextKind, CrossEntropy, Dtype, GradientType, GraphScope, Kernels, MasterWeights, Module,
    Offload, Optimizer, Overlap, Positions, Recipe, ZeroStage,
};

/// Lacks of Megatron-LM's arguments: the layout.
pub(crate) const LAYOUT: &[Lack] = &[
    Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
        facts.plan.levers.dtype == Dtype::Fp32 && facts.is_routed()
    }),
    // T: activations of experts are recomputed beside grouped products.
    Lack::when(Aspect::Selective, Fate::Refused, |facts| {
        facts.plan.levers.modules.contains(Module::MoeActivation) && !groups_products(facts)
    }),
    Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
        facts.plan.levers.optimizer == Optimizer::Adafactor
    }),
    Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
        facts.plan.levers.optimizer == Optimizer::Lion
    })
    .of_versions(&["0.16"]),
    Lack::no_option(Aspect::MlpTiles),
    Lack::when(Aspect::OffloadModules, Fate::NoOption, |facts| {
        facts.offload_modules().is_none()
    }),
];

/// Lacks of Megatron-LM's arguments outside the layout.
pub(crate) const LACKS: &[Lack] = &[
    Lack::yours(Aspect::Recipe),
    Lack::yours(Aspect::Rendezvous),
    // `pretrain_mamba.py` and its specification of layers.
    Lack::in_code(Aspect::Mixer),
    Lack::no_option(Aspect::Alibi),
    // Megatron-LM pads tables: `max-position-embeddings` is at least a sequence, and a vocabulary a
    // multiple of the ranks.
    Lack::when(Aspect::LearnedPositions, Fate::Nearest, |_| true),
    Lack::when(Aspect::Vocabulary, Fate::Nearest, |_| true),
    // `validate_args`: beside layers that predict further tokens, positions are rotary or absent.
    Lack::when(Aspect::MultiToken, Fate::Refused, |facts| {
        matches!(
            facts.plan.model.positions,
            Positions::Learned | Positions::Alibi
        )
    }),
    // `validate_args`: with the distributed optimizer, or Megatron FSDP, and without offload unless
    // scales are delayed.
    Lack::when(Aspect::NarrowGathers, Fate::Refused, |facts| {
        let is_offloaded = facts.offloads(Offload::Optimizer);
        facts.plan.gathers_in_8_bits() && (is_offloaded || !distributes(facts))
    }),
    Lack::no_option(Aspect::WeightStorage),
    // Its precision-aware optimizer keeps the lower halves of fp32 weights.
    Lack::when(Aspect::Master, Fate::Nearest, |facts| {
        let is_fp32 = facts.plan.master() == MasterWeights::Fp32;
        is_fp32 && is_precision_aware(facts) && is_bf16(facts.plan.levers.dtype)
    }),
    Lack::when(Aspect::Master, Fate::NoOption, |facts| {
        facts.plan.master() != MasterWeights::Fp32 && !keeps_remainders(facts)
    }),
    Lack::when(Aspect::Gradients, Fate::NoOption, |facts| {
        let is_fp32 = facts.plan.levers.dtype == Dtype::Fp32;
        is_fp32 && facts.plan.gradients() != GradientType::Fp32
    }),
    // `--transformer-impl local` is eager, the default is fused.
    Lack::when(Aspect::Kernels, Fate::NoOption, |facts| {
        !matches!(facts.plan.kernels(), Kernels::Eager | Kernels::Fused)
    }),
    Lack::no_option(Aspect::FlashGeneration),
    Lack::no_option(Aspect::Messages),
    Lack::no_option(Aspect::GradientSync),
    Lack::no_option(Aspect::OptimizerKernel),
    Lack::no_option(Aspect::Imbalance),
    Lack::when(Aspect::Overlap, Fate::NoOption, |facts| {
        !hides_as_said(facts)
    }),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        facts.plan.stack.recipe != Recipe::Megatron
    }),
];

/// Lacks of Megatron Core, which Megatron-LM's arguments and Megatron-Bridge's recipes configure: the layout.
///
/// Source: NVIDIA/Megatron-LM, main at commit d98e8a64 (August 2026) and tags `core_v0.16.1` to
/// `core_v0.19.0`. A = `megatron/training/arguments.py`,
/// T = `megatron/core/transformer/transformer_config.py`,
/// O = `megatron/core/optimizer/optimizer_config.py`.
pub(crate) const CORE_LAYOUT: &[Lack] = &[
    // `megatron/core/pipeline_parallel/schedules.py`: none, 1F1B and interleaved 1F1B.
    Lack::when(Aspect::Schedule, Fate::NoOption, |facts| !facts.is_1f1b()),
    Lack::no_option(Aspect::LoneSchedule),
    // `schedules.py`: the last group of micro-batches is whole.
    Lack::when(Aspect::MicroBatches, Fate::Refused, |facts| {
        let layout = &facts.plan.layout;
        let is_whole = facts.legal.micro_batches.is_multiple_of(layout.pipeline);
        layout.virtual_stages > 1 && !is_whole
    }),
    // A: `--no-overlap-p2p-communication` needs three stages.
    Lack::when(Aspect::VirtualStages, Fate::Nearest, |facts| {
        facts.plan.layout.pipeline == 2 && !facts.plan.overlaps(Overlap::Pipeline)
    }),
    // Its Muon runs without the distributed optimizer and without FSDP up to 0.17 (A), by whole
    // layers later; its FSDP knows only Adam and SGD.
    Lack::when(Aspect::Zero, Fate::NoOption, |facts| {
        facts.plan.levers.optimizer == Optimizer::Muon
    })
    .of_versions(&["0.16", "0.17"]),
    Lack::when(Aspect::Zero, Fate::Refused, |facts| {
        let is_other = matches!(
            facts.plan.levers.optimizer,
            Optimizer::Muon | Optimizer::Lion | Optimizer::Adafactor
        );
        is_other && facts.plan.layout.zero.shards_gradients()
    }),
    // Megatron-FSDP beside a pipeline is neither refused nor tested: all its six cases have one stage.
    Lack::when(Aspect::ZeroInPipeline, Fate::Untested, |_| true),
    // T: key-value groups are a multiple or a divisor of the ranks.
    Lack::when(Aspect::KvHeads, Fate::Refused, |facts| {
        let (groups, ranks) = (facts.plan.model.kv_heads, facts.plan.layout.tensor);
        !groups.is_multiple_of(ranks) && !ranks.is_multiple_of(groups)
    }),
    // A: a sequence has two parts for each rank.
    Lack::when(Aspect::Sequence, Fate::Refused, |facts| {
        let ranks = facts.plan.layout.context;
        ranks > 1 && !facts.legal.sequence.is_multiple_of(2 * ranks)
    }),
    // TransformerEngine, `context_parallel.py`: heads of a rank are divided; a ring has no window.
    Lack::when(Aspect::ContextKind, Fate::Refused, |facts| {
        let (model, layout) = (&facts.plan.model, &facts.plan.layout);
        let divides = |heads: u64| (heads / layout.tensor).is_multiple_of(layout.context);
        match layout.context_kind {
            ContextKind::AllToAll => !divides(model.heads) || !divides(model.kv_heads),
            ContextKind::Ring => model.window > 0,
            ContextKind::AllGather => false,
        }
    }),
    // `megatron/core/transformer/moe/moe_layer.py` raises in the first forward.
    Lack::when(Aspect::NoSequenceParallel, Fate::Refused, |facts| {
        facts.is_routed()
    }),
    // T: experts with biases are whole.
    Lack::when(Aspect::ExpertTensor, Fate::Refused, |facts| {
        facts.plan.model.bias && facts.plan.layout.expert_tensor > 1
    }),
    // T: virtual stages in a pipeline, and no recompute of experts.
    Lack::when(Aspect::ExpertOverlap, Fate::Refused, |facts| {
        facts.plan.layout.expert > 1 && !exchanges_under_compute(facts)
    }),
    Lack::when(Aspect::Selective, Fate::NoOption, |facts| {
        facts.plan.levers.modules.contains(Module::Ops)
    }),
    // T: only one stage, without recompute, and not all layers.
    Lack::when(Aspect::OffloadActivations, Fate::Refused, |facts| {
        facts.offloads_layers() && !can_offload_layers(facts)
    }),
    Lack::no_option(Aspect::OffloadParameters),
    // A, O: the precision-aware optimizer is a distributed one.
    Lack::when(Aspect::OffloadOptimizer, Fate::Refused, |facts| {
        facts.plan.layout.zero == ZeroStage::Zero
    }),
    Lack::when(Aspect::Optimizer, Fate::Refused, |facts| {
        let is_narrow = matches!(
            facts.plan.levers.optimizer,
            Optimizer::AdamW8 | Optimizer::AdamWBf16
        );
        is_narrow && facts.plan.layout.zero == ZeroStage::Zero
    }),
    Lack::when(Aspect::Optimizer, Fate::Refused, |facts| {
        facts.plan.levers.optimizer == Optimizer::Muon && facts.plan.levers.dtype == Dtype::Fp16
    }),
];

/// Lacks of Megatron Core, which Megatron-LM's arguments and Megatron-Bridge's recipes configure,
/// outside the layout.
pub(crate) const CORE: &[Lack] = &[
    Lack::no_option(Aspect::ContiguousContext),
    // `te` is refused since 0.18 (A).
    Lack::when(Aspect::CrossEntropy, Fate::Nearest, |facts| {
        facts.plan.levers.cross_entropy == CrossEntropy::Fused
    })
    .of_versions(&["0.18", "0.19"]),
    Lack::when(Aspect::CrossEntropy, Fate::Nearest, |facts| {
        facts.has_foreign_loss()
    }),
    // A: a deterministic run has no fused loss.
    Lack::when(Aspect::CrossEntropy, Fate::Nearest, |facts| {
        facts.plan.stack.deterministic
    }),
    // A, T: the whole iteration cannot be captured if the host has to know how many tokens each
    // expert receives, and a part of a layer cannot if the whole layer is recomputed.
    Lack::when(Aspect::Graphs, Fate::Refused, |facts| {
        match facts.plan.graphs() {
            GraphScope::None => false,
            GraphScope::Partial => {
                facts.recomputes_layers() || facts.offloads(Offload::Activations)
            }
            GraphScope::Full => facts.is_routed(),
        }
    }),
];
