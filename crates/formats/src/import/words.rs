//! Words of a command as a document: `--name value`, `--name=value` and `name=value`.
//!
//! Tests: `crates/formats/tests/all/import_commands.rs`.

use super::budget::{COMPARED, FIELD, ReadBudget};
use super::imported::ImportRefusal;
use super::shell::{Mark, plain};
use super::value::{DEEPEST, ParsedValue};
use super::{scalar, yaml};

/// The options of a command.
#[derive(Debug, Default)]
pub(crate) struct CommandWords {
    /// Options with their values.
    pub(crate) fields: Vec<(String, ParsedValue)>,
    /// Options that are open, each with its variable.
    pub(crate) open: Vec<(String, Mark)>,
}

impl CommandWords {
    /// Reads the words behind a program. Dashes inside the name of an option count as underscores.
    /// An option without a value is on, one with several has a list.
    ///
    /// # Errors
    /// If a path is too deep, or the words take too much work.
    pub(crate) fn of(words: &[String], budget: &ReadBudget) -> Result<Self, ImportRefusal> {
        let mut read = Self::default();
        let mut option: Option<(String, Vec<&str>)> = None;
        for word in words {
            budget.charge(FIELD + word.len(), || None)?;
            if let Some(Mark::Maybe { word, cause }) = Mark::first(word) {
                if let Some((name, _)) = named(&word) {
                    read.leave_open(&name, Mark::Undecided { name: word, cause });
                }
            } else if let Some((name, value)) = named(word) {
                read.end(option.take(), budget)?;
                option = Some((name, value.into_iter().collect()));
            } else if let Some((path, value)) = assigned(word) {
                read.end(option.take(), budget)?;
                read.set(path, &[value], budget)?;
            } else if let Some((_, values)) = &mut option {
                values.push(word);
            }
        }
        read.end(option, budget)?;
        Ok(read)
    }

    fn end(
        &mut self,
        option: Option<(String, Vec<&str>)>,
        budget: &ReadBudget,
    ) -> Result<(), ImportRefusal> {
        match option {
            Some((name, values)) => self.set(&name, &values, budget),
            None => Ok(()),
        }
    }

    fn set(
        &mut self,
        path: &str,
        values: &[&str],
        budget: &ReadBudget,
    ) -> Result<(), ImportRefusal> {
        if path.matches('.').count() >= DEEPEST {
            return Err(ImportRefusal::TooDeep);
        }
        let mark = values.iter().find_map(|value| Mark::first(value));
        if let Some(mark) = mark {
            self.leave_open(path, mark);
            insert(&mut self.fields, path, ParsedValue::Open, budget);
            return Ok(());
        }
        let value = match values {
            [] => ParsedValue::Switch(true),
            [value] => value_of(value, budget),
            values => {
                let items = values.iter().map(|value| value_of(value, budget));
                ParsedValue::List(items.collect())
            }
        };
        insert(&mut self.fields, path, value, budget);
        Ok(())
    }

    fn leave_open(&mut self, path: &str, mark: Mark) {
        self.open.push((plain(path), mark));
    }
}

/// The name of an option, and the value behind its equals sign. Negative numbers are no options.
fn named(word: &str) -> Option<(String, Option<&str>)> {
    // prime-rl's sign before a file of options.
    if word == "@" {
        return Some((word.to_owned(), None));
    }
    let rest = word.strip_prefix('-')?;
    if !rest.starts_with(|first: char| first == '-' || first.is_ascii_alphabetic()) {
        return None;
    }
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (rest, None),
    };
    let long = name.strip_prefix('-');
    let name = long.map_or_else(|| ["-", name].concat(), |name| name.replace('-', "_"));
    (name.len() > 1).then_some((name, value))
}

/// The path and the value of an assignment; a sign of Hydra's may stand before it.
fn assigned(word: &str) -> Option<(&str, &str)> {
    let (path, value) = word.trim_start_matches('+').split_once('=')?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_-.@/".contains(letter);
    let is_path = path.starts_with(|first: char| first.is_ascii_alphabetic());
    (is_path && path.chars().all(is_part)).then_some((path, value))
}

/// The value of a word: a list or a table of YAML, else a scalar as Python prints it.
pub(crate) fn value_of(text: &str, budget: &ReadBudget) -> ParsedValue {
    if text.starts_with(['[', '{']) {
        let parsed = yaml::parse(text, budget);
        parsed.unwrap_or_else(|_| ParsedValue::Text(text.to_owned()))
    } else {
        scalar::literal(text)
    }
}

/// Sets the value at a path, in place of an earlier one.
pub(crate) fn insert(
    fields: &mut Vec<(String, ParsedValue)>,
    path: &str,
    value: ParsedValue,
    budget: &ReadBudget,
) {
    // Each name is compared, and later fields move.
    if !budget.take(2 * fields.len() * COMPARED) {
        return;
    }
    let (name, rest) = match path.split_once('.') {
        Some((name, rest)) => (name, Some(rest)),
        None => (path, None),
    };
    let place = fields.iter().position(|(known, _)| known == name);
    let Some(rest) = rest else {
        fields.retain(|(known, _)| known != name);
        fields.push((name.to_owned(), value));
        return;
    };
    let existing = place.map(|place| fields.remove(place).1);
    let mut inner = match existing {
        Some(ParsedValue::Fields(inner)) => inner,
        _ => Vec::new(),
    };
    insert(&mut inner, rest, value, budget);
    fields.push((name.to_owned(), ParsedValue::Fields(inner)));
}
