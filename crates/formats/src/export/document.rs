//! Options with their values: rows of tables, and trees for files.

use std::borrow::Cow;

use super::facts::Facts;
use crate::link;

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OptionValue {
    /// A flag without a value.
    Flag,
    /// A whole number.
    Whole(u64),
    /// On or off.
    Switch(bool),
    /// A decimal number, digits as they are written.
    Number(Cow<'static, str>),
    /// A word of the target.
    Word(&'static str),
    /// A text that we write.
    Text(String),
    /// A list of words of the target.
    Words(Vec<&'static str>),
    /// A list of whole numbers.
    Numbers(Vec<u64>),
}

/// A word of a framework, and the value of a key of a link.
pub(crate) type Word = (&'static str, &'static str);

/// How the value of a key of a link stands in a file.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// A whole number.
    Number,
    /// A switch.
    Switch,
    /// A switch that is on for this value, else omitted.
    On(&'static str),
    /// A flag for the value of the word.
    Flag(&'static [Word]),
    /// A word for each value. The first word of a value is written; others are only read.
    Words(&'static [Word]),
}

/// How a plan gives an option its value.
#[derive(Clone, Copy)]
pub(crate) enum Written {
    /// The value of a key of a link.
    Key(&'static str, Form),
    /// Any other value; `None` omits the option.
    By(fn(&Facts) -> Option<OptionValue>),
}

impl Form {
    /// The value of an option, of that of a key.
    fn of(self, value: &str) -> Option<OptionValue> {
        let of_words = |words: &[Word]| {
            let found = words.iter().find(|(_, of)| *of == value);
            found.map(|(word, _)| *word)
        };
        match self {
            Self::Number => value.parse().ok().map(OptionValue::Whole),
            Self::Switch => switch(value == "1"),
            Self::On(of) => on(value == of),
            Self::Flag(words) => flag(of_words(words).is_some()),
            Self::Words(words) => of_words(words).map(OptionValue::Word),
        }
    }
}

/// An option, and the value that a plan gives it.
#[derive(Clone, Copy)]
pub(crate) struct OptionRow {
    /// Names of the option, separated by blanks; the first is written. A name follows the names of
    /// the tables around it, with dots between them.
    pub(crate) names: &'static str,
    /// Value of the option.
    pub(crate) write: Written,
    /// Plans for which the option is written.
    pub(crate) when: fn(&Facts) -> bool,
    /// Versions of the framework whose files have the option; empty stands for all.
    pub(crate) versions: &'static [&'static str],
}

impl OptionRow {
    /// A row that writes nothing.
    pub(crate) const NONE: Self = Self {
        names: "",
        write: Written::By(|_| None),
        when: |_| false,
        versions: &[],
    };

    /// The option with its value, if the plan sets it.
    pub(crate) fn of(&self, facts: &Facts) -> Option<(&'static str, OptionValue)> {
        let name = self.names.split(' ').next()?;
        if !(self.when)(facts) {
            return None;
        }
        let value = match self.write {
            Written::Key(key, form) => form.of(&link::value(facts.plan, key)),
            Written::By(value) => value(facts),
        };
        value.map(|value| (name, value))
    }
}

/// The options that a plan sets, in the order of the table.
pub(crate) fn set(table: &[OptionRow], facts: &Facts) -> Vec<(&'static str, OptionValue)> {
    table.iter().filter_map(|row| row.of(facts)).collect()
}

/// The options that a plan sets in a version of the framework, in the order of the table.
pub(crate) fn set_in(
    table: &[OptionRow],
    facts: &Facts,
    version: &str,
) -> Vec<(&'static str, OptionValue)> {
    let has = |row: &&OptionRow| row.versions.is_empty() || row.versions.contains(&version);
    let rows = table.iter().filter(has);
    rows.filter_map(|row| row.of(facts)).collect()
}

/// A flag if a condition holds.
pub(crate) fn flag(condition: bool) -> Option<OptionValue> {
    condition.then_some(OptionValue::Flag)
}

/// A switch that is on if a condition holds, else omitted.
pub(crate) fn on(condition: bool) -> Option<OptionValue> {
    condition.then_some(OptionValue::Switch(true))
}

/// A switch.
pub(crate) const fn switch(is_on: bool) -> Option<OptionValue> {
    Some(OptionValue::Switch(is_on))
}

/// A whole number.
pub(crate) const fn whole(number: u64) -> Option<OptionValue> {
    Some(OptionValue::Whole(number))
}

/// A whole number if a condition holds.
pub(crate) fn whole_if(condition: bool, number: u64) -> Option<OptionValue> {
    condition.then_some(OptionValue::Whole(number))
}

/// A word.
pub(crate) const fn word(word: &'static str) -> Option<OptionValue> {
    Some(OptionValue::Word(word))
}

/// A word if a condition holds.
pub(crate) fn word_if(condition: bool, word: &'static str) -> Option<OptionValue> {
    condition.then_some(OptionValue::Word(word))
}

/// A decimal number.
pub(crate) const fn number(digits: &'static str) -> Option<OptionValue> {
    Some(OptionValue::Number(Cow::Borrowed(digits)))
}

/// A branch of a document, or a leaf.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OptionTree {
    /// An option's value.
    Leaf(OptionValue),
    /// The options inside, in order.
    Branch(Vec<(&'static str, Self)>),
}

/// The tree of options whose names are paths.
pub(crate) fn tree(options: Vec<(&'static str, OptionValue)>) -> Vec<(&'static str, OptionTree)> {
    let mut root = Vec::new();
    for (path, value) in options {
        insert(&mut root, path, value);
    }
    root
}

fn insert(branch: &mut Vec<(&'static str, OptionTree)>, path: &'static str, value: OptionValue) {
    let Some((name, rest)) = path.split_once('.') else {
        branch.push((path, OptionTree::Leaf(value)));
        return;
    };
    let found = branch.iter().position(|(known, _)| *known == name);
    let place = found.unwrap_or_else(|| {
        branch.push((name, OptionTree::Branch(Vec::new())));
        branch.len() - 1
    });
    if let Some((_, OptionTree::Branch(inner))) = branch.get_mut(place) {
        insert(inner, rest, value);
    }
}
