//! Published runs beside their predictions.

use crate::CountText;
use crate::number::{clauses, listed};
use cost::convention::MemoryKind;
use cost::params::ModelParams;
use cost::plan::{Plan, Recompute, Word};
use cost::published::{Published, Spread, Summary};
use cost::units::{Bytes, Seconds};
use formats::accuracy::{Confidence, RunFamily};
use formats::catalog;
use formats::number::Units;

use crate::presets;

messages!("accuracy");

/// Messages on the runs: still loading, failed to load.
#[must_use]
pub fn unloaded() -> [&'static str; 2] {
    [still_loading(), did_not_load()]
}

/// Confidences, each with the families that have it: "llm-foundry 2.4 % and 6.7 %".
#[must_use]
pub fn confidences(families: &[Spread]) -> [(&'static str, String); 3] {
    [
        (strong(), Confidence::Strong),
        (fair(), Confidence::Fair),
        (unproven(), Confidence::Unproven),
    ]
    .map(|(word, confidence)| {
        let mut named: Vec<String> = Vec::new();
        for (run, &unseen) in RunFamily::ALL.into_iter().zip(families) {
            if Confidence::of(unseen) == confidence {
                named.push(family_errors(family(run), unseen.median, unseen.p90));
            }
        }
        if confidence == Confidence::Unproven {
            named.push(unpublished().to_owned());
        }
        (word, named.join(" · "))
    })
}

fn family(family: RunFamily) -> &'static str {
    match family {
        RunFamily::Megatron => family_megatron(),
        RunFamily::LlmFoundry => family_llm_foundry(),
        RunFamily::TorchTitan => family_torch_titan(),
        RunFamily::DeepSpeed => family_deep_speed(),
        RunFamily::Nanotron => family_nanotron(),
        RunFamily::MaxText => family_max_text(),
        RunFamily::Long => family_long(),
        RunFamily::Mixture => family_mixture(),
    }
}

/// Name of a run, its parameters and its GPUs: "18.4 B on 256 × A100 80 GB".
#[must_use]
pub fn label(plan: &Plan) -> String {
    let named = if plan.model.moe.experts > 0 {
        mixture_run
    } else {
        dense_run
    };
    let card = catalog::gpu_entry(plan.cluster.gpu.preset).map_or(some_gpus(), presets::gpu);
    named(ModelParams::of(&plan.model).total, plan.cluster.gpus, card)
}

/// Configuration of a run: "TP 8, PP 2, 2,048 tokens, micro-batch 4, fp16, full recompute".
#[must_use]
pub fn detail(plan: &Plan) -> String {
    let layout = &plan.layout;
    let degrees: [(CountText, u64); 4] = [
        (tensor, layout.tensor),
        (pipeline, layout.pipeline),
        (context, layout.context),
        (expert, layout.expert),
    ];
    let degrees = degrees.into_iter().filter(|(_, degree)| *degree > 1);
    let mut parts: Vec<String> = degrees.map(|(name, degree)| name(degree)).collect();
    parts.push(batch(
        plan.sequence(),
        plan.batch.micro,
        plan.levers.dtype.word(),
    ));
    match plan.levers.recompute {
        Recompute::None => {}
        Recompute::Selective => parts.push(selective_recompute().to_owned()),
        Recompute::Full => parts.push(full_recompute().to_owned()),
    }
    listed(&parts)
}

/// Sentence on the errors of all predictions of a figure: 0 for the step, 1 for memory.
#[must_use]
pub fn sentence(summary: &Summary, figure: usize) -> String {
    let Summary {
        step,
        unseen,
        memory,
    } = summary;
    if figure == 0 {
        step_errors(step.plans, step.median, step.p90, unseen.median, unseen.p90)
    } else {
        memory_errors(memory.plans, step.plans, memory.median, memory.p90)
    }
}

/// Measured step and peak memory of a run of this source, beside the predictions: "Published by
/// bloom: 12.3 s a step, the model says 11.9 s (−3.3 %)."
#[must_use]
pub fn published(source: &str, run: &Published, units: Units) -> String {
    let [step, peak] = run.figures;
    let step = step.map(|pair| {
        let [measured, predicted] = [pair.measured, pair.predicted].map(Seconds);
        step_beside(measured, predicted, pair.error())
    });
    let memory = match run.kind {
        Some(MemoryKind::Allocated) => Memory::Allocated,
        Some(MemoryKind::Reserved) => Memory::Reserved,
        Some(MemoryKind::NvidiaSmi) => Memory::NvidiaSmi,
        None => Memory::Unknown,
    };
    let peak = peak.map(|pair| {
        let [measured, predicted] = [pair.measured, pair.predicted].map(Bytes::from_gib);
        peak_beside(measured, memory, predicted, pair.error(), units)
    });
    let figures: Vec<String> = [step, peak].into_iter().flatten().collect();
    published_by(source, &clauses(&figures))
}

/// Step time and memory, between which the view switches.
#[must_use]
pub fn figures() -> [&'static str; 2] {
    [figure_step(), figure_memory()]
}

/// Names of the choice of the figure, and of the choice of sources.
#[must_use]
pub fn choices() -> [&'static str; 2] {
    [choose_figure(), choose_source()]
}

/// The axes, before their unit.
#[must_use]
pub fn axes() -> [&'static str; 2] {
    [axis_measured(), axis_predicted()]
}

/// Headings of the table.
#[must_use]
pub fn headings() -> [&'static str; 5] {
    [
        heading_run(),
        heading_source(),
        heading_measured(),
        heading_predicted(),
        heading_error(),
    ]
}
