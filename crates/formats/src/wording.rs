//! The words that a language has for plans in files.
//!
//! This crate writes no sentence: the caller passes in these words. So a language is one
//! table (the crate `text`), and formats know nothing of languages.
//!
//! Tests: `crates/cli/tests/all/exchange/files.rs`.

use std::io::Error;
use std::path::Path;

use crate::export::{Facts, Note};
use crate::file_run::FileRun;
use crate::import::{Format, ImportNote, ImportRefusal, ImportedSetting, MissingSetting, Unsaid};
use crate::link::LinkWarning;
use cost::coverage::NotModelled;
use cost::legal::Reason;
use cost::memory::Verdict;
use cost::plan::Plan;
use cost::units::Bytes;

/// Words about a plan and its estimate.
#[derive(Clone, Copy, Debug)]
pub struct PlanText {
    /// The plan in one line: model and cluster.
    pub title: fn(&Plan) -> String,
    /// The parts of the plan's global batch.
    pub batch: fn(&Plan) -> String,
    /// The verdict in a word or two, by the predicted peak and the capacity.
    pub verdict: fn(Verdict, Bytes, Bytes) -> &'static str,
    /// "of" between the needed memory and the GPU's.
    pub of: &'static str,
    /// The reason why a plan cannot exist.
    pub reason: fn(&Reason, &Plan) -> String,
    /// The parts of a link that were not understood.
    pub link_warning: fn(&LinkWarning) -> String,
    /// The features of a plan that the estimate leaves out.
    pub not_modelled: fn(NotModelled) -> String,
}

/// Words about plans as files.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeText {
    /// Words about the plan and its estimate.
    pub plan: PlanText,
    /// Number of ranks, and the degrees of parallelism.
    pub ranks: fn(&Facts) -> String,
    /// Words before the command that starts training.
    pub start: &'static str,
    /// The aspects that an export lacks.
    pub note: fn(&Note, &Plan) -> String,
    /// The outcome of an exported file; `None` if it runs the plan.
    pub file_run: fn(&FileRun, &Plan) -> Option<String>,
    /// Words of the command about a file that was not written because it does not run the plan.
    pub strict: &'static str,
    /// The reason why a file cannot be written; without a full stop.
    pub unwritable: fn(&Path, &Error) -> String,
    /// The reason why a file cannot be read; without a full stop.
    pub unreadable: fn(&str, &Error) -> String,
    /// The reason why a file gives no plan; without a full stop.
    pub refused: fn(&ImportRefusal) -> String,
    /// Words of the command about a file of no known format.
    pub say_format: &'static str,
    /// Options that were not understood.
    pub unknown: fn(&[String]) -> String,
    /// An option whose value was not understood.
    pub unfit: fn(&str, &str) -> String,
    /// A setting of a file that no plan can have, and its replacement.
    pub unsaid: fn(Unsaid) -> String,
    /// A remark on how a file was read.
    pub import_note: fn(&ImportNote) -> String,
    /// A setting that a file leaves open, and its default.
    pub missing: fn(MissingSetting, &Plan) -> String,
    /// Number of settings that a file gives.
    pub settings_read: fn(usize) -> String,
    /// A setting with its option and value.
    pub setting: fn(&ImportedSetting) -> String,
    /// Settings that the framework's own parser fills in.
    pub defaults: fn(Format, &[&ImportedSetting]) -> String,
    /// Settings that the link fills in.
    pub filled: fn(&[&ImportedSetting]) -> String,
    /// A setting in which the file and the link differ, and which of them counts.
    pub overruled: fn(&ImportedSetting) -> String,
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
