//! Sweeps.

use crate::number::{
    BytesText as _, count, days, dollars, duration, grouped, locale, megawatt_hours, percent, plain,
};
use cost::units::{Bytes, Seconds};
use formats::catalog::{GPUS, MODELS};
use formats::number::Units;
use search::sweep::SweepReading;

use crate::presets;

messages!("sweep");

/// The key of an axis, and its name.
type NamedAxis = (&'static str, fn() -> &'static str);

/// Names of the axes by their keys.
static AXES: &[NamedAxis] = &[
    ("model", axis_model),
    ("layers", axis_layers),
    ("hidden", axis_hidden),
    ("ffn", axis_ffn),
    ("heads", axis_heads),
    ("kv", axis_kv),
    ("vocab", axis_vocab),
    ("experts", axis_experts),
    ("topk", axis_topk),
    ("gpu", axis_gpu),
    ("gpus", axis_gpus),
    ("node", axis_node),
    ("nvl", axis_nvl),
    ("peak", axis_peak),
    ("hbm", axis_hbm),
    ("hbmbw", axis_hbmbw),
    ("nvbw", axis_nvbw),
    ("nicbw", axis_nicbw),
    ("pod", axis_pod),
    ("over", axis_over),
    ("tp", axis_tp),
    ("pp", axis_pp),
    ("vp", axis_vp),
    ("sched", axis_sched),
    ("cp", axis_cp),
    ("cpkind", axis_cpkind),
    ("ep", axis_ep),
    ("etp", axis_etp),
    ("dp", axis_dp),
    ("zero", axis_zero),
    ("hsdp", axis_hsdp),
    ("seq", axis_seq),
    ("slen", axis_slen),
    ("pack", axis_pack),
    ("mbs", axis_mbs),
    ("m", axis_m),
    ("gbs", axis_gbs),
    ("ckpt", axis_ckpt),
    ("flash", axis_flash),
    ("ce", axis_ce),
    ("dtype", axis_dtype),
    ("opt", axis_opt),
    ("master", axis_master),
    ("grads", axis_grads),
    ("ft", axis_ft),
    ("rank", axis_rank),
    ("adtype", axis_adtype),
    ("obj", axis_obj),
    ("refmodel", axis_refmodel),
    ("wstore", axis_wstore),
    ("recipe", axis_recipe),
    ("kern", axis_kern),
    ("msg", axis_msg),
    ("gsync", axis_gsync),
    ("optkern", axis_optkern),
    ("tiles", axis_tiles),
    ("disp", axis_disp),
    ("graph", axis_graph),
    ("imbal", axis_imbal),
    ("tok", axis_tok),
    ("price", axis_price),
    ("watts", axis_watts),
    ("mtbf", axis_mtbf),
    ("ckptbw", axis_ckptbw),
    ("restart", axis_restart),
];

/// Labels of the questions that are ready.
#[must_use]
pub fn presets() -> [&'static str; 5] {
    [
        question_bubble(),
        question_memory(),
        question_mfu(),
        question_zero(),
        question_step(),
    ]
}

/// Labels of the choices: the reading, the axis across, the axis with a line for each value.
#[must_use]
pub fn choices() -> [&'static str; 3] {
    [choice_reading(), choice_across(), choice_between()]
}

/// The name of the axis of a key.
#[must_use]
pub fn axis(key: &'static str) -> &'static str {
    let named = AXES.iter().find(|(other, _)| *other == key);
    named.map_or(key, |(_, name)| name())
}

/// A value of an axis.
#[must_use]
pub fn value(key: &str, value: f64) -> String {
    let index = value as usize;
    let name = match key {
        "model" => MODELS.get(index).map(presets::model),
        "gpu" => GPUS.get(index).map(presets::gpu),
        "hsdp" if index == 0 => Some(all()),
        _ => {
            let names = crate::controls::label(key).map_or(&[][..], |label| label.options);
            let is_word = !names.is_empty();
            is_word.then(|| names.get(index).copied().unwrap_or_else(other))
        }
    };
    match name {
        Some(name) => name.to_owned(),
        None if value < 99_999.5 => plain(value),
        None => count(value as u64),
    }
}

/// The name of a reading.
#[must_use]
pub fn reading(reading: SweepReading) -> &'static str {
    match reading {
        SweepReading::Mfu => reading_mfu(),
        SweepReading::Step => reading_step(),
        SweepReading::TokensPerSecond => reading_tokens_per_second(),
        SweepReading::Bubble => reading_bubble(),
        SweepReading::Exposed => reading_exposed(),
        SweepReading::Memory => reading_memory(),
        SweepReading::Activations => reading_activations(),
        SweepReading::State => reading_state(),
        SweepReading::Days => reading_days(),
        SweepReading::Cost => reading_cost(),
        SweepReading::Energy => reading_energy(),
        SweepReading::Goodput => reading_goodput(),
    }
}

/// A figure with its unit.
#[must_use]
pub fn figure(reading: SweepReading, value: f64, units: Units) -> String {
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
        SweepReading::Energy => megawatt_hours(value),
    }
}

/// The unit of a reading's axis; may be empty.
#[must_use]
pub fn unit(reading: SweepReading, units: Units) -> &'static str {
    match reading {
        SweepReading::Mfu
        | SweepReading::Bubble
        | SweepReading::Exposed
        | SweepReading::Goodput => locale::percent_symbol(),
        SweepReading::Step => locale::seconds_symbol(),
        SweepReading::Memory | SweepReading::Activations | SweepReading::State => units.symbol(),
        SweepReading::Cost => locale::dollars_symbol(),
        SweepReading::Energy => locale::megawatt_hours_symbol(),
        SweepReading::TokensPerSecond | SweepReading::Days => "",
    }
}

/// A reading in the unit of its axis: shares in per cent, bytes in the reader's unit.
#[must_use]
pub fn in_unit(reading: SweepReading, value: f64, units: Units) -> f64 {
    match reading {
        SweepReading::Mfu
        | SweepReading::Bubble
        | SweepReading::Exposed
        | SweepReading::Goodput => value * 100.0,
        SweepReading::Memory | SweepReading::Activations | SweepReading::State => {
            units.of(Bytes(value as u64))
        }
        SweepReading::Step
        | SweepReading::TokensPerSecond
        | SweepReading::Days
        | SweepReading::Cost
        | SweepReading::Energy => value,
    }
}

/// Values of the sentence on a sweep.
#[derive(Clone, Debug)]
pub struct Swept {
    /// The name of the reading.
    pub reading: &'static str,
    /// Name of the axis across.
    pub across: &'static str,
    /// Name of the axis with a line for each value; empty where there is one line.
    pub between: &'static str,
    /// The plan's own figure.
    pub own: String,
    /// The best figure of a plan that fits, and the position of that plan: names of axes with
    /// values; `None` where none fits.
    pub best: Option<[String; 2]>,
}

/// The sentence on a sweep.
#[must_use]
pub fn sentence_of(swept: &Swept) -> String {
    let Swept {
        reading,
        across,
        between,
        own,
        best,
    } = swept;
    match (*between, best) {
        ("", None) => sentence_line_without_best(reading, across, own),
        ("", Some([best, place])) => sentence_line(reading, across, own, best, place),
        (between, None) => sentence_lines_without_best(reading, across, between, own),
        (between, Some([best, place])) => {
            sentence_lines(reading, across, between, own, best, place)
        }
    }
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
