//! Sweeps.

use super::joined;
use crate::catalog::{GPUS, MODELS};
use crate::cost::memory::Verdict;
use crate::cost::units::{Bytes, Seconds};
use crate::search::sweep::{Offers, Reading, axis};
use crate::text::en::choices::CHOICES;
use crate::text::figures::{LeftOut, SweepText, Swept};
use crate::text::number::{
    Units, count, days, dollars, duration, grouped, percent, plain, three_digits,
};

pub(super) const SWEEP: SweepText = SweepText {
    heading: "Sweeps",
    pending: "Working it out…",
    questions: "Ask",
    presets: [
        "Bubble by micro-batches",
        "Memory by sequence length",
        "MFU by GPUs",
        "ZeRO stages by data-parallel ranks",
        "Step by micro-batch size",
    ],
    choices: ["Show", "across", "a line for each"],
    nothing: "nothing: one line",
    scales: ["log across", "log up"],
    axis: name,
    value,
    readings: [
        "MFU",
        "step time",
        "tokens a second and GPU",
        "bubble",
        "exposed communication",
        "memory of the fullest GPU",
        "its activations",
        "its state",
        "days",
        "cost",
        "energy",
        "goodput",
    ],
    figure,
    unit: |reading, units| match reading {
        Reading::Mfu | Reading::Bubble | Reading::Exposed | Reading::Goodput => "%",
        Reading::Step => "s",
        Reading::Memory | Reading::Activations | Reading::State => units.symbol(),
        Reading::Cost => "$",
        Reading::Energy => "MWh",
        Reading::TokensPerSecond | Reading::Days => "",
    },
    sentence,
    point: |place, figure, verdict| {
        let verdict = match verdict {
            Verdict::Fits => "fits",
            Verdict::Tight => "fits perhaps",
            Verdict::OutOfMemory => "out of memory",
        };
        joined(&[&place.join(", "), ": ", figure, ", ", verdict])
    },
    impossible: "no such plan",
    over: " (out of memory)",
    left_out,
    here: "this plan",
    card: |capacity, units| joined(&["the card gives ", &units.size(capacity)]),
    hint: "Hollow points run out of memory. Press a point to go there; the browser’s Back returns.",
};

/// The axes, by their keys.
static NAMES: [(&str, &str); 49] = [
    ("model", "model"),
    ("layers", "layers"),
    ("hidden", "hidden width"),
    ("ffn", "MLP width"),
    ("heads", "heads"),
    ("kv", "KV heads"),
    ("vocab", "vocabulary"),
    ("experts", "experts"),
    ("topk", "experts per token"),
    ("gpu", "GPU"),
    ("gpus", "GPUs"),
    ("node", "GPUs per node"),
    ("nvl", "GPUs per NVLink domain"),
    ("peak", "peak TFLOP/s"),
    ("hbm", "card memory, GiB"),
    ("hbmbw", "HBM GB/s"),
    ("nvbw", "NVLink GB/s"),
    ("nicbw", "network GB/s"),
    ("tp", "tensor-parallel ranks"),
    ("pp", "pipeline stages"),
    ("vp", "virtual stages per rank"),
    ("sched", "schedule"),
    ("cp", "context-parallel ranks"),
    ("cpkind", "context exchange"),
    ("ep", "expert-parallel ranks"),
    ("etp", "expert tensor-parallel ranks"),
    ("dp", "data-parallel ranks"),
    ("zero", "ZeRO stage"),
    ("hsdp", "shard group"),
    ("seq", "sequence length"),
    ("mbs", "micro-batch size"),
    ("m", "micro-batches"),
    ("gbs", "global batch"),
    ("ckpt", "checkpointing"),
    ("flash", "Flash Attention"),
    ("ce", "cross-entropy"),
    ("dtype", "precision"),
    ("opt", "optimizer"),
    ("wstore", "weight storage"),
    ("recipe", "recipe"),
    ("kern", "kernels"),
    ("msg", "gradient messages"),
    ("imbal", "expert imbalance"),
    ("tok", "training tokens"),
    ("price", "$ per GPU-hour"),
    ("watts", "watts per GPU"),
    ("mtbf", "hours between failures of a GPU"),
    ("ckptbw", "storage GB/s"),
    ("restart", "minutes to restart"),
];

fn name(key: &str) -> &'static str {
    let entry = NAMES.iter().find(|(other, _)| *other == key);
    entry.map_or("", |(_, name)| name)
}

/// Names of the words that axes offer.
static WORDS: [(&str, &[&str]); 12] = [
    ("sched", &CHOICES.schedule),
    ("cpkind", &CHOICES.context_kind),
    ("zero", &CHOICES.zero),
    ("ckpt", &CHOICES.recompute),
    ("flash", &CHOICES.switch),
    ("ce", &CHOICES.cross_entropy),
    ("dtype", &CHOICES.dtype),
    ("opt", &CHOICES.optimizer),
    ("wstore", &CHOICES.weight_storage),
    ("recipe", &CHOICES.recipe),
    ("kern", &CHOICES.kernels),
    ("msg", &CHOICES.messages),
];

fn value(key: &str, value: f64) -> String {
    let index = value as usize;
    let entry = match key {
        "model" => MODELS.get(index).map(|entry| entry.name),
        "gpu" => GPUS.get(index).map(|entry| entry.name),
        _ => {
            let named = WORDS.iter().find(|(other, _)| *other == key);
            let named = named.and_then(|(_, names)| names.get(index).copied());
            // A link may have words that the page does not offer.
            named.or_else(|| match axis(key)?.offers {
                Offers::Words(words) => words.get(index).copied(),
                Offers::Numbers(_) | Offers::Entries(_) => None,
            })
        }
    };
    match entry {
        Some(name) => name.to_owned(),
        None if value < 99_999.5 => plain(value),
        None => count(value as u64),
    }
}

fn figure(reading: Reading, value: f64, units: Units) -> String {
    match reading {
        Reading::Mfu | Reading::Bubble | Reading::Exposed | Reading::Goodput => percent(value),
        Reading::Step => duration(Seconds(value)),
        Reading::TokensPerSecond => grouped(value.round() as u64),
        Reading::Memory | Reading::Activations | Reading::State => units.size(Bytes(value as u64)),
        Reading::Days => days(value),
        Reading::Cost => dollars(value),
        Reading::Energy => joined(&[&three_digits(value), "\u{a0}MWh"]),
    }
}

/// "Bubble across micro-batches, a line for each of the pipeline stages: this plan has 15.8 %;
/// the best of these that fits has 0.3 % (pipeline stages 1, micro-batches 64)."
fn sentence(swept: &Swept) -> String {
    let lines = swept.between.map_or(String::new(), |between| {
        joined(&[", a line for each value of ", between])
    });
    let best = swept.best.as_ref().map_or_else(
        || String::from("none of these fits."),
        |(figure, place)| {
            let place = place.join(", ");
            joined(&[
                "the best of these that fits has ",
                figure,
                " (",
                &place,
                ").",
            ])
        },
    );
    joined(&[
        "The ",
        swept.reading,
        " across ",
        swept.across,
        &lines,
        ": this plan has ",
        &swept.own,
        "; ",
        &best,
    ])
}

/// Values listed before a list is cut.
const LISTED: usize = 8;

fn left_out(axes: &[LeftOut]) -> String {
    let lists = axes.iter().map(|(name, values)| {
        let mut list = values.clone();
        list.truncate(LISTED);
        let more = if list.len() < values.len() {
            ", …"
        } else {
            ""
        };
        joined(&[name, " ", &list.join(", "), more])
    });
    let lists: Vec<String> = lists.collect();
    joined(&[
        "Left out, because no such plan exists: ",
        &lists.join("; "),
        ".",
    ])
}
