//! A plan from a model's configuration or the options of a framework.
//!
//! Reading starts from a plan that fills what the file leaves open. Every number passes through
//! the keys of a link, so that a file can say nothing that a link could not.
//!
//! Tests: `crates/cli/tests/all/exchange/import.rs`, `crates/cli/tests/all/exchange/toml.rs`.

mod base;
mod deepspeed;
mod huggingface;
mod imported;
mod json;
mod megatron;
mod reading;
mod shape;
mod shell;
mod toml;
mod torchtitan;
mod value;

use self::reading::ImportReader;
pub use base::ImportBase;
use cost::plan::Plan;
pub use imported::{
    Format, ImportNote, ImportRefusal, Imported, ImportedSetting, LARGEST, MissingSetting,
    SettingOrigin, TextPosition, Unsaid,
};
pub use json::parse as json;
pub use value::{DEEPEST, ParsedValue};

/// Reads a plan from a text; `base` fills what it leaves open.
///
/// ```
/// use formats::catalog;
/// use formats::import::import;
/// let arguments = "--num-layers 80 --hidden-size 8192 --tensor-model-parallel-size 8";
/// let read = import(arguments, None, &catalog::default_plan()).unwrap();
/// assert_eq!((read.plan.model.layers, read.plan.layout.tensor), (80, 8));
/// ```
///
/// # Errors
/// If the text is too large, of no known format, or without an option of its format.
pub fn import(text: &str, format: Option<Format>, base: &Plan) -> Result<Imported, ImportRefusal> {
    import_by(text, format, &ImportBase::filling(base), json::parse)
}

/// Reads a plan from a text. The keys that the link of `base` names win over the file. The parser
/// of JSON, such as the browser's, need not check the size.
///
/// # Errors
/// If the text is too large, of no known format, or without an option of its format.
pub fn import_by(
    text: &str,
    format: Option<Format>,
    base: &ImportBase,
    json: impl Fn(&str) -> Result<ParsedValue, ImportRefusal>,
) -> Result<Imported, ImportRefusal> {
    if text.len() > LARGEST {
        return Err(ImportRefusal::TooLarge);
    }
    let text = text.trim_start_matches('\u{feff}');
    let syntax = match format {
        Some(Format::Megatron) => Syntax::Arguments,
        Some(Format::TorchTitan) => Syntax::Toml,
        Some(Format::HuggingFace | Format::DeepSpeed) => Syntax::Json,
        None => Syntax::guess(text).ok_or(ImportRefusal::Unknown)?,
    };
    match syntax {
        Syntax::Arguments => arguments(text, base),
        Syntax::Toml => document(&toml::parse(text)?, format, base),
        Syntax::Json => document(&json(text)?, format, base),
    }
}

/// Reads TOML, as it is read of torchtitan's files.
///
/// # Errors
/// If the text is no TOML, nested too deeply or has too many values.
pub fn toml(text: &str) -> Result<ParsedValue, ImportRefusal> {
    toml::parse(text)
}

/// Syntax of a text.
enum Syntax {
    Arguments,
    Toml,
    Json,
}

impl Syntax {
    /// The format that a text looks like.
    fn guess(text: &str) -> Option<Self> {
        if text.trim_start().starts_with('{') {
            return Some(Self::Json);
        }
        // Comments may hold the command that starts training.
        let lines = || {
            let lines = text.lines().map(str::trim_start);
            lines.filter(|line| !line.starts_with('#'))
        };
        let mut words = lines().flat_map(str::split_whitespace);
        if words.any(|word| word.starts_with("--")) {
            return Some(Self::Arguments);
        }
        let has_table = lines().any(|line| line.starts_with('['));
        has_table.then_some(Self::Toml)
    }
}

/// Reads a plan from arguments of Megatron-LM.
///
/// # Errors
/// If the text has no option of Megatron-LM.
pub fn arguments(text: &str, base: &ImportBase) -> Result<Imported, ImportRefusal> {
    let mut reading = ImportReader::of(base);
    megatron::read(text, &mut reading)?;
    reading.done(Format::Megatron)
}

/// Reads a plan from a parsed document; its fields show the format if `format` does not.
///
/// # Errors
/// If the syntax is unknown, or the document has no option of its format.
pub fn document(
    value: &ParsedValue,
    format: Option<Format>,
    base: &ImportBase,
) -> Result<Imported, ImportRefusal> {
    let has = |names: &[&str]| names.iter().any(|name| value.field(name).is_some());
    let format = match format {
        Some(format) => format,
        None if has(huggingface::SIGNS) => Format::HuggingFace,
        None if has(deepspeed::SIGNS) => Format::DeepSpeed,
        None if has(torchtitan::SIGNS) => Format::TorchTitan,
        None => return Err(ImportRefusal::Unknown),
    };
    let mut reading = ImportReader::of(base);
    match format {
        Format::HuggingFace => huggingface::read(value, &mut reading)?,
        Format::DeepSpeed => deepspeed::read(value, &mut reading),
        Format::TorchTitan => torchtitan::read(value, &mut reading),
        Format::Megatron => return Err(ImportRefusal::Unknown),
    }
    reading.done(format)
}
