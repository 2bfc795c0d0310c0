//! Adapters in files that are written.

use super::modules::llama_name;
use super::options::end_name;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::OptionValue;
use crate::export::facts::Facts;
use cost::plan::{End, Family, Norm, Target, Tuned, Word};

/// True if a plan has frozen weights.
pub(crate) fn has_adapters(facts: &Facts) -> bool {
    facts.plan.tuning.is_frozen()
}

/// True if a plan has frozen weights of 4 bits.
pub(crate) fn has_4_bits(facts: &Facts) -> bool {
    facts.plan.tuning.tuned == Tuned::Qlora
}

/// True if each matrix of a layer has an adapter.
pub(crate) fn adapts_all(facts: &Facts) -> bool {
    let tuning = &facts.plan.tuning;
    Target::ALL.iter().all(|target| tuning.adapts(*target))
}

/// Names of the ends of which a copy is trained beside adapters, as Llama's code has them; none
/// without such a copy.
pub(crate) fn saved_names(facts: &Facts) -> Option<Vec<&'static str>> {
    let ends = facts.plan.trained_ends();
    let is_there = has_adapters(facts) && !ends.is_empty();
    let names = End::ALL.iter().filter(|end| ends.contains(**end));
    is_there.then(|| names.map(|end| end_name(*end)).collect())
}

/// True of frozen parts that a file with copies of ends alone does not say: layers without adapters, or
/// parts of a model that is else trained.
pub(crate) fn freezes_more(facts: &Facts) -> bool {
    let tuning = &facts.plan.tuning;
    tuning.freezes_layers() || !has_adapters(facts)
}

/// Numbers of the layers with adapters; none if each layer has them.
pub(crate) fn layers(facts: &Facts) -> Option<OptionValue> {
    let is_there = has_adapters(facts) && facts.plan.tuning.freezes_layers();
    let layers = facts.plan.trained_layers();
    is_there.then(|| OptionValue::Numbers(layers.collect()))
}

/// Names of the matrices with adapters, as Llama's code has them.
pub(crate) fn module_names(facts: &Facts) -> Vec<&'static str> {
    let targets = Target::ALL.iter().copied();
    let adapted = targets.filter(|target| facts.plan.tuning.adapts(*target));
    adapted.map(llama_name).collect()
}

/// Frozen weights of 4 bits on a card for which bitsandbytes has no kernels: it has those of NVIDIA, AMD
/// and Intel (bitsandbytes 0.50, installation guide).
pub(crate) const NO_KERNELS: Lack = Lack::when(Aspect::Adapters, Fate::Refused, |facts| {
    let family = facts.plan.cluster.gpu.family;
    has_4_bits(facts) && matches!(family, Family::Tpu | Family::Trainium | Family::Ascend)
});

/// Other names in the code of a model than in Llama's, if a file has names.
pub(crate) const OTHER_NAMES: Lack = Lack::when(Aspect::Adapters, Fate::Usual, |facts| {
    has_other_names(facts) && !adapts_all(facts)
});

/// True of a model whose code has other names of matrices than Llama's.
pub(crate) fn has_other_names(facts: &Facts) -> bool {
    let model = &facts.plan.model;
    // Phi joins matrices (`qkv_proj`, `gate_up_proj`).
    !model.gated || model.norm != Norm::Rms || model.preset.starts_with("phi")
}
