//! Batch, and what trades memory against time or precision.

use cost::plan::{
    CrossEntropy, Dtype, Optimizer, Plan, Recompute, WeightStorage, Word, WordSet, limits,
};
use formats::number::grouped;
use search::degrees;

use super::{no_note, numbers, within};
use crate::controls::spec::{Choice, Slider};

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

pub(in crate::controls) static FLASH: Choice =
    switch!(flash, |plan| plan.levers.flash, |plan, on| plan
        .levers
        .flash = on);
pub(in crate::controls) static RECOMPUTE: Choice =
    word!(ckpt, Recompute, recompute, levers.recompute);
pub(in crate::controls) static MODULES: Choice = toggles!(ckptmod, modules, levers.modules);
pub(in crate::controls) static CROSS_ENTROPY: Choice =
    word!(ce, CrossEntropy, cross_entropy, levers.cross_entropy);
pub(in crate::controls) static DTYPE: Choice = word!(dtype, Dtype, dtype, levers.dtype);
pub(in crate::controls) static WEIGHT_STORAGE: Choice =
    word!(wstore, WeightStorage, weight_storage, levers.weight_storage);
pub(in crate::controls) static OPTIMIZER: Choice =
    word!(opt, Optimizer, optimizer, levers.optimizer);
pub(in crate::controls) static OFFLOAD: Choice = toggles!(off, offload, levers.offload);

/// So many layers of a stage; all of them is what a plan means that names no number.
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

/// Layers of the fullest stage where they are dealt out evenly.
fn stage_layers(plan: &Plan) -> u64 {
    plan.model.layers.div_ceil(plan.layout.pipeline.max(1))
}
