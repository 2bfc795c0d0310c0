//! Controls of the layout: parallelism degrees, schedule, and sharding.

use cost::plan::{ContextKind, Plan, Schedule, Word, ZeroStage, limits};
use formats::number::grouped;
use search::degrees;

use super::{no_note, numbers, within};
use crate::controls::spec::{ChoiceControl, Slider, TextControl};

pub(in crate::controls) static TENSOR: Slider =
    whole!(tp, limits::GPUS, layout.tensor, degrees::tensor);
pub(in crate::controls) static PIPELINE: Slider = whole!(
    pp,
    limits::GPUS,
    layout.pipeline,
    degrees::pipeline_or_uneven
);
pub(in crate::controls) static VIRTUAL: Slider = whole!(
    vp,
    limits::LAYERS,
    layout.virtual_stages,
    degrees::virtual_stages
);
pub(in crate::controls) static CONTEXT: Slider =
    whole!(cp, limits::GPUS, layout.context, degrees::context);
pub(in crate::controls) static EXPERT: Slider =
    whole!(ep, limits::GPUS, layout.expert, degrees::expert);
pub(in crate::controls) static EXPERT_TENSOR: Slider = whole!(
    etp,
    limits::GPUS,
    layout.expert_tensor,
    degrees::expert_tensor
);

/// Ranks of a shard group. A plan that names none uses all ranks, so a group of all ranks is stored
/// as none.
pub(in crate::controls) static SHARD_GROUP: Slider = Slider {
    key: "hsdp",
    label: |controls| &controls.hsdp,
    values: |plan| numbers(degrees::shard_group(plan)),
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
};

/// Ranks that hold the same weights.
fn replicas(plan: &Plan) -> u64 {
    (plan.data_parallel() * plan.layout.context).max(1)
}

pub(in crate::controls) static SEQUENCE_PARALLEL: ChoiceControl = switch!(
    sp,
    |plan| plan.layout.sequence_parallel.unwrap_or(true),
    |plan, on| plan.layout.sequence_parallel = Some(on)
);
pub(in crate::controls) static ZERO: ChoiceControl = word!(zero, ZeroStage, zero, layout.zero);
pub(in crate::controls) static CONTEXT_KIND: ChoiceControl =
    word!(cpkind, ContextKind, context_kind, layout.context_kind);
pub(in crate::controls) static ENDS: ChoiceControl =
    switch!(ends, |plan| plan.layout.ends_count, |plan, on| plan
        .layout
        .ends_count =
        on);

/// Layers of each virtual stage, as a link writes them.
pub(in crate::controls) static SPLIT: TextControl = TextControl {
    key: "split",
    label: |controls| &controls.split,
    wrong: |frame| frame.wrong_split,
};

/// The pipeline schedule. Choosing the one that the virtual stages imply leaves it to follow them.
pub(in crate::controls) static SCHEDULE: ChoiceControl = ChoiceControl {
    key: "sched",
    label: |controls| &controls.sched,
    options: |strings| strings.choices.schedule.to_vec(),
    get: |plan| plan.schedule().index(),
    set: |plan, index| {
        plan.layout.schedule = None;
        plan.layout.schedule = Schedule::ALL
            .get(index)
            .copied()
            .filter(|&schedule| schedule != plan.schedule());
    },
    note: no_note,
    is_jump: false,
};
