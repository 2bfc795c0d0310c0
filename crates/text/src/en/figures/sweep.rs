//! Sweeps.

use crate::en::choices::CHOICES;
use crate::en::words::filled;
use crate::figures::{SweepText, Swept};
use cost::memory::Verdict;
use cost::units::{Bytes, Seconds};
use formats::catalog::{GPUS, MODELS};
use formats::number::{
    Units, count, days, dollars, duration, grouped, percent, plain, three_digits,
};
use search::sweep::{COUNT, SweepReading};

pub(super) const SWEEP: SweepText = SweepText {
    heading: "Sweeps.",
    pending: "Computing…",
    questions: "Examples",
    presets: [
        "Bubble by micro-batches",
        "Memory by sequence length",
        "MFU by GPUs",
        "ZeRO stages by data-parallel ranks",
        "Step by micro-batch size",
    ],
    choices: ["Show", "across", "a line for each"],
    nothing: "none: one line",
    scales: ["log across", "log up"],
    axes: AXES,
    value,
    readings: [
        "MFU",
        "step time",
        "tokens/s per GPU",
        "bubble",
        "exposed communication",
        "memory of the fullest GPU",
        "its activations",
        "its model state",
        "days",
        "cost",
        "energy",
        "goodput",
    ],
    figure,
    unit: |reading, units| match reading {
        SweepReading::Mfu
        | SweepReading::Bubble
        | SweepReading::Exposed
        | SweepReading::Goodput => "%",
        SweepReading::Step => "s",
        SweepReading::Memory | SweepReading::Activations | SweepReading::State => units.symbol(),
        SweepReading::Cost => "$",
        SweepReading::Energy => "MWh",
        SweepReading::TokensPerSecond | SweepReading::Days => "",
    },
    sentence,
    point: |place, figure, verdict| {
        let verdict = match verdict {
            Verdict::Fits => "fits",
            Verdict::Tight => "may not fit",
            Verdict::OutOfMemory => "out of memory",
        };
        filled("~: ~, ~", &[place, figure, verdict])
    },
    impossible: "no such plan",
    over: " (out of memory)",
    left_out: |values| filled("Left out, because no such plan exists: ~", &[values]),
    cut: "Stopped after five seconds: missing points were not computed.",
    here: "this plan",
    card: |capacity, units| filled("GPU memory ~", &[&units.size(capacity)]),
    hint: "Hollow points run out of memory. Press a point to go there; the browser’s Back returns.",
};

/// The axes, in their order.
const AXES: [&str; COUNT] = [
    "model",
    "layers",
    "hidden width",
    "MLP width",
    "heads",
    "KV heads",
    "vocabulary",
    "experts",
    "experts per token",
    "GPU",
    "GPUs",
    "GPUs per node",
    "GPUs per NVLink domain",
    "peak TFLOP/s",
    "GPU memory, GiB",
    "HBM GB/s",
    "NVLink GB/s",
    "network GB/s",
    "tensor-parallel ranks",
    "pipeline stages",
    "virtual stages per rank",
    "schedule",
    "context-parallel ranks",
    "context exchange",
    "expert-parallel ranks",
    "expert tensor-parallel ranks",
    "data-parallel ranks",
    "ZeRO stage",
    "shard group",
    "sequence length",
    "micro-batch size",
    "micro-batches",
    "global batch",
    "checkpointing",
    "Flash Attention",
    "cross-entropy",
    "precision",
    "optimizer",
    "master weights",
    "gradient type",
    "weight storage",
    "recipe",
    "kernels",
    "gradient messages",
    "gradient synchronisation",
    "dispatcher",
    "CUDA graphs",
    "expert imbalance",
    "training tokens",
    "$ per GPU-hour",
    "watts per GPU",
    "hours between failures of a GPU",
    "storage GB/s",
    "minutes to restart",
];

/// Names of the words that axes offer.
static WORDS: [(&str, &[&str]); 17] = [
    ("sched", &CHOICES.schedule),
    ("cpkind", &CHOICES.context_kind),
    ("zero", &CHOICES.zero),
    ("ckpt", &CHOICES.recompute),
    ("flash", &CHOICES.switch),
    ("ce", &CHOICES.cross_entropy),
    ("dtype", &CHOICES.dtype),
    ("opt", &CHOICES.optimizer),
    ("master", &CHOICES.master),
    ("grads", &CHOICES.gradients),
    ("wstore", &CHOICES.weight_storage),
    ("recipe", &CHOICES.recipe),
    ("kern", &CHOICES.kernels),
    ("msg", &CHOICES.messages),
    ("gsync", &CHOICES.gradient_sync),
    ("disp", &CHOICES.dispatcher),
    ("graph", &CHOICES.graphs),
];

fn value(key: &str, value: f64) -> String {
    let index = value as usize;
    let name = match key {
        "model" => MODELS.get(index).map(|entry| entry.name),
        "gpu" => GPUS.get(index).map(|entry| entry.name),
        // A group that is not named is all ranks that hold the same.
        "hsdp" if index == 0 => Some("all"),
        _ => {
            let named = WORDS.iter().find(|(other, _)| *other == key);
            named.map(|(_, names)| names.get(index).copied().unwrap_or(OTHER))
        }
    };
    match name {
        Some(name) => name.to_owned(),
        None if value < 99_999.5 => plain(value),
        None => count(value as u64),
    }
}

/// A word that a link may have and the page does not offer.
const OTHER: &str = "other";

fn figure(reading: SweepReading, value: f64, units: Units) -> String {
    match reading {
        SweepReading::Mfu
        | SweepReading::Bubble
        | SweepReading::Exposed
        | SweepReading::Goodput => percent(value),
        SweepReading::Step => duration(Seconds(value)),
        SweepReading::TokensPerSecond => grouped(value.round() as u64),
        SweepReading::Memory | SweepReading::Activations | SweepReading::State => {
            units.size(Bytes(value as u64))
        }
        SweepReading::Days => days(value),
        SweepReading::Cost => dollars(value),
        SweepReading::Energy => filled("~\u{a0}MWh", &[&three_digits(value)]),
    }
}

/// "The bubble across micro-batches, a line for each value of pipeline stages: this plan has
/// 15.8 %; the best value that fits is 0.3 % (pipeline stages 2, micro-batches 64)."
fn sentence(swept: &Swept) -> String {
    let Swept {
        reading,
        across,
        between,
        own,
        best,
        place,
    } = swept;
    let lines = match *between {
        "" => String::new(),
        between => filled(", a line for each value of ~", &[between]),
    };
    let best = match best.as_str() {
        "" => String::from("none of these fits"),
        best => filled("the best value that fits is ~ (~)", &[best, place]),
    };
    filled(
        "The ~ across ~~: this plan has ~; ~.",
        &[reading, across, &lines, own, &best],
    )
}
