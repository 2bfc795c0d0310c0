//! Lacks of Megatron-Bridge, beside those of Megatron Core.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::frameworks::megatron::rules::keeps_remainders;
use crate::frameworks::megatron_bridge::write::recipe;
use cost::plan::{Dtype, MasterWeights, Optimizer, Recipe};

/// Lacks of Megatron-Bridge: the layout.
pub(crate) const LAYOUT: &[Lack] = &[
    // The file has Muon without the distributed optimizer, as Megatron Core requires up to 0.17.
    Lack::when(Aspect::Zero, Fate::NoOption, |facts| {
        facts.plan.levers.optimizer == Optimizer::Muon
    }),
    Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
        facts.plan.levers.dtype == Dtype::Fp32
    }),
    Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
        !matches!(
            facts.plan.levers.optimizer,
            Optimizer::SgdMomentum | Optimizer::Muon
        )
    }),
    Lack::no_option(Aspect::MlpTiles),
    Lack::when(Aspect::OffloadModules, Fate::NoOption, |facts| {
        facts.offload_modules().is_none()
    }),
];

/// Lacks of Megatron-Bridge outside the layout.
pub(crate) const LACKS: &[Lack] = &[
    Lack::when(Aspect::Shape, Fate::InCode, |facts| {
        recipe(&facts.plan.model).is_none()
    }),
    Lack::yours(Aspect::Recipe),
    Lack::yours(Aspect::Rendezvous),
    // Its providers of hybrid models.
    Lack::in_code(Aspect::Mixer),
    Lack::no_option(Aspect::Alibi),
    // Its recipe of mixed precision decides (`fp8_param_gather`).
    Lack::when(Aspect::NarrowGathers, Fate::Nearest, |facts| {
        let by_recipe = facts.plan.levers.dtype != Dtype::Fp8Block;
        facts.plan.gathers_in_8_bits() != by_recipe
    }),
    Lack::no_option(Aspect::WeightStorage),
    Lack::when(Aspect::Master, Fate::NoOption, |facts| {
        facts.plan.master() != MasterWeights::Fp32 && !keeps_remainders(facts)
    }),
    // Its recipe of mixed precision decides (`grad_reduce_in_fp32`).
    Lack::in_code(Aspect::Gradients),
    Lack::no_option(Aspect::GradientSync),
    Lack::no_option(Aspect::OptimizerKernel),
    Lack::in_code(Aspect::NoFlash),
    Lack::when(Aspect::Habits, Fate::NoOption, |facts| {
        !matches!(facts.plan.stack.recipe, Recipe::Megatron | Recipe::Nemo)
    }),
];
