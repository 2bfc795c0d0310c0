//! Reading a plan from a text of any known format.
//!
//! Reading starts from a plan that fills what the file leaves open. Every number passes through
//! the keys of a link, so that a file can say nothing that a link could not.
//!
//! Tests: `crates/cli/tests/all/exchange/import.rs`, `crates/cli/tests/all/exchange/toml.rs`,
//! `crates/formats/tests/all/import_corpus.rs`, `crates/formats/tests/all/import_exports.rs`,
//! `crates/formats/tests/all/import_logs.rs`, `crates/formats/tests/all/import_models.rs`.

use super::detect::{self, Syntax};
use super::formats::{FileKind, FileReader, FileRow};
use super::log::{LogReader, LogStream};
use super::over_file::over_file;
use super::programs;
use crate::excerpt::excerpt;
use crate::frameworks::{megatron, megatron_bridge};
use crate::import::fields::Fields;
use crate::import::launched::{Launched, open_option};
use crate::import::names::OTHER_FILES;
use crate::import::reading::ImportReader;
use crate::import::shell::{self, Script};
use crate::import::words::CommandWords;
use crate::import::{
    Format, ImportBase, ImportNote, ImportRefusal, Imported, LARGEST, ParsedValue, ReadBudget,
    Sources, TextPosition, json, linked, toml, training, yaml,
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
        Syntax::Arguments | Syntax::Overrides => {
            let script = shell::evaluate(text, sources, budget);
            // Evaluation stops at the end of the budget.
            let at = TextPosition {
                line: script.line,
                column: 1,
            };
            budget.charge(0, || Some(at))?;
            let started = started(text, sources, &script, format, base, budget)?;
            match (started, syntax) {
                (Some(imported), _) => Ok(imported),
                (None, Syntax::Overrides) => {
                    let format = format.unwrap_or(Format::MegatronBridge);
                    let overrides = megatron_bridge::document(text, budget)?;
                    document(&overrides, Some(format), base)
                }
                (None, _) => arguments_of(text, &script, base, budget),
            }
        }
        Syntax::Printed => {
            let mut reading = ImportReader::of(base);
            megatron::read::printed(text, &mut reading, budget)?;
            reading.done(Format::Megatron)
        }
        Syntax::Log => LogReader::of(text, budget)?.imported(base, budget),
        Syntax::Toml => document(&toml::parse(text, budget)?, format, base),
        Syntax::Yaml => document(&yaml::parse(text, budget)?, format, base),
        // Files of GPT-NeoX have braces, and commas and words that JSON does not allow.
        Syntax::Json => match json::parse(text) {
            Err(why @ ImportRefusal::Syntax { .. }) => {
                let value = yaml::parse(text, budget).map_err(|_| why.clone())?;
                if detect::kind_of(&value) == Some(FileKind::Read(Format::GptNeoX)) {
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
    let script = shell::evaluate(text, &Sources::default(), budget);
    budget.charge(0, || None)?;
    arguments_of(text, &script, base, budget)
}

/// Reads a plan from Megatron-LM's arguments in a script.
fn arguments_of(
    text: &str,
    script: &Script,
    base: &ImportBase,
    budget: &ReadBudget,
) -> Result<Imported, ImportRefusal> {
    let mut reading = ImportReader::of(base);
    megatron::read::read(text, script, &mut reading, budget)?;
    reading.done(Format::Megatron)
}

/// Reads a plan from the options of the program that a script starts, if the program is known; with
/// a format from those of the longest command.
fn started(
    text: &str,
    sources: &Sources,
    script: &Script,
    format: Option<Format>,
    base: &ImportBase,
    budget: &ReadBudget,
) -> Result<Option<Imported>, ImportRefusal> {
    let found = match format {
        None => programs::started(script, budget),
        Some(Format::Megatron) => None,
        Some(format) => programs::longest(script, FileKind::Read(format)),
    };
    let Some(found) = found else {
        return Ok(None);
    };
    let CommandWords { fields, open } = CommandWords::of(found.launch.arguments(), budget)?;
    let mut value = ParsedValue::Fields(fields);
    let format = match found.kind {
        FileKind::Read(format) => format,
        FileKind::Other(program) => {
            let adapter = training::adapter(&value);
            return Err(ImportRefusal::Other { program, adapter });
        }
    };
    let mut reading = ImportReader::of(base);
    let is_over_a_file = FileRow::reads(format).is_some_and(|row| row.is_over_a_file);
    let absent = if is_over_a_file {
        let changed = over_file(value, found.launch, sources, budget)?;
        value = changed.0;
        changed.1
    } else {
        None
    };
    let launched = Launched::of(text, script, Some(found.launch), found.count, budget);
    budget.charge(value.units(), || None)?;
    launched.remark(&mut reading);
    for (option, mark) in &open {
        // A path of data, for instance, decides nothing.
        if detect::is_read(format, option) {
            reading.remark(open_option(option, mark));
        }
    }
    launched.gpus(&mut reading);
    reading.is_command = true;
    read_document(&value, format, &mut reading)?;
    if let Some(file) = absent {
        reading.withdraw_defaults();
        reading.remark(ImportNote::NotGiven(excerpt(&file)));
    }
    if found.launch.has_accelerate_file() {
        reading.other_file(OTHER_FILES[2]);
    }
    reading.done(format).map(Some)
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
    let found = format.map(FileKind::Read);
    let found = found.or_else(|| detect::kind_of(value));
    let format = match found.ok_or(ImportRefusal::Unknown)? {
        FileKind::Read(format) => format,
        FileKind::Other(program) => {
            let adapter = training::adapter(value);
            return Err(ImportRefusal::Other { program, adapter });
        }
    };
    let mut reading = ImportReader::of(base);
    read_document(value, format, &mut reading)?;
    reading.done(format)
}

/// Reads a parsed document of a format.
pub(super) fn read_document(
    value: &ParsedValue,
    format: Format,
    reading: &mut ImportReader,
) -> Result<(), ImportRefusal> {
    let row = FileRow::reads(format).ok_or(ImportRefusal::NoOption(format))?;
    if format != Format::HuggingFace {
        training::refuse_others(value, row.tuning)?;
    }
    let spelt = row.spelt.map(|spelt| spelt(value));
    let value = spelt.as_ref().unwrap_or(value);
    let file = Fields { value, reading };
    match row.read {
        FileReader::Any(read) => read(file),
        FileReader::Refusing(read) => return read(file),
    }
    Ok(())
}
