//! Facts of a plan in torchtitan's words: those that several of its rows share.
//!
//! Source of the names of models and flavors: pytorch/torchtitan 0.2.2 and 0.3.0,
//! `torchtitan/models/*/__init__.py`; of schedules: PyTorch 2.15,
//! `torch/distributed/pipelining/schedules.py`.

use crate::catalog;
use crate::export::facts::Facts;
use crate::schedule_names::names;
use cost::plan::{
    CrossEntropy, Dtype, GradientType, GraphScope, Kernels, MasterWeights, Model, Optimizer,
    Schedule, ZeroStage,
};

/// Versions that read TOML.
pub(super) const TOML: &[&str] = &["0.2"];
/// Versions that are configured in Python.
pub(super) const PYTHON: &[&str] = &["0.3"];

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
pub(super) fn flavor(model: &Model) -> Option<(&'static str, &'static str)> {
    let known = catalog::model(model.preset).is_some_and(|shape| shape == *model);
    let found = FLAVORS.iter().find(|(preset, _)| *preset == model.preset);
    found.filter(|_| known).map(|(_, flavor)| *flavor)
}

/// The model of a name and a flavor.
pub(super) fn flavored(stated: (&str, &str)) -> Option<Model> {
    let found = FLAVORS.iter().find(|(_, flavor)| *flavor == stated);
    found.and_then(|(preset, _)| catalog::model(preset))
}

/// The model and its flavor that have the plan's shape; 0.3 has no Llama 4.
pub(super) fn family(facts: &Facts) -> Option<(&'static str, &'static str)> {
    flavor(&facts.plan.model).filter(|(name, _)| *name != "llama4")
}

/// True if FSDP shards and gathers weights of `Float8Linear` in 8 bits.
pub(super) fn gathers_float8(facts: &Facts) -> bool {
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
pub(super) fn schedule(facts: &Facts) -> Option<&'static str> {
    if facts.plan.layout.pipeline == 1 {
        return None;
    }
    let schedule = match facts.plan.schedule() {
        own if own.facts().is_1f1b() => Schedule::usual(facts.plan.layout.virtual_stages),
        own => own,
    };
    names(schedule).torchtitan.map(|class| class.name)
}

pub(super) fn is_compiled(facts: &Facts) -> bool {
    facts.plan.kernels() == Kernels::Compiled
}

/// Parts that torch.compile compiles in 0.3.
pub(super) fn compiled(facts: &Facts) -> Vec<&'static str> {
    use CrossEntropy::{Chunked, Compiled, Plain};
    let loss = facts.plan.levers.cross_entropy;
    let with_model = is_compiled(facts) && matches!(loss, Plain | Chunked);
    let mut parts = Vec::new();
    if is_compiled(facts) {
        parts.push("model");
    }
    if with_model || loss == Compiled {
        parts.push("loss");
    }
    parts
}

/// True if 0.3 captures steps as CUDA graphs: always, unless there is a pipeline or an exchange of
/// tokens.
pub(super) fn has_graphs(facts: &Facts) -> bool {
    let layout = &facts.plan.layout;
    let is_captured = layout.pipeline == 1 && layout.expert == 1;
    is_captured && facts.plan.graphs() == GraphScope::Full
}

/// True if the file of 0.3 can have Muon: for models whose matrices have known names.
pub(super) fn writes_muon(facts: &Facts) -> bool {
    let is_known = family(facts).is_some_and(|(name, _)| name != "gpt_oss");
    is_known && facts.plan.levers.optimizer == Optimizer::Muon
}
