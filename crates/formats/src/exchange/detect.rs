//! The syntax of a text and the format of a document, by their content.

use super::formats::{DocumentSign, FILES, FileKind, FileRow, Known};
use super::log::LogReader;
use crate::frameworks::megatron_bridge;
use crate::import::budget::ReadBudget;
use crate::import::imported::Format;
use crate::import::linked;
use crate::import::lists::is_among;
use crate::import::shell::is_setting;
use crate::import::value::ParsedValue;

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
        let overrides = words().filter(|word| megatron_bridge::is_override(word));
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

/// The share of a document's fields that its format has at least: one in this number.
const SHARE: usize = 3;
/// Fields of a format from which a document is one of it, whatever else it has.
const MANY: usize = 8;
/// The smallest number of its fields by which alone a program is recognised: files of several
/// programs have one or two of them in common.
const FEWEST: usize = 3;

/// True of an option that decides a figure, as far as the format lists its options.
pub(crate) fn is_read(format: Format, option: &str) -> bool {
    FileRow::reads(format).is_none_or(|row| row.known.decides(option))
}

/// The format of a document by the share of its fields that the format has. A program that is known
/// by the number of its fields counts if its files have more of them.
pub(crate) fn kind_of(value: &ParsedValue) -> Option<FileKind> {
    let mut fields = 0;
    value.each_path(&mut |_| fields += 1);
    let mut signed = FILES.iter().filter_map(|row| {
        let is_signed = match row.sign {
            DocumentSign::Field(names) => names.iter().any(|name| value.at(name).is_some()),
            DocumentSign::Each(lists) => {
                let has = |name: &str| value.at(name).is_some();
                lists.iter().all(|names| names.split(' ').any(has))
            }
            DocumentSign::By(fits) => fits(value),
            DocumentSign::None | DocumentSign::Count => false,
        };
        let count = is_signed.then(|| row.count(value, fields))?;
        (count >= MANY || count * SHARE >= fields).then_some((row.kind, count))
    });
    let signed = signed.next();
    let counted = FILES
        .iter()
        .filter(|row| matches!(row.sign, DocumentSign::Count))
        .map(|row| (row.kind, row.count(value, fields)));
    // The first of equals.
    let counted = counted.rev().max_by_key(|(_, count)| *count);
    let counted = counted.filter(|(_, count)| *count >= FEWEST);
    match (signed, counted) {
        (Some((_, most)), Some((kind, count))) if count > most => Some(kind),
        (Some((kind, _)), _) | (None, Some((kind, _))) => Some(kind),
        (None, None) => None,
    }
}

impl FileRow {
    /// Fields of a document that the row knows, of this number.
    fn count(&self, value: &ParsedValue, fields: usize) -> usize {
        if matches!(self.known, Known::All) {
            return fields;
        }
        let spelt = self.spelt.map(|spelt| spelt(value));
        let mut count = 0;
        spelt.as_ref().unwrap_or(value).each_path(&mut |path| {
            count += usize::from(self.known.has(path));
        });
        count
    }
}

impl Known {
    fn has(&self, path: &str) -> bool {
        match self {
            Self::All => true,
            Self::Lists(lists, prefixes) => {
                let mut lists = lists.iter();
                lists.any(|names| is_among(names, path))
                    || prefixes.iter().any(|prefix| path.starts_with(prefix))
            }
            Self::Table(steps) => steps.iter().any(|step| is_among(step.names(), path)),
        }
    }

    fn decides(&self, option: &str) -> bool {
        match self {
            Self::All => true,
            Self::Lists(lists, _) => lists.first().is_some_and(|names| is_among(names, option)),
            Self::Table(steps) => {
                let mut deciding = steps.iter().filter(|step| step.is_deciding());
                deciding.any(|step| is_among(step.names(), option))
            }
        }
    }
}
