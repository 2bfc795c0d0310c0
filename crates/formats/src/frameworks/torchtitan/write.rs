//! torchtitan's TOML.
//!
//! Source of every option: pytorch/torchtitan 0.2.2, `torchtitan/config/job_config.py`; names of
//! models and flavors: `torchtitan/models/*/__init__.py`; names of schedules: PyTorch 2.15,
//! `torch/distributed/pipelining/schedules.py`. From 0.3 on torchtitan is configured in Python.

use crate::catalog;
use crate::export::document::{
    OptionRow, OptionValue, on, row, set, tree, whole, whole_if, word, word_if,
};
use crate::export::facts::Facts;
use crate::export::slurm::torchrun;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use crate::schedule_names::names;
use cost::plan::{
    ContextKind, Dispatcher, Dtype, GradientType, Kernels, MasterWeights, Model, Offload,
    Optimizer, Overlap, Recompute, Schedule, Word, ZeroStage,
};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "torchtitan.toml",
    text,
    launch: |facts| {
        let module = " -m torchtitan.train --job.config_file torchtitan.toml";
        [&torchrun(facts), module].concat()
    },
};

fn text(job: &ExportInput, comments: &[String]) -> String {
    let document = syntax::toml(&tree(set(TABLE, job.facts)));
    [&syntax::comments(comments), "\n", &document].concat()
}

pub(crate) const TABLE: &[OptionRow] = &[
    row("model.name", |f| {
        flavor(&f.plan.model).map(|(name, _)| OptionValue::Word(name))
    }),
    row("model.flavor", |f| {
        flavor(&f.plan.model).map(|(_, flavor)| OptionValue::Word(flavor))
    }),
    row("model.converters", |f| {
        converter(f).map(|name| OptionValue::Words(vec![name]))
    }),
    row("optimizer.name", |_| word("AdamW")),
    row("optimizer.implementation", |f| {
        let kernel = f.plan.stack.optimizer_kernel?;
        Some(OptionValue::Word(kernel.word()))
    }),
    // In a pipeline one call runs all micro-batches of a step.
    row("training.local_batch_size", |f| {
        let micro_batches = if f.plan.layout.pipeline > 1 {
            f.legal.micro_batches
        } else {
            1
        };
        whole(f.plan.batch.micro * micro_batches)
    }),
    row("training.global_batch_size", |f| {
        whole(f.plan.global_batch())
    }),
    row("training.seq_len", |f| whole(f.plan.sequence())),
    row("training.steps", |f| whole(f.steps())),
    row("training.dtype", |f| {
        word_if(keeps_nothing_in_fp32(f), "bfloat16")
    }),
    row("training.mixed_precision_param", |f| {
        let is_fp32 = f.plan.levers.dtype == Dtype::Fp32;
        word(if is_fp32 { "float32" } else { "bfloat16" })
    }),
    row("training.enable_cpu_offload", |f| {
        on(f.offloads(Offload::Optimizer) || f.offloads(Offload::Parameters))
    }),
    row("parallelism.data_parallel_replicate_degree", |f| {
        whole(f.data / shard_degree(f))
    }),
    row("parallelism.data_parallel_shard_degree", |f| {
        whole(shard_degree(f))
    }),
    row("parallelism.fsdp_reshard_after_forward", |f| {
        match f.plan.layout.zero {
            ZeroStage::Zero => None,
            ZeroStage::One | ZeroStage::Two => word("never"),
            ZeroStage::Three => word("always"),
        }
    }),
    row("parallelism.tensor_parallel_degree", |f| {
        whole(f.plan.layout.tensor)
    }),
    row("parallelism.enable_async_tensor_parallel", |f| {
        on(f.plan.layout.tensor > 1 && f.plan.overlaps(Overlap::Tensor))
    }),
    row("parallelism.pipeline_parallel_degree", |f| {
        whole(f.plan.layout.pipeline)
    }),
    row("parallelism.pipeline_parallel_schedule", |f| {
        schedule(f).map(OptionValue::Word)
    }),
    row("parallelism.pipeline_parallel_microbatch_size", |f| {
        whole_if(f.plan.layout.pipeline > 1, f.plan.batch.micro)
    }),
    // torchtitan counts embedding and loss as a layer each by default.
    row("parallelism.pipeline_parallel_layers_per_stage", |f| {
        let ends = if f.plan.layout.ends_count { 2 } else { 0 };
        let layers = (f.plan.model.layers + ends) / f.legal.virtual_stages.max(1);
        whole_if(is_even_pipeline(f), layers)
    }),
    row(
        "parallelism.pipeline_parallel_first_stage_less_layers",
        less,
    ),
    row("parallelism.pipeline_parallel_last_stage_less_layers", less),
    row("parallelism.context_parallel_degree", |f| {
        whole(f.plan.layout.context)
    }),
    row("parallelism.context_parallel_rotate_method", |f| {
        let method = match f.plan.layout.context_kind {
            ContextKind::AllGather => "allgather",
            ContextKind::Ring | ContextKind::AllToAll => "alltoall",
        };
        word_if(f.plan.layout.context > 1, method)
    }),
    row("parallelism.expert_parallel_degree", |f| {
        whole_if(f.is_routed(), f.plan.layout.expert)
    }),
    row("parallelism.expert_parallel_comm_backend", |f| {
        let is_deep_ep = f.plan.dispatcher() == Dispatcher::DeepEp;
        word_if(f.exchanges_tokens() && is_deep_ep, "deepep")
    }),
    // Experts have the tensor-parallel degree of the other layers, or none.
    row("parallelism.expert_tensor_parallel_degree", |f| {
        let degree = f.plan.layout.expert_tensor;
        let is_known = degree == 1 || degree == f.plan.layout.tensor;
        whole_if(f.is_routed() && is_known, degree)
    }),
    row("activation_checkpoint.mode", |f| {
        word(match f.plan.levers.recompute {
            Recompute::None => "none",
            Recompute::Full => "full",
            Recompute::Selective => "selective",
        })
    }),
    row("activation_checkpoint.selective_ac_option", |f| {
        word_if(f.plan.levers.recompute == Recompute::Selective, "op")
    }),
    row("compile.enable", |f| {
        on(f.plan.kernels() == Kernels::Compiled)
    }),
    row("quantize.linear.float8.recipe_name", |f| {
        let is_float8 = f.plan.levers.dtype == Dtype::Fp8;
        word_if(is_float8 && !gathers_float8(f), "tensorwise")
    }),
    // This option is not written beside the name of a recipe. Without a recipe there is one scale a
    // tensor (`float8.py`).
    row(
        "quantize.linear.float8.enable_fsdp_float8_all_gather",
        |f| on(gathers_float8(f)),
    ),
    row("debug.deterministic", |f| on(f.plan.stack.deterministic)),
];

/// True if weights, gradients and moments are all bf16, without an fp32 copy (`training.dtype`).
pub(crate) fn keeps_nothing_in_fp32(facts: &Facts) -> bool {
    let (plan, levers) = (facts.plan, &facts.plan.levers);
    plan.master() == MasterWeights::None
        && plan.gradients() == GradientType::Half
        && levers.optimizer == Optimizer::AdamWBf16
        && !matches!(levers.dtype, Dtype::Fp32 | Dtype::Fp16)
}

/// Names and flavors of torchtitan's models, by the catalogue's.
pub(crate) const FLAVORS: [(&str, (&str, &str)); 11] = [
    ("llama3-8b", ("llama3", "8B")),
    ("llama3-70b", ("llama3", "70B")),
    ("llama3-405b", ("llama3", "405B")),
    ("qwen3-8b", ("qwen3", "8B")),
    ("qwen3-32b", ("qwen3", "32B")),
    ("qwen3-30b-a3b", ("qwen3", "30B-A3B")),
    ("qwen3-235b-a22b", ("qwen3", "235B-A22B")),
    ("deepseek-v2-236b", ("deepseek_v3", "236B")),
    ("deepseek-v3-671b", ("deepseek_v3", "671B")),
    ("llama4-maverick-400b", ("llama4", "17bx128e")),
    ("gpt-oss-120b", ("gpt_oss", "120b")),
];

/// The model and its flavor that have this shape.
pub(crate) fn flavor(model: &Model) -> Option<(&'static str, &'static str)> {
    let known = catalog::model(model.preset).is_some_and(|shape| shape == *model);
    let found = FLAVORS.iter().find(|(preset, _)| *preset == model.preset);
    found.filter(|_| known).map(|(_, flavor)| *flavor)
}

fn converter(facts: &Facts) -> Option<&'static str> {
    match facts.plan.levers.dtype {
        Dtype::Fp8 => Some("quantize.linear.float8"),
        Dtype::MxFp8 => Some("quantize.linear.mx"),
        _ => None,
    }
}

/// True if FSDP shards and gathers weights of `Float8Linear` in 8 bits.
pub(crate) fn gathers_float8(facts: &Facts) -> bool {
    let is_float8 = facts.plan.levers.dtype == Dtype::Fp8;
    facts.plan.gathers_in_8_bits() && is_float8 && facts.plan.layout.zero != ZeroStage::Zero
}

/// Data-parallel ranks that shard one copy of the state; context-parallel ones shard with them.
pub(crate) fn shard_degree(facts: &Facts) -> u64 {
    if facts.plan.layout.zero == ZeroStage::Zero {
        return 1;
    }
    let groups = facts.shard_groups();
    // Groups smaller than a context-parallel one cannot be expressed.
    if facts.data.is_multiple_of(groups) {
        facts.data / groups
    } else {
        1
    }
}

/// The schedule's name, if torchtitan offers it. Interleaved stages of one chunk run as 1F1B, and
/// torchtitan wants two chunks of them (`distributed/pipeline_parallel.py`).
pub(crate) fn schedule(facts: &Facts) -> Option<&'static str> {
    if facts.plan.layout.pipeline == 1 {
        return None;
    }
    let schedule = match facts.plan.schedule() {
        own if own.facts().is_1f1b() => Schedule::usual(facts.plan.layout.virtual_stages),
        own => own,
    };
    names(schedule).torchtitan.map(|class| class.name)
}

fn is_even_pipeline(facts: &Facts) -> bool {
    facts.plan.layout.pipeline > 1 && facts.plan.layout.split.is_empty()
}

fn less(facts: &Facts) -> Option<OptionValue> {
    whole_if(
        is_even_pipeline(facts),
        u64::from(facts.plan.layout.ends_count),
    )
}
