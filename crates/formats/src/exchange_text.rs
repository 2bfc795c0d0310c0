//! The words that a language has for plans in files.
//!
//! Tests: `crates/cli/tests/all/exchange/files.rs`.

use std::io::Error;
use std::path::Path;

use cost::plan::Plan;

use crate::export::ExportText;
use crate::file_run::FileRun;
use crate::import::{Format, ImportNote, ImportRefusal, ImportedSetting, MissingSetting, Unsaid};

/// Words about plans as files.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeText {
    /// Words of exported files.
    pub export: ExportText,
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
}
