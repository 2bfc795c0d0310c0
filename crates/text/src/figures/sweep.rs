//! Sentences about sweeps.

use cost::memory::Verdict;
use cost::units::Bytes;
use formats::number::Units;
use search::sweep::SweepReading;

/// Words about sweeps.
#[derive(Clone, Copy, Debug)]
pub struct SweepText {
    /// Name of the view.
    pub heading: &'static str,
    /// Message before any point is computed.
    pub pending: &'static str,
    /// Before the buttons of the questions that are ready.
    pub questions: &'static str,
    /// Labels of the questions that are ready.
    pub presets: [&'static str; 5],
    /// Labels of the choices: the reading, the axis across, the axis with a line for each value.
    pub choices: [&'static str; 3],
    /// Option of a single line.
    pub nothing: &'static str,
    /// Switches of the axes to logarithms: across, up.
    pub scales: [&'static str; 2],
    /// The name of the axis of a key.
    pub axis: fn(&'static str) -> &'static str,
    /// A value of an axis.
    pub value: fn(&str, f64) -> String,
    /// The names of the readings.
    pub readings: [&'static str; SweepReading::COUNT],
    /// A figure with its unit.
    pub figure: fn(SweepReading, f64, Units) -> String,
    /// The unit of a reading's axis; may be empty.
    pub unit: fn(SweepReading, Units) -> &'static str,
    /// The sentence.
    pub sentence: fn(&Swept) -> String,
    /// A point in words: what it varies, its figure, whether it fits.
    pub point: fn(&str, &str, Verdict) -> String,
    /// In place of a figure where no such plan exists.
    pub impossible: &'static str,
    /// Behind a figure of a plan that does not fit.
    pub over: &'static str,
    /// Note on illegal plans that were left out: names of axes with values of each.
    pub left_out: fn(&str) -> String,
    /// Note when the sweep was stopped before all points were estimated.
    pub cut: &'static str,
    /// Label of the plan's own point.
    pub here: &'static str,
    /// Label of the line of GPU memory.
    pub card: fn(Bytes, Units) -> String,
    /// Instruction for points, and the meaning of hollow ones.
    pub hint: &'static str,
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
    /// The best figure of a plan that fits; empty where none does.
    pub best: String,
    /// Position of that plan: names of axes with values.
    pub place: String,
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
