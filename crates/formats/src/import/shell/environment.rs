//! Variables of a script while it is evaluated, and the limits of the work.

use std::collections::BTreeMap;

use super::mark::Mark;

/// Most bytes that all values, their copies and words have together.
const MOST_BYTES: usize = 4_000_000;
/// Most variables.
const MOST_VARIABLES: usize = 4_000;

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    /// A text.
    Text(String),
    /// An array.
    List(Vec<String>),
}

impl Variable {
    /// The words of the value, as an expansion without quotes has them.
    pub(super) fn words(&self) -> Vec<String> {
        match self {
            Self::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
            Self::List(items) => items.clone(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::List(items) => items.iter().map(|item| item.len() + 1).sum(),
        }
    }
}

/// Variables, each with the order of its first assignment.
#[derive(Clone, Debug, Default)]
pub(super) struct Environment {
    variables: BTreeMap<String, (usize, Variable)>,
    bytes: usize,
}

impl Environment {
    /// The value of a variable.
    pub(super) fn get(&self, name: &str) -> Option<&Variable> {
        self.variables.get(name).map(|(_, value)| value)
    }

    /// The text of a variable: of an array its first item.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Variable::Text(text) => Some(text),
            Variable::List(items) => items.first().map(String::as_str),
        }
    }

    /// Sets a variable.
    pub(super) fn set(&mut self, name: &str, value: Variable) {
        let order = self.variables.len();
        if order >= MOST_VARIABLES && !self.variables.contains_key(name) {
            return;
        }
        self.bytes = self.bytes.saturating_add(value.len() + name.len());
        let old = self
            .variables
            .get(name)
            .map(|(order, value)| (*order, value.len()));
        if let Some((_, len)) = old {
            self.bytes = self.bytes.saturating_sub(len + name.len());
        }
        let order = old.map_or(order, |(order, _)| order);
        self.variables.insert(name.to_owned(), (order, value));
    }

    /// Removes a variable.
    pub(super) fn unset(&mut self, name: &str) {
        self.variables.remove(name);
    }

    /// All values, in the order of their first assignment.
    pub(super) fn values(&self) -> Vec<&Variable> {
        let mut values: Vec<&(usize, Variable)> = self.variables.values().collect();
        values.sort_by_key(|(order, _)| *order);
        values.into_iter().map(|(_, value)| value).collect()
    }

    /// Bytes of all names and values.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The variables after branches of which one runs, by a variable: what differs is marked.
    pub(super) fn merge(branches: Vec<Self>, cause: &str) -> Self {
        let mut branches = branches.into_iter();
        let Some(mut merged) = branches.next() else {
            return Self::default();
        };
        for branch in branches {
            let names: Vec<String> = merged.variables.keys().cloned().collect();
            for name in names {
                let ours = merged.get(&name).cloned();
                let theirs = branch.get(&name).cloned();
                if ours != theirs {
                    merged.set(&name, joined(&name, ours, theirs, cause));
                }
            }
            for (name, (_, value)) in &branch.variables {
                if merged.get(name).is_none() {
                    merged.set(name, joined(name, None, Some(value.clone()), cause));
                }
            }
        }
        merged
    }
}

/// One of two values. Words that both begin with are there; each further word may be.
fn joined(name: &str, one: Option<Variable>, other: Option<Variable>, cause: &str) -> Variable {
    let is_list = |value: &Option<Variable>| matches!(value, Some(Variable::List(_)));
    let is_long = |value: &Option<Variable>| matches!(value, Some(Variable::Text(text)) if text.contains(char::is_whitespace));
    let is_array = is_list(&one) || is_list(&other);
    let holds_words = is_array
        || is_long(&one)
        || is_long(&other)
        || {
            let is_option = |value: &Option<Variable>| matches!(value, Some(Variable::Text(text)) if text.starts_with("--"));
            is_option(&one) || is_option(&other)
        };
    if !holds_words {
        let mark = Mark::Undecided {
            name: name.to_owned(),
            cause: cause.to_owned(),
        };
        return Variable::Text(mark.text());
    }
    let words = |value: Option<Variable>| value.map_or(Vec::new(), |value| value.words());
    let (one, other) = (words(one), words(other));
    let pairs = one.iter().zip(&other);
    let common = pairs.take_while(|(one, other)| one == other).count();
    let maybe = |word: &String| {
        let mark = Mark::Maybe {
            word: word.clone(),
            cause: cause.to_owned(),
        };
        if Mark::first(word).is_some() {
            word.clone()
        } else {
            mark.text()
        }
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

/// The work that is left.
#[derive(Debug)]
pub(super) struct ShellBudget {
    bytes: usize,
}

impl ShellBudget {
    /// All of it.
    pub(super) const fn new() -> Self {
        Self { bytes: MOST_BYTES }
    }

    /// Takes bytes; false if none are left.
    pub(super) fn take(&mut self, bytes: usize) -> bool {
        // A step without bytes counts too.
        let cost = bytes.saturating_add(16);
        let is_left = self.bytes > cost;
        self.bytes = self.bytes.saturating_sub(cost);
        is_left
    }

    /// True if nothing is left.
    pub(super) const fn is_spent(&self) -> bool {
        self.bytes == 0
    }
}
