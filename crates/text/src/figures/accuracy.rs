//! Sentences about published runs beside their predictions.

use cost::plan::Plan;
use cost::published::{Published, Summary};
use formats::number::Units;

/// Words about how right the model is.
#[derive(Clone, Copy, Debug)]
pub struct AccuracyText {
    /// Name of the view.
    pub heading: &'static str,
    /// A run's name: what ran on what.
    pub label: fn(&Plan) -> String,
    /// How it ran: what tells plans of one model apart.
    pub detail: fn(&Plan) -> String,
    /// What it shows, before anything is loaded.
    pub what: &'static str,
    /// Opens it.
    pub open: &'static str,
    /// While it is being loaded.
    pub loading: &'static str,
    /// How many runs were not estimated, where it took too long.
    pub unread: fn(usize) -> String,
    /// While it is late, and where it could not be loaded.
    pub unloaded: [&'static str; 2],
    /// How far off predictions of this figure are in all: 0 for the step, 1 for memory.
    pub sentence: fn(&Summary, usize) -> String,
    /// Step time and memory, between which the view switches.
    pub figures: [&'static str; 2],
    /// Names of the choice of the figure, and of the choice of sources.
    pub choices: [&'static str; 2],
    /// The axes, before their unit.
    pub axes: [&'static str; 2],
    /// The lines beside the diagonal.
    pub off: &'static str,
    /// What to do with a point.
    pub hint: &'static str,
    /// Takes back the choice of one source.
    pub all: &'static str,
    /// Headings of the table.
    pub headings: [&'static str; 5],
    /// Shows so many rows more of the table, of those that are left.
    pub more: fn(usize, usize) -> String,
    /// Measured by this source, beside the model: a step, a peak in GiB with its kind.
    pub published: fn(&str, &Published, Units) -> String,
}
