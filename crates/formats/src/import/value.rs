//! A document as a value, whichever parser has read it.

use crate::number::digits;

/// A document or a part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum ParsedValue {
    /// Nothing.
    Null,
    /// Yes or no.
    Switch(bool),
    /// A whole number.
    Whole(u64),
    /// Any other number, as it is written.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// Fields with their names.
    Fields(Vec<(String, Self)>),
}

/// Deepest nesting of a document: real ones stay below ten.
pub const DEEPEST: usize = 32;
/// Most values of a document: real ones have some hundreds.
pub(super) const MOST: usize = 4_096;

impl ParsedValue {
    /// Converts a number of a parser that has floats only, as that of browsers: whole where it is.
    ///
    /// ```
    /// use formats::import::ParsedValue;
    /// assert_eq!(ParsedValue::of_number(4_096.0), ParsedValue::Whole(4_096));
    /// assert_eq!(ParsedValue::of_number(-0.5), ParsedValue::Number("-0.5".into()));
    /// ```
    #[must_use]
    pub fn of_number(number: f64) -> Self {
        // Beyond it not all whole numbers are floats.
        let is_exact = (0.0..=9_007_199_254_740_992.0).contains(&number);
        if is_exact && number.trunc() == number {
            Self::Whole(number as u64)
        } else {
            Self::Number(digits(number))
        }
    }

    /// The whole number.
    #[must_use]
    pub fn whole(&self) -> Option<u64> {
        match self {
            Self::Whole(number) => Some(*number),
            _ => None,
        }
    }

    /// True if it says yes.
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

    /// The value at a path of names set off by dots.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<&Self> {
        path.split('.')
            .try_fold(self, |value, name| value.field(name))
    }

    /// The paths of all values that are no fields themselves, in order.
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        let mut paths = Vec::new();
        self.push_paths("", &mut paths);
        paths
    }

    fn push_paths(&self, path: &str, paths: &mut Vec<String>) {
        let Self::Fields(fields) = self else {
            paths.push(path.to_owned());
            return;
        };
        for (name, value) in fields {
            let inner = if path.is_empty() {
                name.clone()
            } else {
                [path, ".", name].concat()
            };
            value.push_paths(&inner, paths);
        }
    }
}
