//! Words of a command as options with their values, and as a document: `--name value`,
//! `--name=value` and `name=value`.
//!
//! Tests: `crates/formats/tests/all/import_commands.rs`, `crates/formats/tests/all/import_scripts.rs`.

use super::budget::{COMPARED, FIELD, ITEM, ReadBudget};
use super::imported::ImportRefusal;
use super::shell::{Mark, is_known, plain};
use super::value::{DEEPEST, ParsedValue};
use super::{scalar, yaml};

/// The word at which an option begins.
pub(crate) struct OptionStart<'w> {
    /// Name of the option.
    pub(crate) name: String,
    /// The value inside the word.
    pub(crate) value: Option<&'w str>,
    /// True if values may follow.
    pub(crate) is_long: bool,
}

/// Options of a command, each with its values as written.
#[derive(Debug, Default)]
pub(crate) struct OptionWords {
    /// Options in the order of the command, each mention for itself.
    pub(crate) options: Vec<(String, Vec<String>)>,
    /// Options that exist or not, or have a value or not, depending on a variable.
    pub(crate) open: Vec<(String, Mark)>,
}

impl OptionWords {
    /// Reads the words behind a program; `start` finds those at which options begin.
    ///
    /// # Errors
    /// If the words take too much work.
    pub(crate) fn of<'w>(
        words: impl Iterator<Item = &'w str>,
        start: fn(&str) -> Option<OptionStart<'_>>,
        budget: &ReadBudget,
    ) -> Result<Self, ImportRefusal> {
        let mut read = Self::default();
        for word in words {
            // Open options are compared with the word, and all options with a word that may be
            // there.
            let others = if is_known(word) {
                0
            } else {
                read.options.len()
            };
            let compared = (others + read.open.len()) * COMPARED;
            let begun = start(word);
            let units = if begun.is_some() { FIELD } else { ITEM };
            budget.charge(units + word.len() + compared, || None)?;
            if let Some(Mark::Maybe { word, cause }) = Mark::first(word) {
                read.push_maybe(start(&word).map(|option| option.name), word, cause);
            } else if let Some(option) = begun {
                read.push(option);
            } else if let Some((_, values)) = read.options.last_mut() {
                values.push(word.to_owned());
            }
        }
        read.options.retain(|(name, _)| !name.is_empty());
        Ok(read)
    }

    fn push(&mut self, option: OptionStart) {
        let OptionStart {
            name,
            value,
            is_long,
        } = option;
        self.open.retain(|(open, _)| *open != name);
        let values = value.into_iter().map(str::to_owned).collect();
        self.options.push((name, values));
        if !is_long {
            self.end();
        }
    }

    /// Drops the values that follow.
    fn end(&mut self) {
        self.options.push((String::new(), Vec::new()));
    }

    /// A word that exists depending on a variable, and the option that it names, if any. The option
    /// whose value it is also stays open.
    fn push_maybe(&mut self, option: Option<String>, word: String, cause: String) {
        if let Some(name) = option {
            self.options.retain(|(other, _)| *other != name);
            self.end();
            if self.open.iter().all(|(open, _)| *open != name) {
                self.open.push((name, Mark::Maybe { word, cause }));
            }
        } else if let Some((name, values)) = self.options.last()
            && !name.is_empty()
            && values.is_empty()
        {
            let mark = Mark::Undecided { name: word, cause };
            self.open.push((name.clone(), mark));
            self.options.pop();
            self.end();
        }
    }
}

/// The options of a command as a document.
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
        let words = words.iter().map(String::as_str);
        let OptionWords { options, open } = OptionWords::of(words, start, budget)?;
        let mut read = Self::default();
        for (path, mark) in open {
            read.leave_open(&path, mark, budget)?;
        }
        for (path, values) in options {
            read.set(&path, &values, budget)?;
        }
        Ok(read)
    }

    fn set(
        &mut self,
        path: &str,
        values: &[String],
        budget: &ReadBudget,
    ) -> Result<(), ImportRefusal> {
        if let Some(mark) = values.iter().find_map(|value| Mark::first(value)) {
            return self.leave_open(path, mark, budget);
        }
        let value = match values {
            [] => ParsedValue::Switch(true),
            [value] => value_of(value, budget),
            values => {
                let items = values.iter().map(|value| value_of(value, budget));
                ParsedValue::List(items.collect())
            }
        };
        self.insert(path, value, budget)
    }

    fn leave_open(
        &mut self,
        path: &str,
        mark: Mark,
        budget: &ReadBudget,
    ) -> Result<(), ImportRefusal> {
        self.open.push((plain(path), mark));
        self.insert(path, ParsedValue::Open, budget)
    }

    fn insert(
        &mut self,
        path: &str,
        value: ParsedValue,
        budget: &ReadBudget,
    ) -> Result<(), ImportRefusal> {
        if path.matches('.').count() >= DEEPEST {
            return Err(ImportRefusal::TooDeep);
        }
        insert(&mut self.fields, path, value, budget);
        Ok(())
    }
}

/// The option that begins at a word: `--name`, or an assignment.
fn start(word: &str) -> Option<OptionStart<'_>> {
    if let Some((name, value)) = named(word) {
        let is_long = true;
        return Some(OptionStart {
            name,
            value,
            is_long,
        });
    }
    let (path, value) = assigned(word)?;
    Some(OptionStart {
        name: path.to_owned(),
        value: Some(value),
        is_long: false,
    })
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
