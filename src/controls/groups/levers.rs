//! Controls of trade-offs between memory, time and precision.

use cost::plan::{Dtype, Objective, Offload, Plan, Recompute, Tuned, limits};
use formats::link::Key;
use text::number::grouped;

use crate::controls::choice::{ChoiceControl, ChoiceTarget};
use crate::controls::slider::{Slider, SliderNumber, Stops, within};
use crate::controls::spec::{GroupSpec, Row};

pub(super) const LEVERS: GroupSpec = GroupSpec {
    heading: text::frame::group_levers,
    is_folded: false,
    rows: &[
        choice!(Options, ft),
        Row::When(
            |plan| plan.tuning.is_frozen(),
            &[
                slider!(
                    rank,
                    Stops::Fixed(&[4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0])
                ),
                choice!(Toggles, targets),
            ],
        ),
        Row::Fold(
            text::frame::group_frozen,
            &[
                choice!(Toggles, trainends),
                slider!(frzfirst, Stops::Of(|plan| (0..plan.model.layers).collect())),
                slider!(frzlast, Stops::Of(|plan| (0..plan.model.layers).collect())),
            ],
        ),
        choice!(Options, obj),
        Row::When(
            |plan| plan.tuning.objective != Objective::NextToken,
            &[choice!(Options, refmodel, by recipe)],
        ),
        choice!(Options, ckpt),
        Row::When(
            |plan| plan.levers.recompute == Recompute::Selective,
            &[choice!(Toggles, ckptmod)],
        ),
        Row::When(
            |plan| plan.levers.recompute == Recompute::Full,
            &[Row::Slider(&RECOMPUTE_LAYERS)],
        ),
        choice!(Options, flash),
        choice!(List, ce),
        choice!(List, dtype),
        Row::When(has_8_bit_products, &[choice!(Options, gather8)]),
        Row::When(|plan| plan.model.gated, &[choice!(Options, act8)]),
        choice!(List, opt),
        Row::Fold(
            text::frame::group_storage,
            &[
                choice!(Toggles, off),
                Row::When(
                    |plan| !plan.levers.offload.is_empty(),
                    &[slider!(
                        host,
                        Stops::Fixed(&[
                            64.0, 128.0, 256.0, 384.0, 512.0, 768.0, 960.0, 1_024.0, 1_536.0,
                            1_850.0, 2_048.0, 3_072.0, 4_096.0
                        ])
                    )],
                ),
                Row::When(
                    |plan| plan.levers.offload.contains(Offload::Activations),
                    &[Row::Slider(&OFFLOAD_LAYERS), choice!(Toggles, offmod)],
                ),
                slider!(
                    tiles,
                    Stops::Fixed(&[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0])
                ),
                Row::When(
                    |plan| plan.tuning.is_frozen(),
                    &[choice!(Options, adtype, by recipe)],
                ),
                Row::When(
                    |plan| plan.tuning.tuned == Tuned::Qlora,
                    &[choice!(Options, dquant)],
                ),
                choice!(Options, wstore),
                choice!(Options, master, by recipe),
                choice!(Options, grads, by recipe),
            ],
        ),
    ],
};

/// A slider over a number of layers of a stage. A plan that names no number means all of them.
macro_rules! some_layers {
    ($key:ident, $field:ident) => {
        Slider {
            key: stringify!($key),
            stops: Stops::Of(|plan| (1..=stage_layers(plan)).collect()),
            number: SliderNumber::Own {
                get: |plan| plan.levers.$field.unwrap_or_else(|| stage_layers(plan)) as f64,
                set: |plan, value| {
                    let layers = value as u64;
                    plan.levers.$field = (layers < stage_layers(plan)).then_some(layers);
                },
                limits: within(&limits::COUNT),
                spoken: |value| grouped(value as u64),
            },
        }
    };
}

static RECOMPUTE_LAYERS: Slider = some_layers!(ckptn, recompute_layers);
static OFFLOAD_LAYERS: Slider = some_layers!(offn, offload_layers);

/// True if products are in 8 bits.
fn has_8_bit_products(plan: &Plan) -> bool {
    use Dtype::{Fp8, Fp8Block, MxFp8};
    matches!(plan.levers.dtype, Fp8 | Fp8Block | MxFp8)
}

/// Layers of the fullest stage if they are divided evenly.
fn stage_layers(plan: &Plan) -> u64 {
    plan.model.layers.div_ceil(plan.layout.pipeline.max(1))
}
