//! Options with their values: rows of tables, and trees for files.

use std::borrow::Cow;

use super::facts::Facts;

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum OptionValue {
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
}

/// An option, and the value that a plan gives it; `None` omits the option.
pub(super) struct OptionRow {
    /// Name of the option after the names of the tables around it, with dots between them.
    pub(super) option: &'static str,
    /// Value of the option.
    pub(super) value: fn(&Facts) -> Option<OptionValue>,
}

/// A row of a table.
pub(super) const fn row(
    option: &'static str,
    value: fn(&Facts) -> Option<OptionValue>,
) -> OptionRow {
    OptionRow { option, value }
}

/// The options that a plan sets, in the order of the table.
pub(super) fn set(table: &[OptionRow], facts: &Facts) -> Vec<(&'static str, OptionValue)> {
    let rows = table.iter();
    rows.filter_map(|row| (row.value)(facts).map(|value| (row.option, value)))
        .collect()
}

/// A flag if a condition holds.
pub(super) fn flag(condition: bool) -> Option<OptionValue> {
    condition.then_some(OptionValue::Flag)
}

/// A switch that is on if a condition holds, else omitted.
pub(super) fn on(condition: bool) -> Option<OptionValue> {
    condition.then_some(OptionValue::Switch(true))
}

/// A switch.
pub(super) const fn switch(is_on: bool) -> Option<OptionValue> {
    Some(OptionValue::Switch(is_on))
}

/// A whole number.
pub(super) const fn whole(number: u64) -> Option<OptionValue> {
    Some(OptionValue::Whole(number))
}

/// A whole number if a condition holds.
pub(super) fn whole_if(condition: bool, number: u64) -> Option<OptionValue> {
    condition.then_some(OptionValue::Whole(number))
}

/// A word.
pub(super) const fn word(word: &'static str) -> Option<OptionValue> {
    Some(OptionValue::Word(word))
}

/// A word if a condition holds.
pub(super) fn word_if(condition: bool, word: &'static str) -> Option<OptionValue> {
    condition.then_some(OptionValue::Word(word))
}

/// A decimal number.
pub(super) const fn number(digits: &'static str) -> Option<OptionValue> {
    Some(OptionValue::Number(Cow::Borrowed(digits)))
}

/// A branch of a document, or a leaf.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum OptionTree {
    /// An option's value.
    Leaf(OptionValue),
    /// The options inside, in order.
    Branch(Vec<(&'static str, Self)>),
}

/// The tree of options whose names are paths.
pub(super) fn tree(options: Vec<(&'static str, OptionValue)>) -> Vec<(&'static str, OptionTree)> {
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
