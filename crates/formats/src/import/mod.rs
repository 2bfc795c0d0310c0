//! A plan from a model's configuration or the options of a framework.
//!
//! Reading starts from a plan that fills what the file leaves open. Every number passes through
//! the keys of a link, so that a file can say nothing that a link could not.
//!
//! Tests: `crates/cli/tests/all/exchange/import.rs`, `crates/cli/tests/all/exchange/toml.rs`,
//! `crates/formats/tests/all/import_corpus.rs`, `crates/formats/tests/all/import_exports.rs`,
//! `crates/formats/tests/all/import_logs.rs`, `crates/formats/tests/all/import_models.rs`.

mod base;
mod bridge;
mod budget;
mod deepspeed;
mod detect;
mod fields;
mod huggingface;
mod imported;
mod json;
mod linked;
mod log;
mod maxtext;
mod megatron;
mod names;
mod nanotron;
mod neox;
mod reading;
mod remark;
mod shape;
mod shell;
mod toml;
mod torchtitan;
mod torchtitan_dump;
mod trainer;
mod value;
pub mod worker;
mod yaml;

use self::detect::Syntax;
use self::fields::Fields;
use self::reading::ImportReader;
pub use base::ImportBase;
pub use budget::ReadBudget;
use cost::plan::Plan;
pub use imported::{
    Format, ImportNote, ImportRefusal, Imported, ImportedSetting, LARGEST, MissingSetting,
    SettingOrigin, TextPosition, UnknownModel, Unsaid,
};
pub use json::parse as json;
pub use names::KnownName;
pub use remark::{LogRemark, RunFact};
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
/// If the text is too large or takes too much work, is of no known format, or without an option of
/// its format.
pub fn import(text: &str, format: Option<Format>, base: &Plan) -> Result<Imported, ImportRefusal> {
    import_by(text, format, &ImportBase::filling(base))
}

/// Reads a plan from a text. The keys that the link of `base` names win over the file.
///
/// # Errors
/// As [`import`].
pub fn import_by(
    text: &str,
    format: Option<Format>,
    base: &ImportBase,
) -> Result<Imported, ImportRefusal> {
    import_within(text, format, base, &ReadBudget::new())
}

/// Reads a plan from a text as [`import_by`] does, with the work taken of a budget.
///
/// # Errors
/// As [`import`].
pub fn import_within(
    text: &str,
    format: Option<Format>,
    base: &ImportBase,
    budget: &ReadBudget,
) -> Result<Imported, ImportRefusal> {
    if text.len() > LARGEST {
        return Err(ImportRefusal::TooLarge);
    }
    let text = text.trim_start_matches('\u{feff}');
    let syntax = match format {
        Some(format) => Syntax::of(format, text, budget),
        None => Syntax::guess(text, budget).ok_or(ImportRefusal::Unknown)?,
    };
    match syntax {
        Syntax::Arguments => arguments(text, base, budget),
        Syntax::Printed => {
            let mut reading = ImportReader::of(base);
            megatron::printed(text, &mut reading, budget)?;
            reading.done(Format::Megatron)
        }
        Syntax::Log => log(text, base, budget),
        Syntax::Overrides => {
            let format = format.unwrap_or(Format::MegatronBridge);
            document(&bridge::document(text, budget)?, Some(format), base)
        }
        Syntax::Toml => document(&toml::parse(text, budget)?, format, base),
        Syntax::Yaml => document(&yaml::parse(text, budget)?, format, base),
        // Files of GPT-NeoX have braces, and commas and words that JSON does not allow.
        Syntax::Json => match json::parse(text) {
            Err(why @ ImportRefusal::Syntax { .. }) => {
                let value = yaml::parse(text, budget).map_err(|_| why.clone())?;
                if detect::format_of(&value) == Some(Format::GptNeoX) {
                    document(&value, format, base)
                } else {
                    Err(why)
                }
            }
            parsed => {
                let value = parsed?;
                // Each value takes letters of the text, so the parser itself holds little.
                budget.charge(value.units(), || None)?;
                document(&value, format, base)
            }
        },
        Syntax::Linked => {
            let mut reading = ImportReader::of(base);
            linked::read(text, &mut reading)?;
            reading.done(Format::Linked)
        }
    }
}

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

/// Reads a plan from arguments of Megatron-LM.
///
/// # Errors
/// If the text has no option of Megatron-LM, or takes too much work.
pub fn arguments(
    text: &str,
    base: &ImportBase,
    budget: &ReadBudget,
) -> Result<Imported, ImportRefusal> {
    let mut reading = ImportReader::of(base);
    megatron::read(text, &mut reading, budget)?;
    reading.done(Format::Megatron)
}

/// Reads the measured step and peak from the log of a run. Where it prints the arguments of
/// Megatron-LM, the plan is theirs, else that at hand.
fn log(text: &str, base: &ImportBase, budget: &ReadBudget) -> Result<Imported, ImportRefusal> {
    let mut reading = ImportReader::of(base);
    let is_printed =
        detect::is_printed(text) && megatron::printed(text, &mut reading, budget).is_ok();
    log::fill(text, &mut reading, budget)?;
    if is_printed {
        return reading.done(Format::Megatron);
    }
    reading.missing(MissingSetting::Run);
    reading.done(Format::Log)
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
    let found = format.or_else(|| detect::format_of(value));
    let format = found.ok_or(ImportRefusal::Unknown)?;
    let mut reading = ImportReader::of(base);
    let reader = &mut reading;
    let fields = |reading| Fields { value, reading };
    match format {
        Format::HuggingFace => huggingface::read(value, reader)?,
        Format::DeepSpeed => deepspeed::read(value, reader),
        Format::TorchTitan => torchtitan::read(value, reader),
        Format::Megatron => megatron::yaml(value, reader)?,
        Format::MegatronBridge => bridge::read(fields(reader)),
        Format::Nanotron => nanotron::read(fields(reader)),
        Format::Accelerate => trainer::accelerate(fields(reader)),
        Format::Trainer => trainer::arguments(fields(reader))?,
        Format::Axolotl => trainer::axolotl(fields(reader))?,
        Format::LlamaFactory => trainer::llama_factory(fields(reader))?,
        Format::MaxText => maxtext::read(fields(reader)),
        Format::GptNeoX => {
            let value = &neox::with_underscores(value);
            neox::read(Fields {
                value,
                reading: reader,
            });
        }
        // A log is no document.
        Format::Log => return Err(ImportRefusal::NoOption(format)),
        Format::Linked => {
            let link = value.field("link").and_then(ParsedValue::text);
            linked::read(link.unwrap_or_default(), reader)?;
        }
    }
    reading.done(format)
}
