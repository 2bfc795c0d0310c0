//! The words that a language has for exported files.

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
    pub start: &'static str,
    /// The aspects that an export lacks.
    pub note: fn(&Note, &Plan) -> String,
    /// Words of the summary.
    pub markdown: MarkdownText,
    /// Words before the plan's title in a bibliography.
    pub bibtex_title: &'static str,
    /// The kind of work in the entry.
    pub bibtex_tool: &'static str,
}

/// Words of a summary to paste into a report.
#[derive(Clone, Copy, Debug)]
pub struct MarkdownText {
    /// Headings of the summary's two columns.
    pub heading: [&'static str; 2],
    /// The model on its cluster.
    pub model: &'static str,
    /// The degrees of parallelism.
    pub layout: &'static str,
    /// The degrees of a plan.
    pub degrees: fn(&Facts) -> String,
    /// The batch.
    pub batch: &'static str,
    /// Parameters.
    pub parameters: &'static str,
    /// Peak memory.
    pub memory: &'static str,
    /// The step.
    pub step: &'static str,
    /// The utilisation.
    pub mfu: &'static str,
    /// Tokens each second.
    pub rate: &'static str,
    /// The share of the step that stages wait.
    pub bubble: &'static str,
    /// The run.
    pub run: &'static str,
    /// The plan's link.
    pub link: &'static str,
    /// The source of the numbers, by the version of this crate.
    pub foot: fn(&str) -> String,
}
