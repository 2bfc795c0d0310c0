//! Sentences about the whole run.

use cost::budget::ResourceUse;
use cost::failures::Failures;
use cost::run::Run;
use cost::units::Bytes;
use cost::utilisation::Waste;
use formats::number::Units;

/// Words about the run.
#[derive(Clone, Copy, Debug)]
pub struct RunText {
    /// Name of the view.
    pub heading: &'static str,
    /// The sentence.
    pub sentence: fn(&RunValues) -> String,
    /// The slider of the tokens.
    pub tokens: &'static str,
    /// Value of the token slider: tokens, and tokens per parameter.
    pub tokens_value: fn(u64, f64) -> String,
    /// The mark of the compute-optimal run.
    pub optimal: &'static str,
    /// Label of the range beyond the compute-optimal run.
    pub beyond: &'static str,
    /// The unit of the scale.
    pub ratio: &'static str,
    /// Names of the run's figures: steps, days, GPU-hours, cost, energy.
    pub figures: [&'static str; 5],
    /// Values of the run's figures.
    pub figure_values: fn(&Run) -> [String; 5],
    /// Heading over the limits (the resources): memory, time, money.
    pub resources: &'static str,
    /// Names of the limits: memory, time, money.
    pub resource_names: [&'static str; 3],
    /// Need, limit and their ratio for the limit of this index.
    pub resource_value: fn(usize, ResourceUse, Units) -> String,
    /// Labels of the sliders of the time budget and the money budget.
    pub budgets: [&'static str; 2],
    /// Values of the sliders of the budgets: days, dollars.
    pub budget_values: fn(f64, f64) -> [String; 2],
    /// Heading over failures and checkpoints.
    pub failures: &'static str,
    /// Sentence on failures: their interval, the checkpoint, its best interval, the share of time
    /// left for training.
    pub failures_sentence: fn(&Failures, f64, Units) -> String,
    /// Axes of the curve: across, up.
    pub axes: [&'static str; 2],
    /// Times along it, in seconds.
    pub intervals: &'static [(f64, &'static str)],
    /// The two optima with their formulas.
    pub optima: fn(&Failures) -> [String; 2],
    /// Uses of the days: training, writing checkpoints, repeating work, restarting.
    pub shares: [&'static str; 4],
    /// Heading over the value of an MFU.
    pub worth: &'static str,
    /// The slider of the attainable MFU.
    pub attainable: &'static str,
    /// Sentence on the money lost: the waste, the MFU, the attainable MFU, the cost of the run in
    /// dollars.
    pub worth_sentence: fn(Waste, f64, f64, f64) -> String,
    /// Parts of the peak: used, attainable and lost, beyond reach.
    pub worth_parts: [&'static str; 3],
    /// Headings of the table.
    pub headings: [&'static str; 2],
    /// Further rows: time between failures, checkpoint, writing it, Young's interval, Daly's,
    /// wasted money of a run of this cost, more training.
    pub rows: fn(&Failures, Waste, f64, Units) -> [NamedValue; 7],
    /// A row of the curve: wasted at this interval.
    pub wasted: fn(f64) -> String,
}

/// A name and a value.
pub type NamedValue = (&'static str, String);

/// Values of the sentence on the run.
#[derive(Clone, Copy, Debug)]
pub struct RunValues {
    /// Training tokens.
    pub tokens: u64,
    /// Training tokens for each parameter.
    pub ratio: f64,
    /// The run.
    pub run: Run,
    /// Number of GPUs.
    pub gpus: u64,
    /// Memory, time and money.
    pub resources: [ResourceUse; 3],
}

/// Converts a size to tebibytes or terabytes, by the reader's units, with the name of the unit.
#[must_use]
pub fn large(bytes: Bytes, units: Units) -> (f64, &'static str) {
    match units {
        Units::Gib => (bytes.gib() / 1_024.0, "TiB"),
        Units::Gb => (bytes.gb() / 1_000.0, "TB"),
    }
}
