//! The words that a language has for exported files.

use cost::Estimate;
use cost::plan::Plan;

use super::{Facts, Note};
use crate::PlanText;

/// Words of exported files.
#[derive(Clone, Copy, Debug)]
pub struct ExportText {
    /// Words about the plan and its estimate.
    pub plan: PlanText,
    /// Number of ranks, and the degrees of parallelism.
    pub ranks: fn(&Facts) -> String,
    /// Words before the command that starts training.
    pub start: fn() -> &'static str,
    /// The aspects that an export lacks.
    pub note: fn(&Note, &Plan) -> String,
    /// Words of the summary.
    pub markdown: MarkdownText,
    /// Words before the plan's title in a bibliography.
    pub bibtex_title: fn() -> &'static str,
    /// The kind of work in the entry.
    pub bibtex_tool: fn() -> &'static str,
}

/// A setting or a figure of a summary: its name and its value.
pub type SummaryRow = (&'static str, String);

/// Words of a summary to paste into a report.
#[derive(Clone, Copy, Debug)]
pub struct MarkdownText {
    /// Headings of the summary's two columns.
    pub heading: [fn() -> &'static str; 2],
    /// Settings of a plan, and its figures if it is legal.
    pub rows: fn(&Facts, Option<&Estimate>) -> Vec<SummaryRow>,
    /// The plan's link.
    pub link: fn() -> &'static str,
    /// The source of the numbers, by the version of this crate.
    pub foot: fn(&str) -> String,
}
