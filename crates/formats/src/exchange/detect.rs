//! The syntax of a text and the format of a document, by their content.

use super::log::LogReader;
use super::programs::{listed, other};
use crate::frameworks::setting::{ReadStep, names};
use crate::frameworks::{
    accelerate, deepspeed, maxtext, megatron, megatron_bridge, nanotron, neox, torchtitan, trainer,
};
use crate::import::budget::ReadBudget;
use crate::import::imported::{Format, OtherProgram};
use crate::import::shell::is_setting;
use crate::import::value::{ParsedValue, stands_for};
use crate::import::{huggingface, linked};

/// Number of overrides from which a text is a list of overrides.
const OVERRIDES: usize = 2;
/// Units of a letter, which each syntax examines.
const LETTER: usize = 4;

/// Syntax of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Syntax {
    /// Options of a command line.
    Arguments,
    /// Arguments as a log prints them.
    Printed,
    /// The log of a run, with the time of a step or a peak of memory.
    Log,
    /// `key=value` words.
    Overrides,
    Toml,
    Json,
    Yaml,
    /// Any text with the link of a plan.
    Linked,
}

impl Syntax {
    /// The syntax that a text seems to have.
    pub(crate) fn guess(text: &str, budget: &ReadBudget) -> Option<Self> {
        budget.take(text.len().saturating_mul(LETTER));
        // A log may begin like any other syntax.
        let log = LogReader::of(text, budget).unwrap_or_default();
        if log.has_figures() {
            return Some(Self::Log);
        }
        // Comments, which JSON lacks, may precede the braces of YAML.
        let first = lines(text).find(|line| !line.is_empty());
        if first.is_some_and(|line| line.starts_with('{')) {
            return Some(Self::Json);
        }
        if log.arguments().is_some() {
            return Some(Self::Printed);
        }
        let words = || lines(text).flat_map(str::split_whitespace);
        let overrides = words().filter(|word| megatron_bridge::read::is_override(word));
        if overrides.take(OVERRIDES).count() == OVERRIDES {
            return Some(Self::Overrides);
        }
        // A program is not evaluated; the plan is that of the link in its comments.
        if lines(text).any(|line| line.starts_with("def ")) {
            return linked::plan(text).map(|_| Self::Linked);
        }
        if is_yaml(text) {
            return Some(Self::Yaml);
        }
        if words().any(|word| word.starts_with("--") && word.len() > 3) {
            return Some(Self::Arguments);
        }
        if has_settings(text) {
            return Some(Self::Arguments);
        }
        if lines(text).any(|line| line.starts_with('[')) {
            return Some(Self::Toml);
        }
        linked::plan(text).map(|_| Self::Linked)
    }

    /// The syntax of a text of this format.
    pub(crate) fn of(format: Format, text: &str, budget: &ReadBudget) -> Self {
        let guess = Self::guess(text, budget);
        match format {
            Format::Megatron => match guess {
                Some(Self::Printed | Self::Log | Self::Yaml) => guess.unwrap_or(Self::Arguments),
                _ => Self::Arguments,
            },
            Format::TorchTitan if guess != Some(Self::Json) => Self::Toml,
            Format::HuggingFace | Format::DeepSpeed | Format::TorchTitan => Self::Json,
            Format::MegatronBridge if guess != Some(Self::Yaml) => Self::Overrides,
            Format::Linked => Self::Linked,
            Format::Log => Self::Log,
            _ => match guess {
                Some(Self::Json | Self::Toml | Self::Arguments | Self::Overrides) => {
                    guess.unwrap_or(Self::Yaml)
                }
                _ => Self::Yaml,
            },
        }
    }
}

/// The lines of a text without comments, which may contain the command that starts training.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim_start);
    lines.filter(|line| !line.starts_with('#'))
}

/// True if a line has several words that set an option, or goes on behind one.
fn has_settings(text: &str) -> bool {
    lines(text).any(|line| {
        let settings = line.split_whitespace().filter(|word| is_setting(word));
        settings.count() + usize::from(line.ends_with('\\')) >= OVERRIDES
    })
}

/// True if the first line that is not empty starts a document or a field.
fn is_yaml(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    let Some(first) = first else { return false };
    if first == "---" || first.starts_with("--- ") {
        return true;
    }
    let Some((name, rest)) = first.split_once(':') else {
        return false;
    };
    let name = name.trim().trim_matches(['"', '\'']);
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_-. ".contains(letter);
    let is_name = !name.is_empty() && name.chars().all(is_part);
    is_name && (rest.is_empty() || rest.starts_with([' ', '\t'])) && name.split(' ').count() == 1
}

/// The format of a document, or the program whose format is not read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum DocumentKind {
    Known(Format),
    Other(OtherProgram),
}

/// The share of a document's fields that its format has at least: one in this number.
const SHARE: usize = 3;
/// Fields of a format from which a document is one of it, whatever else it has.
const MANY: usize = 8;

/// The table of a format's options, if it has one.
const fn table(format: Format) -> Option<&'static [ReadStep]> {
    match format {
        Format::Axolotl => Some(&trainer::axolotl::READ),
        Format::LlamaFactory => Some(&trainer::llama_factory::READ),
        Format::Accelerate => Some(&accelerate::READ),
        Format::Trainer => Some(&trainer::arguments::READ),
        Format::DeepSpeed => Some(&deepspeed::READ),
        _ => None,
    }
}

/// The options of a format without a table, as far as they are listed.
const fn options(format: Format) -> Option<(&'static [&'static str], &'static [&'static str])> {
    Some(match format {
        Format::GptNeoX => neox::OPTIONS,
        Format::MaxText => maxtext::read::OPTIONS,
        Format::MegatronBridge => megatron_bridge::read::OPTIONS,
        Format::TorchTitan => torchtitan::read::OPTIONS,
        Format::HuggingFace
        | Format::Megatron
        | Format::MegatronSwift
        | Format::DeepSpeed
        | Format::Axolotl
        | Format::LlamaFactory
        | Format::Trainer
        | Format::Accelerate
        | Format::Nanotron
        | Format::Log
        | Format::Linked => return None,
    })
}

/// True of an option that decides a figure, as far as the format lists its options.
pub(crate) fn is_read(format: Format, option: &str) -> bool {
    let is_among = |names: &str| {
        let mut names = names.split_ascii_whitespace();
        names.any(|name| stands_for(name, option))
    };
    if let Some(steps) = table(format) {
        let mut deciding = steps.iter().filter(|step| step.is_deciding());
        return deciding.any(|step| is_among(step.names()));
    }
    options(format).is_none_or(|(lists, _)| lists.first().is_some_and(|names| is_among(names)))
}

/// The format of a document by the share of its fields that the format has. A program that is not
/// read counts if its files have more of them.
pub(crate) fn kind_of(value: &ParsedValue) -> Option<DocumentKind> {
    let mut fields = 0;
    value.each_path(&mut |_| fields += 1);
    let mut known = signed(value).filter_map(|format| {
        let count = match (table(format), options(format)) {
            (Some(steps), _) => listed(value, &names(steps), &[]),
            (None, None) => fields,
            (None, Some((lists, prefixes))) if format == Format::GptNeoX => {
                listed(&neox::with_underscores(value), lists, prefixes)
            }
            (None, Some((lists, prefixes))) => listed(value, lists, prefixes),
        };
        (count >= MANY || count * SHARE >= fields).then_some((format, count))
    });
    let known = known.next();
    match (known, other(value)) {
        (known, Some((program, count))) if known.is_none_or(|(_, most)| count > most) => {
            Some(DocumentKind::Other(program))
        }
        (known, _) => known.map(|(format, _)| DocumentKind::Known(format)),
    }
}

/// Formats that have a sign in a document, those with surer signs first.
fn signed(value: &ParsedValue) -> impl Iterator<Item = Format> {
    let has = |names: &[&str]| names.iter().any(|name| value.at(name).is_some());
    let is_link = value
        .field("link")
        .and_then(ParsedValue::text)
        .is_some_and(|text| linked::plan(text).is_some());
    let neox = || has(neox::SIGNS) || has(&["pipe-parallel-size", "model-parallel-size"]);
    let flat = ["tensor_model_parallel_size", "tensor-model-parallel-size"];
    let signs: [(bool, Format); 14] = [
        (is_link, Format::Linked),
        (has(megatron::read::SIGNS), Format::Megatron),
        (has(trainer::axolotl::SIGNS), Format::Axolotl),
        (has(trainer::llama_factory::SIGNS), Format::LlamaFactory),
        (has(huggingface::SIGNS), Format::HuggingFace),
        (has(nanotron::SIGNS), Format::Nanotron),
        (has(accelerate::SIGNS), Format::Accelerate),
        (has(trainer::arguments::SIGNS), Format::Trainer),
        (neox(), Format::GptNeoX),
        (has(maxtext::read::SIGNS), Format::MaxText),
        (has(megatron_bridge::read::SIGNS), Format::MegatronBridge),
        (has(deepspeed::SIGNS), Format::DeepSpeed),
        (has(torchtitan::read::SIGNS), Format::TorchTitan),
        (
            has(&flat) || has(&["--tensor-model-parallel-size"]),
            Format::Megatron,
        ),
    ];
    let found = signs.into_iter().filter(|(is_there, _)| *is_there);
    found.map(|(_, format)| format)
}
