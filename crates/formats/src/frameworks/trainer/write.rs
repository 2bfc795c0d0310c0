//! Plans for trainers of Hugging Face's models: names of models and optimizers, and the software
//! that shards.

use crate::catalog;
use crate::export::document::{OptionValue, on, switch};
use crate::export::facts::Facts;
use crate::frameworks::torchtitan::write::keeps_nothing_in_fp32;
use cost::plan::{Dtype, Offload, Optimizer, OptimizerKernel, Recipe, Recompute, ZeroStage};

/// The model on the hub that has the plan's shape.
pub(crate) fn model(facts: &Facts) -> Option<&'static str> {
    let model = &facts.plan.model;
    let known = catalog::model(model.preset).is_some_and(|shape| shape == *model);
    known.then(|| catalog::hub_name(model.preset)).flatten()
}

/// True if DeepSpeed shards, with a file `ds_config.json`: for its recipes, and for ZeRO-1, which
/// FSDP lacks.
pub(crate) fn uses_deepspeed(facts: &Facts) -> bool {
    use Recipe::{DeepSpeed, HuggingFaceDeepSpeed};
    let is_its_own = matches!(facts.plan.stack.recipe, DeepSpeed | HuggingFaceDeepSpeed);
    is_its_own || facts.plan.layout.zero == ZeroStage::One
}

/// True if FSDP shards.
pub(crate) fn uses_fsdp(facts: &Facts) -> bool {
    !uses_deepspeed(facts) && facts.plan.layout.zero.shards_gradients()
}

/// True if FSDP moves the state and the weights to the host.
pub(crate) fn moves_shard(facts: &Facts) -> bool {
    facts.offloads(Offload::Optimizer) || facts.offloads(Offload::Parameters)
}

/// The optimizer by the Trainer's name.
pub(crate) fn optimizer(facts: &Facts) -> Option<OptionValue> {
    let kernel = facts.plan.stack.optimizer_kernel;
    Some(OptionValue::Word(match facts.plan.levers.optimizer {
        Optimizer::AdamW | Optimizer::AdamWBf16 => match kernel {
            Some(OptimizerKernel::ForEach) => "adamw_torch",
            _ => "adamw_torch_fused",
        },
        Optimizer::AdamW8 => "adamw_torch_8bit",
        Optimizer::Adafactor => "adafactor",
        Optimizer::Lion => "lion_32bit",
        Optimizer::Muon => "muon",
        Optimizer::SgdMomentum => "sgd",
    }))
}

/// `bf16: true`, unless weights themselves are bf16.
pub(crate) fn bf16(facts: &Facts) -> Option<OptionValue> {
    let is_wide = matches!(facts.plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16);
    on(!is_wide && !keeps_nothing_in_fp32(facts))
}

pub(crate) fn fp8(facts: &Facts) -> Option<OptionValue> {
    on(facts.plan.levers.dtype == Dtype::Fp8)
}

/// True if FSDP gathers weights of `Float8Linear` in 8 bits.
pub(crate) fn gathers_float8(facts: &Facts) -> bool {
    let is_float8 = facts.plan.levers.dtype == Dtype::Fp8;
    facts.plan.gathers_in_8_bits() && is_float8 && uses_fsdp(facts)
}

/// A switch of recompute of whole layers.
pub(crate) fn recompute(facts: &Facts) -> Option<OptionValue> {
    switch(facts.plan.levers.recompute == Recompute::Full)
}
