//! Published runs beside their predictions.

use crate::en::words::joined;
use crate::figures::AccuracyText;
use cost::params::ModelParams;
use cost::plan::{Plan, Recompute, Word};
use cost::published::{Pair, Published, Spread, Summary};
use cost::units::{Bytes, Seconds};
use formats::accuracy::{Confidence, RunFamily};
use formats::catalog;
use formats::number::{Units, count, duration, fixed, grouped, percent, signed_percent};

pub(super) const ACCURACY: AccuracyText = AccuracyText {
    heading: "How accurate are the predictions?",
    label,
    detail,
    what: "Predictions compared with published training runs.",
    open: "Predicted against measured",
    loading: "Loading the measurements…",
    unread: |runs| {
        let runs = grouped(runs as u64);
        joined(&[
            "Stopped after ten seconds. Runs not estimated: ",
            &runs,
            ".",
        ])
    },
    unloaded: [
        "The measurements are still loading.",
        "The measurements did not load. The planner works without them.",
    ],
    sentence,
    by_family: "Error of the step time for sources outside the fit, median and 90th percentile:",
    confidences,
    figures: ["Step time", "Peak memory"],
    choices: ["What is compared", "Sources"],
    axes: ["measured", "predicted"],
    off: "±20 %",
    hint: "Press a point or a row to load its plan; the browser’s Back returns.",
    all: "All sources",
    headings: ["run", "source", "measured", "predicted", "error"],
    more: |next, left| {
        let (next, left) = (fixed(next as f64, 0), fixed(left as f64, 0));
        joined(&["Show ", &next, " more of ", &left])
    },
    published,
};

/// Confidences, each with the families that have it: "llm-foundry 2.4 % and 6.7 %".
fn confidences(families: &[Spread]) -> [(&'static str, String); 3] {
    [
        ("Strong", Confidence::Strong),
        ("Fair", Confidence::Fair),
        ("Unproven", Confidence::Unproven),
    ]
    .map(|(word, confidence)| {
        let mut named: Vec<String> = Vec::new();
        for (family, &unseen) in RunFamily::ALL.into_iter().zip(families) {
            if Confidence::of(unseen) == confidence {
                let [half, most] = [unseen.median, unseen.p90].map(percent);
                named.push(joined(&[name(family), " ", &half, " and ", &most]));
            }
        }
        if confidence == Confidence::Unproven {
            named.push(UNPUBLISHED.to_owned());
        }
        (word, named.join(" · "))
    })
}

/// Hardware and memory without published runs.
const UNPUBLISHED: &str = "AMD, Ada and Volta GPUs, Trainium, Ascend · oversubscribed networks · speed of Hugging Face’s trainers · memory of MaxText and of \
     DeepSpeed’s ZeRO-3";

const fn name(family: RunFamily) -> &'static str {
    match family {
        RunFamily::Megatron => "Megatron-LM and NeMo",
        RunFamily::LlmFoundry => "llm-foundry",
        RunFamily::TorchTitan => "torchtitan and PyTorch’s FSDP",
        RunFamily::DeepSpeed => "DeepSpeed",
        RunFamily::Nanotron => "nanotron",
        RunFamily::MaxText => "MaxText on TPUs",
        RunFamily::Long => "sequences from 64k tokens",
        RunFamily::Mixture => "mixtures of experts",
    }
}

/// "18.4 B on 256 × A100 80 GB".
fn label(plan: &Plan) -> String {
    let kind = if plan.model.moe.experts > 0 {
        " MoE"
    } else {
        ""
    };
    let card = catalog::gpu_entry(plan.cluster.gpu.preset).map_or("GPUs", |entry| entry.name);
    joined(&[
        &count(ModelParams::of(&plan.model).total),
        kind,
        " on ",
        &grouped(plan.cluster.gpus),
        " × ",
        card,
    ])
}

/// "TP 8, PP 2, 2,048 tokens, micro-batch 4, fp16, full recompute".
fn detail(plan: &Plan) -> String {
    let layout = &plan.layout;
    let mut words = String::new();
    for (name, degree) in [
        ("TP ", layout.tensor),
        ("PP ", layout.pipeline),
        ("CP ", layout.context),
        ("EP ", layout.expert),
    ] {
        if degree > 1 {
            words.push_str(&joined(&[name, &grouped(degree), ", "]));
        }
    }
    words.push_str(&joined(&[
        &grouped(plan.sequence()),
        " tokens, micro-batch ",
        &grouped(plan.batch.micro),
        ", ",
        plan.levers.dtype.word(),
    ]));
    words.push_str(match plan.levers.recompute {
        Recompute::None => "",
        Recompute::Selective => ", selective recompute",
        Recompute::Full => ", full recompute",
    });
    words
}

fn sentence(summary: &Summary, figure: usize) -> String {
    let Summary {
        step,
        unseen,
        memory,
    } = summary;
    let all = fixed(step.plans, 0);
    if figure == 0 {
        joined(&[
            &all,
            " published plans. Error of the step time: median ",
            &percent(step.median),
            ", 90th percentile ",
            &percent(step.p90),
            ". For sources outside the fit: median ",
            &percent(unseen.median),
            ", 90th percentile ",
            &percent(unseen.p90),
            ".",
        ])
    } else {
        joined(&[
            &fixed(memory.plans, 0),
            " of ",
            &all,
            " published plans report their memory. Error of the peak: median ",
            &percent(memory.median),
            ", 90th percentile ",
            &percent(memory.p90),
            ".",
        ])
    }
}

/// Kinds of memory of a published peak; the last for a source that does not name one.
const MEMORY: [&str; 4] = [" allocated", " reserved", " of nvidia-smi", " at the peak"];

/// "Published by bloom: 12.3 s a step, the model says 11.9 s (−3.3 %)."
fn published(source: &str, run: &Published, units: Units) -> String {
    let [step, peak] = run.figures;
    let step = step.map(|pair| {
        let [measured, predicted] =
            [pair.measured, pair.predicted].map(|seconds| duration(Seconds(seconds)));
        beside(&measured, " a step", &predicted, pair)
    });
    let peak = peak.map(|pair| {
        let [measured, predicted] =
            [pair.measured, pair.predicted].map(|gib| units.size(Bytes::from_gib(gib)));
        beside(
            &measured,
            MEMORY[run.kind.map_or(3, Word::index)],
            &predicted,
            pair,
        )
    });
    let figures: Vec<String> = [step, peak].into_iter().flatten().collect();
    joined(&["Published by ", source, ": ", &figures.join("; "), "."])
}

fn beside(measured: &str, what: &str, predicted: &str, pair: Pair) -> String {
    let error = signed_percent(pair.error());
    joined(&[
        measured,
        what,
        ", the model says ",
        predicted,
        " (",
        &error,
        ")",
    ])
}
