//! Reading a plan from a text of any known format.
//!
//! Reading starts from a plan that fills what the file leaves open. Every number passes through
//! the keys of a link, so that a file can say nothing that a link could not.
//!
//! Tests: `crates/cli/tests/all/exchange/import.rs`, `crates/cli/tests/all/exchange/toml.rs`,
//! `crates/formats/tests/all/import_corpus.rs`, `crates/formats/tests/all/import_exports.rs`,
//! `crates/formats/tests/all/import_logs.rs`, `crates/formats/tests/all/import_models.rs`.

use super::detect::{self, Syntax};
use super::log::{LogReader, LogStream};
use crate::frameworks::{
    accelerate, deepspeed, maxtext, megatron, megatron_bridge, nanotron, neox, torchtitan, trainer,
};
use crate::import::fields::Fields;
use crate::import::reading::ImportReader;
use crate::import::{
    Format, ImportBase, ImportRefusal, Imported, LARGEST, ParsedValue, ReadBudget, Sources,
    huggingface, json, linked, toml, yaml,
};
use cost::plan::Plan;

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
    import_with(text, &Sources::default(), format, base, budget)
}

/// Reads a plan from a text as [`import_within`] does, with the files that a script may source.
///
/// ```
/// use formats::import::{ImportBase, ReadBudget, Sources, import_with};
/// let script = "source $HOME/models/m7b.sh\npython pretrain_gpt.py $MODEL --num-layers 32";
/// let model = String::from("MODEL='--hidden-size 4096'");
/// let sources = Sources::new(vec![("models/m7b.sh".to_owned(), model)]);
/// let base = ImportBase::filling(&formats::catalog::default_plan());
/// let read = import_with(script, &sources, None, &base, &ReadBudget::new()).unwrap();
/// assert_eq!(read.plan.model.hidden, 4_096);
/// ```
///
/// # Errors
/// As [`import`].
pub fn import_with(
    text: &str,
    sources: &Sources,
    format: Option<Format>,
    base: &ImportBase,
    budget: &ReadBudget,
) -> Result<Imported, ImportRefusal> {
    if text.len() > LARGEST {
        let mut log = LogStream::of(format)?;
        log.take(text.as_bytes());
        return log.done(base);
    }
    let text = text.trim_start_matches('\u{feff}');
    let syntax = match format {
        Some(format) => Syntax::of(format, text, budget),
        None => Syntax::guess(text, budget).ok_or(ImportRefusal::Unknown)?,
    };
    match syntax {
        Syntax::Arguments => {
            let mut reading = ImportReader::of(base);
            megatron::read::read(text, sources, &mut reading, budget)?;
            reading.done(Format::Megatron)
        }
        Syntax::Printed => {
            let mut reading = ImportReader::of(base);
            megatron::read::printed(text, &mut reading, budget)?;
            reading.done(Format::Megatron)
        }
        Syntax::Log => LogReader::of(text, budget)?.imported(base, budget),
        Syntax::Overrides => {
            let format = format.unwrap_or(Format::MegatronBridge);
            document(
                &megatron_bridge::read::document(text, budget)?,
                Some(format),
                base,
            )
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
    megatron::read::read(text, &Sources::default(), &mut reading, budget)?;
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
    let found = format.or_else(|| detect::format_of(value));
    let format = found.ok_or(ImportRefusal::Unknown)?;
    let mut reading = ImportReader::of(base);
    let reader = &mut reading;
    let fields = |reading| Fields { value, reading };
    match format {
        Format::HuggingFace => huggingface::read(value, reader)?,
        Format::DeepSpeed => deepspeed::read::read(value, reader),
        Format::TorchTitan => torchtitan::read::read(value, reader),
        Format::Megatron => megatron::read::yaml(value, reader)?,
        Format::MegatronBridge => megatron_bridge::read::read(fields(reader)),
        Format::Nanotron => nanotron::read_file(fields(reader)),
        Format::Accelerate => accelerate::read::read(fields(reader)),
        Format::Trainer => trainer::arguments::read(fields(reader))?,
        Format::Axolotl => trainer::axolotl::read::read(fields(reader))?,
        Format::LlamaFactory => trainer::llama_factory::read::read(fields(reader))?,
        Format::MaxText => maxtext::read::read(fields(reader)),
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
