//! A document as a value, independent of its parser.

use std::collections::BTreeMap;

use super::budget::{FIELD, ITEM};
use crate::number::digits;

/// A document or a part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum ParsedValue {
    /// No value.
    Null,
    /// True or false.
    Switch(bool),
    /// A whole number.
    Whole(u64),
    /// Any other number, as written.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// Fields with their names.
    Fields(Vec<(String, Self)>),
    /// A value that a script leaves open.
    Open,
}

/// Deepest nesting of a document: real ones stay below ten.
pub const DEEPEST: usize = 32;

impl ParsedValue {
    /// Converts a number of a parser that only has floats, such as a browser's: a whole number if
    /// it is whole.
    ///
    /// ```
    /// use formats::import::ParsedValue;
    /// assert_eq!(ParsedValue::of_number(4_096.0), ParsedValue::Whole(4_096));
    /// assert_eq!(ParsedValue::of_number(-0.5), ParsedValue::Number("-0.5".into()));
    /// ```
    #[must_use]
    pub fn of_number(number: f64) -> Self {
        // Beyond this limit not all whole numbers are floats.
        let is_exact = (0.0..=9_007_199_254_740_992.0).contains(&number);
        if is_exact && number.trunc() == number {
            Self::Whole(number as u64)
        } else {
            Self::Number(digits(number))
        }
    }

    /// Fields with the last value of each name, at the place of its first, as Python's `dict` has
    /// them.
    pub(super) fn of_fields(fields: Vec<(String, Self)>) -> Self {
        let mut places = BTreeMap::new();
        let mut kept: Vec<(String, Self)> = Vec::with_capacity(fields.len());
        for (name, value) in fields {
            let place = *places.entry(name.clone()).or_insert(kept.len());
            match kept.get_mut(place) {
                Some((_, before)) => *before = value,
                None => kept.push((name, value)),
            }
        }
        Self::Fields(kept)
    }

    /// The whole number.
    #[must_use]
    pub fn whole(&self) -> Option<u64> {
        match self {
            Self::Whole(number) => Some(*number),
            _ => None,
        }
    }

    /// True if the value means on.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        matches!(self, Self::Switch(true))
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The field of this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Self> {
        let Self::Fields(fields) = self else {
            return None;
        };
        let found = fields.iter().find(|(known, _)| known == name);
        found
            .map(|(_, value)| value)
            .filter(|value| **value != Self::Null)
    }

    /// True if there is a field of this name, even if it is null.
    #[must_use]
    pub fn has_key(&self, name: &str) -> bool {
        match self {
            Self::Fields(fields) => fields.iter().any(|(known, _)| known == name),
            _ => false,
        }
    }

    /// The value at a path of names, separated by dots.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<&Self> {
        path.split('.')
            .try_fold(self, |value, name| value.field(name))
    }

    /// Passes the paths of all values without fields, in order. One text holds them in turn, as a
    /// long name can be in the paths of thousands of values.
    pub(crate) fn each_path(&self, take: &mut dyn FnMut(&str)) {
        self.paths_behind(&mut String::new(), take);
    }

    fn paths_behind(&self, path: &mut String, take: &mut dyn FnMut(&str)) {
        let Self::Fields(fields) = self else {
            take(path);
            return;
        };
        let length = path.len();
        for (name, value) in fields {
            if length > 0 {
                path.push('.');
            }
            path.push_str(name);
            value.paths_behind(path, take);
            path.truncate(length);
        }
    }

    /// Units of reading this value, or of a copy: each field and item with its text.
    pub(crate) fn units(&self) -> usize {
        match self {
            Self::Null | Self::Switch(_) | Self::Whole(_) | Self::Open => ITEM,
            Self::Number(text) | Self::Text(text) => ITEM + text.len(),
            Self::List(items) => items
                .iter()
                .map(Self::units)
                .fold(ITEM, usize::saturating_add),
            Self::Fields(fields) => {
                let units = fields.iter().map(|(name, value)| field_units(name, value));
                units.fold(ITEM, usize::saturating_add)
            }
        }
    }
}

/// Units of a field with its value.
pub(crate) fn field_units(name: &str, value: &ParsedValue) -> usize {
    (FIELD + name.len()).saturating_add(value.units())
}

/// The beginning of the fields for which a name stands: a dot at its end stands for all fields inside,
/// an asterisk for all fields whose names go on.
pub(crate) fn beginning(name: &str) -> Option<&str> {
    let inside = || name.ends_with('.').then_some(name);
    name.strip_suffix('*').or_else(inside)
}

/// True if a name of a list stands for a field.
pub(crate) fn stands_for(name: &str, field: &str) -> bool {
    match beginning(name) {
        Some(beginning) => field.starts_with(beginning),
        None => field == name,
    }
}
