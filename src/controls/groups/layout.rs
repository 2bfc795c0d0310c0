//! Controls of the layout: parallelism degrees, schedule, and sharding.

use cost::plan::{Plan, limits};
use formats::link::Key;
use search::degrees;
use text::number::grouped;

use crate::controls::choice::{ChoiceControl, ChoiceTarget};
use crate::controls::slider::{Slider, SliderNumber, Stops, within};
use crate::controls::spec::{GroupSpec, Row};
use crate::controls::text_control::TextControl;

pub(super) const LAYOUT: GroupSpec = GroupSpec {
    heading: text::frame::group_layout,
    is_folded: false,
    rows: &[
        slider!(tp, Stops::Of(degrees::tensor)),
        slider!(pp, Stops::Of(degrees::pipeline_or_uneven)),
        slider!(cp, Stops::Of(degrees::context)),
        Row::Sentence(text::plan::data_parallel),
        Row::When(
            |plan| plan.model.moe.experts > 0 || plan.layout.expert * plan.layout.expert_tensor > 1,
            &[
                slider!(ep, Stops::Of(degrees::expert)),
                slider!(etp, Stops::Of(degrees::expert_tensor)),
                Row::Sentence(text::plan::experts),
            ],
        ),
        choice!(Options, zero),
        slider!(vp, Stops::Of(degrees::virtual_stages)),
        choice!(List, sched),
        Row::When(|plan| plan.layout.tensor > 1, &[choice!(Options, sp)]),
        Row::When(
            |plan| plan.layout.context > 1,
            &[choice!(Options, cpkind), choice!(Options, cpbal)],
        ),
        Row::Fold(
            text::frame::group_division,
            &[
                Row::Slider(&SHARD_GROUP),
                choice!(Options, ends),
                Row::Text(&SPLIT),
            ],
        ),
    ],
};

/// Ranks of a shard group. A plan that names none uses all ranks, so a group of all ranks is stored
/// as none.
static SHARD_GROUP: Slider = Slider {
    key: "hsdp",
    stops: Stops::Of(degrees::shard_group),
    number: SliderNumber::Own {
        get: |plan| match plan.layout.shard_group {
            0 => replicas(plan) as f64,
            group => group as f64,
        },
        set: |plan, value| {
            let group = value as u64;
            plan.layout.shard_group = if group < replicas(plan) { group } else { 0 };
        },
        limits: within(&limits::GPUS),
        spoken: |value| grouped(value as u64),
    },
};

/// Ranks that hold the same weights.
fn replicas(plan: &Plan) -> u64 {
    (plan.data_parallel() * plan.layout.context).max(1)
}

/// Layers of each virtual stage, as a link writes them.
static SPLIT: TextControl = TextControl {
    key: "split",
    wrong: text::views::wrong_split,
};
