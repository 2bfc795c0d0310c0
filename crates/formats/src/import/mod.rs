//! Parts of reading a plan that know no framework: values of documents, shell scripts, and a plan that
//! is being read.
//!
//! Tests: `crates/formats/tests/all/import_accounts.rs`, `crates/formats/tests/all/yaml.rs`.

mod answered;
pub(crate) mod base;
pub(crate) mod budget;
pub(crate) mod fields;
pub(crate) mod following;
pub(crate) mod huggingface;
pub(crate) mod imported;
mod indented;
pub(crate) mod json;
pub(crate) mod launched;
pub(crate) mod linked;
pub(crate) mod lists;
mod lost;
pub(crate) mod names;
pub(crate) mod reading;
pub(crate) mod remark;
pub(crate) mod scalar;
pub(crate) mod shape;
pub(crate) mod shell;
pub(crate) mod sources;
pub(crate) mod toml;
pub(crate) mod training;
pub(crate) mod value;
pub(crate) mod words;
pub(crate) mod yaml;

pub use crate::exchange::log::LogStream;
pub use crate::exchange::read::{
    arguments, document, import, import_by, import_with, import_within,
};
pub use crate::exchange::several::{
    MOST_ZIPPED, NamedFile, gathered, import_several, is_shown, unzipped,
};
pub use crate::exchange::worker;
pub use base::ImportBase;
pub use budget::ReadBudget;
pub use following::Following;
pub use imported::{
    Format, ImportNote, ImportRefusal, Imported, ImportedSetting, LARGEST, MOST_FILES,
    MissingSetting, OtherProgram, SettingOrigin, TextPosition, TrainingFile, UnheldPart,
    UnknownModel, Unsaid,
};
pub use json::parse as json;
pub use lost::{Concern, Lost};
pub use names::KnownName;
pub use remark::{LogRemark, RunFact};
pub use sources::Sources;
pub use value::{DEEPEST, ParsedValue};

/// Reads YAML as files of frameworks are read.
///
/// # Errors
/// If the text is no YAML, nested too deeply or takes too much work.
pub fn yaml(text: &str) -> Result<ParsedValue, ImportRefusal> {
    yaml::parse(text, &ReadBudget::new())
}

/// Reads TOML, as it is read of torchtitan's files.
///
/// # Errors
/// If the text is no TOML, nested too deeply or takes too much work.
pub fn toml(text: &str) -> Result<ParsedValue, ImportRefusal> {
    toml::parse(text, &ReadBudget::new())
}
