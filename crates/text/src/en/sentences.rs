//! Sentences about a plan's result.

use super::words::{IDLE, if_it_fit, joined, overhead, verdict_word};
use cost::Estimate;
use cost::memory::{StageMemory, Verdict};
use cost::plan::{Plan, Recompute};
use cost::shares::Overhead;
use formats::catalog::{self, CUSTOM};
use formats::number::{Units, count, fixed, grouped, percent};

pub(super) fn plan_title(plan: &Plan) -> String {
    let model = catalog::model_entry(plan.model.preset);
    let name = model.map_or(CUSTOM, |entry| entry.name);
    let changed =
        model.is_some_and(|entry| entry.model != plan.model && plan.model.preset != CUSTOM);
    let gpu = catalog::gpu_entry(plan.cluster.gpu.preset).map_or(CUSTOM, |entry| entry.name);
    let changed = if changed { ", changed," } else { "" };
    joined(&[
        name,
        changed,
        " on ",
        &grouped(plan.cluster.gpus),
        " × ",
        gpu,
    ])
}

/// Capacity first, then what costs most time.
pub(super) fn summary(plan: &Plan, estimate: &Estimate, units: Units) -> String {
    let memory = &estimate.memory;
    let stage = &memory.stages[memory.peak_stage];
    let place = place(plan, memory.peak_stage);
    let mostly = mostly(stage);
    let need = units.figure(memory.peak());
    let capacity = units.size(memory.capacity);
    let capacity_sentence = match memory.verdict {
        Verdict::OutOfMemory => {
            let over = units.size(memory.peak().saturating_sub(memory.capacity));
            joined(&[
                "Needs ",
                &need,
                " of ",
                &capacity,
                " on ",
                &place,
                ": over by ",
                &over,
                ", mostly ",
                mostly,
                ".",
            ])
        }
        Verdict::Tight => {
            let range = units.range(memory.peak(), memory.band);
            joined(&[
                "On ",
                &place,
                " the range, ",
                &range,
                "\u{a0}",
                units.symbol(),
                if memory.is_tight_by_fragments() {
                    ", may exceed GPU memory because of fragmentation: set PyTorch’s expandable_segments."
                } else {
                    ", may exceed GPU memory."
                },
            ])
        }
        Verdict::Fits => joined(&[
            &fullest(plan, memory.peak_stage),
            " holds ",
            &units.size(memory.peak()),
            ", mostly ",
            mostly,
            ".",
        ]),
    };
    joined(&[&capacity_sentence, " ", &time_sentence(estimate)])
}

fn time_sentence(estimate: &Estimate) -> String {
    let (largest, share) = estimate.shares.largest_in_time();
    joined(&[
        "Largest loss: ",
        overhead(largest).term,
        ", ",
        &percent(share),
        " of the step",
        if_it_fit(estimate),
        ".",
    ])
}

/// Explains bars that show several stages each.
pub(super) fn memory_groups(stages: usize, bars: usize) -> String {
    let [stages, bars] = [stages, bars].map(|count| grouped(count as u64));
    joined(&[
        &stages,
        " stages in ",
        &bars,
        " bars: each shows the fullest of several stages. The table has all stages.",
    ])
}

/// Describes the memory figure: the spread between stages and its cause.
pub(super) fn memory_sentence(plan: &Plan, estimate: &Estimate, units: Units) -> String {
    let stages = &estimate.memory.stages;
    let over = stages
        .iter()
        .filter(|stage| stage.total() > estimate.memory.capacity)
        .count();
    if stages.len() == 1 {
        let held = units.size(stages[0].total());
        return joined(&[
            "Every GPU needs the same ",
            &held,
            "; the line is the GPU memory.",
        ]);
    }
    let totals = || stages.iter().map(StageMemory::total);
    let least = units.figure(totals().min().unwrap_or_default());
    let most = units.size(totals().max().unwrap_or_default());
    let held = |stage: &StageMemory| stage.activations;
    // Not so where all is recomputed, nor where each rank has an early and a late stage.
    let is_early_fuller = stages.first().map(held) > stages.last().map(held);
    let why = if is_early_fuller && plan.levers.recompute != Recompute::Full {
        "early stages keep more micro-batches in flight"
    } else {
        "embedding and loss differ"
    };
    let verdict = match over {
        _ if estimate.memory.verdict == Verdict::Tight => String::from("the fullest may not fit"),
        0 => String::from("all fit"),
        n if n == stages.len() => String::from("none fits"),
        n => joined(&[
            &grouped(n as u64),
            " of ",
            &grouped(stages.len() as u64),
            " do not fit",
        ]),
    };
    joined(&[
        "From ", &least, " to ", &most, ": ", why, "; ", &verdict, ".",
    ])
}

/// Describes the step's time: its useful share, and its largest loss.
pub(super) fn useful_sentence(estimate: &Estimate) -> String {
    let (largest, share) = estimate.shares.largest_in_time();
    joined(&[
        &percent(estimate.shares.useful),
        " useful, ",
        &percent(share),
        " ",
        overhead(largest).term,
        if_it_fit(estimate),
        ".",
    ])
}

/// "stages idle 4.6 % = pipeline bubble 1.1 % + imbalance of stages 3.5 %, of the pipeline’s time".
pub(super) fn idle_sum(estimate: &Estimate) -> String {
    let time = &estimate.time;
    joined(&[
        IDLE,
        " ",
        &percent(time.idle_fraction()),
        " = ",
        overhead(Overhead::Bubble).term,
        " ",
        &percent(time.bubble_fraction()),
        " + ",
        overhead(Overhead::Imbalance).term,
        " ",
        &percent(time.imbalance_fraction()),
        ", of the pipeline’s time",
    ])
}

fn fullest(plan: &Plan, stage: usize) -> String {
    if plan.layout.pipeline == 1 {
        String::from("Every GPU")
    } else {
        joined(&["The fullest GPU, on stage ", &grouped(stage as u64), ","])
    }
}

fn place(plan: &Plan, stage: usize) -> String {
    if plan.layout.pipeline == 1 {
        String::from("every GPU")
    } else {
        joined(&["stage ", &grouped(stage as u64)])
    }
}

pub(super) fn mostly(stage: &StageMemory) -> &'static str {
    let parts = [
        ("weights", stage.state.weights),
        ("gradients", stage.state.gradients),
        ("optimizer state", stage.state.optimizer),
        ("activations", stage.activations),
        ("logits of the loss", stage.logits),
        ("buffers", stage.buffers),
    ];
    parts
        .into_iter()
        .max_by_key(|&(_, bytes)| bytes)
        .map_or("", |(name, _)| name)
}

pub(super) fn announcement(estimate: &Estimate, units: Units) -> String {
    let memory = &estimate.memory;
    joined(&[
        verdict_word(memory.verdict, memory.peak(), memory.capacity),
        ": ",
        &moved_figures(estimate, units),
    ])
}

/// "49.2 of 79.6 GiB, MFU 40.1 %."
pub(super) fn moved_figures(estimate: &Estimate, units: Units) -> String {
    let memory = &estimate.memory;
    joined(&[
        &units.figure(memory.peak()),
        " of ",
        &units.size(memory.capacity),
        ", MFU ",
        &percent(estimate.utilisation.mfu),
        if_it_fit(estimate),
        ".",
    ])
}

pub(super) fn data_follows(plan: &Plan) -> String {
    let layout = &plan.layout;
    let mut product = joined(&[&grouped(layout.tensor), "·", &grouped(layout.pipeline)]);
    if layout.context > 1 {
        product = joined(&[&product, "·", &grouped(layout.context)]);
    }
    let gpus = plan.cluster.gpus;
    let degrees = layout
        .tensor
        .saturating_mul(layout.pipeline)
        .saturating_mul(layout.context);
    let data = if gpus.is_multiple_of(degrees.max(1)) {
        grouped(plan.data_parallel())
    } else {
        fixed(gpus as f64 / degrees.max(1) as f64, 2)
    };
    joined(&[
        "Data parallel = ",
        &grouped(gpus),
        " ÷ (",
        &product,
        ") = ",
        &data,
    ])
}

/// "256 experts a layer ÷ 8 = 32 on each GPU, in 16 copies".
pub(super) fn experts_follow(plan: &Plan) -> String {
    let (layout, experts) = (&plan.layout, plan.model.moe.experts);
    let (expert, tensor) = (layout.expert.max(1), layout.expert_tensor.max(1));
    let ranks = plan.cluster.gpus / layout.pipeline.max(1);
    let held = expert.saturating_mul(tensor);
    if experts == 0 || !experts.is_multiple_of(expert) || !ranks.is_multiple_of(held) {
        return String::from("The experts cannot be divided like this.");
    }
    let each = if tensor == 1 {
        String::from(" on each GPU")
    } else {
        joined(&[" on every ", &grouped(tensor), " GPUs"])
    };
    joined(&[
        &grouped(experts),
        " experts a layer ÷ ",
        &grouped(expert),
        " = ",
        &grouped(experts / expert),
        &each,
        ", in ",
        &grouped(ranks / held),
        if ranks == held { " copy" } else { " copies" },
    ])
}

pub(super) fn batch_follows(plan: &Plan) -> String {
    let tokens = plan.global_batch().saturating_mul(plan.sequence());
    let each = plan.batch.micro.saturating_mul(plan.data_parallel()).max(1);
    let steps = plan.global_batch() as f64 / each as f64;
    let micro_batches = if steps.fract() == 0.0 {
        grouped(steps as u64)
    } else {
        fixed(steps, 2)
    };
    joined(&[
        &count(tokens),
        " tokens a step, in ",
        &micro_batches,
        " micro-batches a pipeline",
    ])
}
