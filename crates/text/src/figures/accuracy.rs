//! Sentences about published runs beside their predictions.

use cost::plan::Plan;
use cost::published::{Published, Spread, Summary};
use formats::number::Units;

/// Words about how right the model is.
#[derive(Clone, Copy, Debug)]
pub struct AccuracyText {
    /// Name of the view.
    pub heading: &'static str,
    /// Name of a run: its parameters and its GPUs.
    pub label: fn(&Plan) -> String,
    /// Configuration of a run: degrees, sequence length, micro-batch, type and recompute.
    pub detail: fn(&Plan) -> String,
    /// Description of the view, before anything is loaded.
    pub what: &'static str,
    /// Opens it.
    pub open: &'static str,
    /// Message while the runs load.
    pub loading: &'static str,
    /// Message when time ran out, with the number of runs that were not estimated.
    pub unread: fn(usize) -> String,
    /// Messages on the runs: still loading, failed to load.
    pub unloaded: [&'static str; 2],
    /// Sentence on the errors of all predictions of a figure: 0 for the step, 1 for memory.
    pub sentence: fn(&Summary, usize) -> String,
    /// Introduction of the confidences.
    pub by_family: &'static str,
    /// Confidences in the model, each with the families that have it, by the errors of all families.
    pub confidences: fn(&[Spread]) -> [(&'static str, String); 3],
    /// Step time and memory, between which the view switches.
    pub figures: [&'static str; 2],
    /// Names of the choice of the figure, and of the choice of sources.
    pub choices: [&'static str; 2],
    /// The axes, before their unit.
    pub axes: [&'static str; 2],
    /// Label of the lines beside the diagonal.
    pub off: &'static str,
    /// Instruction for points and rows.
    pub hint: &'static str,
    /// Option that shows all sources.
    pub all: &'static str,
    /// Headings of the table.
    pub headings: [&'static str; 5],
    /// Label that shows further rows of the table: rows it adds, rows that are left.
    pub more: fn(usize, usize) -> String,
    /// Measured step and peak memory of a run of this source, beside the predictions.
    pub published: fn(&str, &Published, Units) -> String,
}
