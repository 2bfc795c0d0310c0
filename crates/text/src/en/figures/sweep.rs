//! Sweeps.

use crate::en::words::filled;
use crate::figures::{SweepText, Swept};
use cost::memory::Verdict;
use cost::units::{Bytes, Seconds};
use formats::catalog::{GPUS, MODELS};
use formats::number::{
    Units, count, days, dollars, duration, grouped, percent, plain, three_digits,
};
use search::sweep::SweepReading;

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
    axis,
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

/// Names of the axes.
static AXES: &[(&str, &str)] = &[
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
    ("hbm", "GPU memory, GiB"),
    ("hbmbw", "HBM GB/s"),
    ("nvbw", "NVLink GB/s"),
    ("nicbw", "network GB/s"),
    ("pod", "GPUs per pod"),
    ("over", "oversubscription"),
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
    ("master", "master weights"),
    ("grads", "gradient type"),
    ("wstore", "weight storage"),
    ("recipe", "recipe"),
    ("kern", "kernels"),
    ("msg", "gradient messages"),
    ("gsync", "gradient synchronisation"),
    ("optkern", "optimizer kernel"),
    ("tiles", "MLP tiles"),
    ("disp", "dispatcher"),
    ("graph", "CUDA graphs"),
    ("imbal", "expert imbalance"),
    ("tok", "training tokens"),
    ("price", "$ per GPU-hour"),
    ("watts", "watts per GPU"),
    ("mtbf", "hours between failures of a GPU"),
    ("ckptbw", "storage GB/s"),
    ("restart", "minutes to restart"),
];

fn axis(key: &'static str) -> &'static str {
    let named = AXES.iter().find(|(other, _)| *other == key);
    named.map_or(key, |(_, name)| name)
}

fn value(key: &str, value: f64) -> String {
    let index = value as usize;
    let name = match key {
        "model" => MODELS.get(index).map(|entry| entry.name),
        "gpu" => GPUS.get(index).map(|entry| entry.name),
        // A group that is not named is all ranks that hold the same.
        "hsdp" if index == 0 => Some("all"),
        _ => {
            let names = crate::controls::label(key).map_or(&[][..], |label| label.options);
            let is_word = !names.is_empty();
            is_word.then(|| names.get(index).copied().unwrap_or(OTHER))
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

#[cfg(test)]
mod tests {
    use search::sweep::AXES;

    /// An axis without a name fails here.
    #[test]
    fn every_axis_has_a_name() {
        for axis in &AXES {
            let named = super::AXES.iter().filter(|(key, _)| *key == axis.key);
            assert_eq!(named.count(), 1, "names of the axis {}", axis.key);
        }
        assert_eq!(super::AXES.len(), AXES.len());
    }
}
