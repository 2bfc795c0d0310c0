//! Controls of the batch, and of trade-offs between memory, time and precision.

use cost::plan::{
    CrossEntropy, Dtype, GradientType, MasterWeights, Optimizer, Plan, Recompute, WeightStorage,
    Word, WordSet, limits,
};
use formats::number::grouped;
use search::degrees;

use super::{by_recipe, habit, no_note, numbers, one_of, within};
use crate::controls::spec::{ChoiceControl, Slider};

pub(in crate::controls) static BATCH: [Slider; 3] = [
    follows!(
        seq,
        limits::SEQUENCE,
        batch.sequence,
        Plan::sequence,
        |_| degrees::sequence()
    ),
    whole!(mbs, limits::MICRO, batch.micro, degrees::micro_batch),
    follows!(
        gbs,
        limits::GLOBAL,
        batch.global,
        Plan::global_batch,
        |_| degrees::global_batch()
    ),
];

pub(in crate::controls) static FLASH: ChoiceControl =
    switch!(flash, |plan| plan.levers.flash, |plan, on| plan
        .levers
        .flash = on);
pub(in crate::controls) static RECOMPUTE: ChoiceControl =
    word!(ckpt, Recompute, recompute, levers.recompute);
pub(in crate::controls) static MODULES: ChoiceControl = toggles!(ckptmod, modules, levers.modules);
pub(in crate::controls) static CROSS_ENTROPY: ChoiceControl =
    word!(ce, CrossEntropy, cross_entropy, levers.cross_entropy);
pub(in crate::controls) static DTYPE: ChoiceControl = word!(dtype, Dtype, dtype, levers.dtype);
pub(in crate::controls) static WEIGHT_STORAGE: ChoiceControl =
    word!(wstore, WeightStorage, weight_storage, levers.weight_storage);
pub(in crate::controls) static OPTIMIZER: ChoiceControl =
    word!(opt, Optimizer, optimizer, levers.optimizer);
pub(in crate::controls) static MASTER: ChoiceControl =
    word_habit!(master, MasterWeights, master, levers.master, Plan::master);
pub(in crate::controls) static GRADIENTS: ChoiceControl = word_habit!(
    grads,
    GradientType,
    gradients,
    levers.gradients,
    Plan::gradients
);
pub(in crate::controls) static OFFLOAD: ChoiceControl = toggles!(off, offload, levers.offload);

/// A slider over a number of layers of a stage. A plan that names no number means all of them.
macro_rules! some_layers {
    ($key:ident, $field:ident) => {
        Slider {
            key: stringify!($key),
            label: |controls| &controls.$key,
            values: |plan| numbers((1..=stage_layers(plan)).collect()),
            get: |plan| plan.levers.$field.unwrap_or_else(|| stage_layers(plan)) as f64,
            set: |plan, value| {
                let layers = value as u64;
                plan.levers.$field = (layers < stage_layers(plan)).then_some(layers);
            },
            limits: within(&limits::COUNT),
            spoken: |value| grouped(value as u64),
        }
    };
}

pub(in crate::controls) static RECOMPUTE_LAYERS: Slider = some_layers!(ckptn, recompute_layers);
pub(in crate::controls) static OFFLOAD_LAYERS: Slider = some_layers!(offn, offload_layers);

/// Layers of the fullest stage if they are divided evenly.
fn stage_layers(plan: &Plan) -> u64 {
    plan.model.layers.div_ceil(plan.layout.pipeline.max(1))
}
