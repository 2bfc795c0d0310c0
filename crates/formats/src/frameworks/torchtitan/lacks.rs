//! Lacks of torchtitan.
//!
//! Source: pytorch/torchtitan, wheels 0.2.2 and 0.3.0; schedules of PyTorch 2.15,
//! `torch/distributed/pipelining/schedules.py`.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::facts::Facts;
use crate::frameworks::torchtitan::python::{family, has_graphs, writes_muon};
use crate::frameworks::torchtitan::write::{
    flavor, gathers_float8, keeps_nothing_in_fp32, schedule,
};
use crate::schedule_names::{MicroBatchRule, names};
use cost::plan::{
    ContextKind, CrossEntropy, Dispatcher, Dtype, GradientType, Kernels, MasterWeights, Module,
    Offload, Optimizer, Recipe, Recompute, WordSet, ZeroStage,
};

/// Lacks of torchtitan: the layout.
pub(crate) const LAYOUT: &[Lack] = &[
    Lack::when(Aspect::NoSequenceParallel, Fate::NoOption, |_| true).of_versions(&["0.2"]),
    Lack::when(Aspect::Schedule, Fate::NoOption, |facts| {
        schedule(facts).is_none()
    }),
    // `module_fqns_per_model_part` lists the modules of each stage.
    Lack::when(Aspect::Split, Fate::InCode, |_| true).of_versions(&["0.2"]),
    Lack::when(Aspect::ContextKind, Fate::Nearest, |facts| {
        facts.plan.layout.context_kind == ContextKind::Ring
    })
    .of_versions(&["0.2"]),
    // `distributed/full_dtensor.py`: keys and values are gathered.
    Lack::when(Aspect::ContextKind, Fate::NoOption, |facts| {
        facts.plan.layout.context_kind != ContextKind::AllGather
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::ExpertTensor, Fate::NoOption, |facts| {
        let layout = &facts.plan.layout;
        layout.expert_tensor != 1 && layout.expert_tensor != layout.tensor
    }),
    // Tensor parallelism splits experts only without expert parallelism
    // (`models/common/moe_sharding.py`).
    Lack::when(Aspect::ExpertTensor, Fate::NoOption, |facts| {
        let layout = &facts.plan.layout;
        layout.expert_tensor != 1 && layout.expert > 1
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::ExpertTensor, Fate::NoOption, |facts| {
        let layout = &facts.plan.layout;
        layout.expert_tensor != layout.tensor && layout.expert == 1
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::ShardGroup, Fate::NoOption, |facts| {
        !facts.data.is_multiple_of(facts.shard_groups())
    }),
    Lack::when(Aspect::Zero, Fate::Nearest, |facts| {
        facts.plan.layout.zero == ZeroStage::One
    }),
    Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
        matches!(
            facts.plan.levers.dtype,
            Dtype::Fp16 | Dtype::Fp8Block | Dtype::NvFp4
        )
    })
    .of_versions(&["0.2"]),
    Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
        matches!(facts.plan.levers.dtype, Dtype::Fp16 | Dtype::Fp8Block)
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::Dtype, Fate::Refused, refuses_fp4).of_versions(&["0.3"]),
    // Experts have converters for 8 bits only, and custom models are converted in code.
    Lack::when(Aspect::Dtype, Fate::Nearest, |facts| {
        facts.plan.levers.dtype == Dtype::NvFp4 && facts.is_routed()
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::Dtype, Fate::InCode, |facts| {
        facts.plan.levers.dtype != Dtype::Fp32 && family(facts).is_none()
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
        !keeps_nothing_in_fp32(facts)
    })
    .of_versions(&["0.2"]),
    // `components/optimizer/optimizer.py`: moments in bf16, and Muon.
    Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.levers.optimizer,
            Optimizer::AdamWBf16 | Optimizer::Muon
        )
    })
    .of_versions(&["0.3"]),
    // `models/kimi_k2_7/config_registry.py`: neither TP nor PP beside `DistMuon`.
    Lack::when(Aspect::Optimizer, Fate::Refused, |facts| {
        let layout = &facts.plan.layout;
        let is_cut = layout.tensor > 1 || layout.pipeline > 1;
        facts.plan.levers.optimizer == Optimizer::Muon && is_cut
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::Optimizer, Fate::InCode, |facts| {
        facts.plan.levers.optimizer == Optimizer::Muon && !writes_muon(facts)
    })
    .of_versions(&["0.3"]),
    Lack::no_option(Aspect::MlpTiles),
    Lack::no_option(Aspect::OffloadModules),
    Lack::when(Aspect::Selective, Fate::NoOption, |facts| {
        facts.plan.levers.modules != WordSet::of(&[Module::Ops])
    }),
    Lack::no_option(Aspect::SomeLayers),
    Lack::when(Aspect::OffloadOptimizer, Fate::Nearest, |facts| {
        !facts.offloads(Offload::Parameters)
    }),
    Lack::when(Aspect::OffloadParameters, Fate::Nearest, |facts| {
        !facts.offloads(Offload::Optimizer)
    }),
    Lack::no_option(Aspect::OffloadActivations),
    // 0.2 has pipelines of Llama and DeepSeek, 0.3 of all.
    Lack::when(Aspect::Pipeline, Fate::Refused, |facts| {
        is_named(facts, &["qwen3", "gpt_oss"])
    })
    .of_versions(&["0.2"]),
    // `models/common/decoder.py`: tied tables are on one stage.
    Lack::when(Aspect::Pipeline, Fate::Refused, |facts| {
        facts.plan.model.tied || facts.plan.model.multi_token_layers > 0
    })
    .of_versions(&["0.3"]),
    // Models whose attention has a special mask refuse CP.
    Lack::when(Aspect::Context, Fate::Refused, |facts| {
        is_named(facts, &["llama4", "deepseek_v3", "gpt_oss"])
    })
    .of_versions(&["0.2"]),
    Lack::when(Aspect::Context, Fate::Refused, |facts| {
        is_named(facts, &["gpt_oss"]) || facts.plan.model.multi_token_layers > 0
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::MicroBatches, Fate::Refused, |facts| {
        let (legal, layout) = (facts.legal, &facts.plan.layout);
        let class = names(facts.plan.schedule()).torchtitan;
        match class.map_or(MicroBatchRule::Any, |class| class.micro_batches) {
            MicroBatchRule::Any => false,
            MicroBatchRule::EachStage => legal.micro_batches < legal.virtual_stages,
            MicroBatchRule::WholeGroups => {
                let rounds = (legal.micro_batches / layout.pipeline).max(1);
                !legal.micro_batches.is_multiple_of(rounds)
            }
        }
    }),
    // The same file refuses stages that `torch.compile` has wrapped; 0.2 wraps each block.
    Lack::when(Aspect::Schedule, Fate::Refused, |facts| {
        let splits = facts.plan.schedule().splits_backward() && schedule(facts).is_some();
        splits && facts.plan.kernels() == Kernels::Compiled
    })
    .of_versions(&["0.2"]),
    // `distributed/dual_pipe_v.py`: its overlap of the exchange excludes recompute.
    Lack::when(Aspect::Schedule, Fate::Refused, |facts| {
        let has_experts = facts.plan.layout.expert > 1;
        let again = facts.plan.levers.recompute != Recompute::None;
        let overlaps = facts.plan.schedule().facts().overlaps_passes() && schedule(facts).is_some();
        overlaps && has_experts && again
    })
    .of_versions(&["0.2"]),
    // `models/*/infra/parallelize.py`: whole sequences for TP · 2 CP ranks.
    Lack::when(Aspect::Sequence, Fate::Refused, |facts| {
        let layout = &facts.plan.layout;
        !facts
            .legal
            .sequence
            .is_multiple_of(layout.tensor * 2 * layout.context)
    })
    .of_versions(&["0.2"]),
    Lack::when(Aspect::Sequence, Fate::Refused, |facts| {
        let layout = &facts.plan.layout;
        let ranks = if facts.plan.sequence_parallel() {
            layout.tensor
        } else {
            1
        };
        !facts
            .legal
            .sequence
            .is_multiple_of(ranks * 2 * layout.context)
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::KvHeads, Fate::Refused, |facts| {
        !facts
            .plan
            .model
            .kv_heads
            .is_multiple_of(facts.plan.layout.tensor)
    })
    .of_versions(&["0.3"]),
];

/// Lacks of torchtitan outside the layout.
pub(crate) const LACKS: &[Lack] = &[
    Lack::no_option(Aspect::ContiguousContext),
    Lack::in_code(Aspect::Mixer),
    Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
        facts.plan.gathers_in_8_bits() && !gathers_float8(facts)
    })
    .of_versions(&["0.2"]),
    // Its `Float8LinearConverter` scales by rows.
    Lack::when(Aspect::NarrowGathers, Fate::NoOption, |facts| {
        facts.plan.gathers_in_8_bits()
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::Shape, Fate::InCode, |facts| {
        flavor(&facts.plan.model).is_none()
    }),
    Lack::when(Aspect::Shape, Fate::InCode, |facts| family(facts).is_none()).of_versions(&["0.3"]),
    Lack::yours(Aspect::Recipe),
    Lack::yours(Aspect::Rendezvous),
    Lack::no_option(Aspect::WeightStorage),
    Lack::when(Aspect::Master, Fate::NoOption, |facts| {
        facts.plan.master() != MasterWeights::Fp32 && !keeps_nothing_in_fp32(facts)
    }),
    // `mixed_precision_reduce` has one value.
    Lack::when(Aspect::Gradients, Fate::NoOption, |facts| {
        facts.plan.gradients() != GradientType::Fp32 && !keeps_nothing_in_fp32(facts)
    }),
    Lack::no_option(Aspect::GradientSync),
    Lack::when(Aspect::Dispatcher, Fate::NoOption, |facts| {
        facts.plan.dispatcher() == Dispatcher::HybridEp
    })
    .of_versions(&["0.2"]),
    // `components/quantization/utils.py`: narrow experts have their tokens padded.
    Lack::when(Aspect::Dispatcher, Fate::Refused, |facts| {
        let is_narrow = matches!(facts.plan.levers.dtype, Dtype::Fp8 | Dtype::MxFp8);
        facts.plan.dispatcher() == Dispatcher::DeepEp && is_narrow
    })
    .of_versions(&["0.3"]),
    Lack::no_option(Aspect::Graphs).of_versions(&["0.2"]),
    Lack::when(Aspect::Graphs, Fate::NoOption, |facts| !has_graphs(facts)).of_versions(&["0.3"]),
    Lack::in_code(Aspect::NoFlash),
    Lack::in_code(Aspect::CrossEntropy).of_versions(&["0.2"]),
    Lack::when(Aspect::CrossEntropy, Fate::NoOption, |facts| {
        use CrossEntropy::{Eager, Fused, Native};
        matches!(facts.plan.levers.cross_entropy, Eager | Fused | Native)
    })
    .of_versions(&["0.3"]),
    Lack::when(Aspect::Overlap, Fate::Nearest, |_| true),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        facts.plan.stack.recipe != Recipe::TorchTitan
    }),
];

/// True if the plan's model is one of these models of torchtitan.
fn is_named(facts: &Facts, models: &[&str]) -> bool {
    flavor(&facts.plan.model).is_some_and(|(name, _)| models.contains(&name))
}

/// True if a matrix has a side that is no multiple of 128 (`components/quantization/nvfp4.py`).
fn refuses_fp4(facts: &Facts) -> bool {
    let (model, tensor) = (&facts.plan.model, facts.plan.layout.tensor);
    let heads = (model.heads + 2 * model.kv_heads) * model.head_dim;
    let sides = [
        model.hidden * tensor,
        model.ffn,
        model.heads * model.head_dim,
        heads,
    ];
    let is_odd = |side: &u64| !side.is_multiple_of(128 * tensor);
    facts.plan.levers.dtype == Dtype::NvFp4 && (model.mla.is_some() || sides.iter().any(is_odd))
}
