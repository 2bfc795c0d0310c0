//! Variables of a script that is being evaluated.

use std::collections::{BTreeMap, BTreeSet};

use super::mark::{Mark, is_known};
use crate::import::budget::{ITEM, ReadBudget};

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    /// A text.
    Text(String),
    /// An array.
    List(Vec<String>),
}

impl Variable {
    /// The words of the value in an expansion without quotes.
    pub(super) fn words(&self) -> Vec<String> {
        match self {
            Self::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
            Self::List(items) => items.clone(),
        }
    }

    /// The number of words of the value.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Text(text) => text.split_whitespace().count(),
            Self::List(items) => items.len(),
        }
    }

    /// Units of a copy of the value.
    pub(super) fn units(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::List(items) => items.iter().map(|item| item.len() + ITEM).sum(),
        }
    }

    /// Appends another value.
    fn append(&mut self, more: Self) {
        match (&mut *self, more) {
            (Self::Text(text), Self::Text(more)) => text.push_str(&more),
            (Self::List(items), Self::Text(more)) => items.push(more),
            (Self::List(items), Self::List(more)) => items.extend(more),
            (Self::Text(_), Self::List(more)) => {
                let mut items = self.words();
                items.extend(more);
                *self = Self::List(items);
            }
        }
    }
}

/// A variable with its value.
#[derive(Clone, Debug)]
struct Entry {
    /// The order of its first assignment.
    order: usize,
    value: Variable,
    /// Units of a copy, the name included.
    units: usize,
}

/// Variables, each with the order of its first assignment.
#[derive(Clone, Debug, Default)]
pub(super) struct Environment {
    variables: BTreeMap<String, Entry>,
    units: usize,
}

impl Environment {
    /// The value of a variable.
    pub(super) fn get(&self, name: &str) -> Option<&Variable> {
        self.variables.get(name).map(|entry| &entry.value)
    }

    /// The text of a variable; of an array, its first item.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Variable::Text(text) => Some(text),
            Variable::List(items) => items.first().map(String::as_str),
        }
    }

    /// Units of a copy of a variable; zero if the variable does not exist.
    pub(super) fn units_of(&self, name: &str) -> usize {
        self.variables.get(name).map_or(0, |entry| entry.units)
    }

    /// Sets a variable.
    pub(super) fn set(&mut self, name: &str, value: Variable) {
        let old = self.variables.get(name);
        let order = old.map_or(self.variables.len(), |entry| entry.order);
        self.units -= old.map_or(0, |entry| entry.units);
        let units = value.units() + name.len() + ITEM;
        self.units += units;
        let entry = Entry {
            order,
            value,
            units,
        };
        self.variables.insert(name.to_owned(), entry);
    }

    /// Appends a value to that of a variable, without copying the latter.
    pub(super) fn append(&mut self, name: &str, more: Variable) {
        let Some(entry) = self.variables.get_mut(name) else {
            self.set(name, more);
            return;
        };
        let is_split = matches!(
            (&entry.value, &more),
            (Variable::Text(_), Variable::List(_))
        );
        let units = more.units() + ITEM;
        entry.value.append(more);
        let units = if is_split {
            entry.value.units() + name.len() + ITEM
        } else {
            entry.units + units
        };
        self.units = self.units - entry.units + units;
        entry.units = units;
    }

    /// Removes a variable.
    pub(super) fn unset(&mut self, name: &str) {
        if let Some(entry) = self.variables.remove(name) {
            self.units -= entry.units;
        }
    }

    /// All values, in the order of their first assignment.
    pub(super) fn values(&self) -> Vec<&Variable> {
        let mut entries: Vec<&Entry> = self.variables.values().collect();
        entries.sort_by_key(|entry| entry.order);
        entries.into_iter().map(|entry| &entry.value).collect()
    }

    /// Units of a copy of all names and values.
    pub(super) const fn units(&self) -> usize {
        self.units
    }

    /// The variables after branches of which one runs, depending on a variable: differing values
    /// are marked.
    pub(super) fn merge(branches: Vec<Self>, cause: &str, budget: &ReadBudget) -> Self {
        let mut branches = branches.into_iter();
        let Some(mut merged) = branches.next() else {
            return Self::default();
        };
        for branch in branches {
            // Each value is compared.
            if !budget.take(merged.units.saturating_add(branch.units)) {
                break;
            }
            let names = merged.variables.keys().chain(branch.variables.keys());
            let differs = |name: &&String| merged.get(name) != branch.get(name);
            let differing: BTreeSet<String> = names.filter(differs).cloned().collect();
            for name in differing {
                let (ours, theirs) = (merged.get(&name), branch.get(&name));
                let joined = joined(&name, ours, theirs, cause, budget);
                merged.set(&name, joined);
            }
        }
        merged
    }
}

/// The result if one of two values holds: common first words are certain, each further word is
/// marked.
fn joined(
    name: &str,
    one: Option<&Variable>,
    other: Option<&Variable>,
    cause: &str,
    budget: &ReadBudget,
) -> Variable {
    let values = || [one, other].into_iter().flatten();
    let is_array = values().any(|value| matches!(value, Variable::List(_)));
    let holds_words = is_array
        || values().any(|value| match value {
            Variable::Text(text) => text.contains(char::is_whitespace) || text.starts_with("--"),
            Variable::List(_) => true,
        });
    let count: usize = values().map(Variable::count).sum();
    let letters: usize = values().map(Variable::units).sum();
    // Units of the words, and of their marks.
    let each = cause.len() + ITEM;
    let is_left = budget.take_items(2 * count, count.saturating_mul(each) + 2 * letters);
    if !holds_words || !is_left {
        let mark = Mark::Undecided {
            name: name.to_owned(),
            cause: cause.to_owned(),
        };
        return Variable::Text(mark.text());
    }
    let words = |value: Option<&Variable>| value.map_or(Vec::new(), Variable::words);
    let (one, other) = (words(one), words(other));
    let pairs = one.iter().zip(&other);
    let common = pairs.take_while(|(one, other)| one == other).count();
    let maybe = |word: &String| {
        if !is_known(word) {
            return word.clone();
        }
        let mark = Mark::Maybe {
            word: word.clone(),
            cause: cause.to_owned(),
        };
        mark.text()
    };
    let mut joined: Vec<String> = one.iter().take(common).cloned().collect();
    joined.extend(one.iter().skip(common).map(maybe));
    joined.extend(other.iter().skip(common).map(maybe));
    if is_array {
        Variable::List(joined)
    } else {
        Variable::Text(joined.join(" "))
    }
}
