//! Values of variables.

use std::collections::BTreeMap;

use super::mark::{self, Mark};
use crate::import::budget::ITEM;

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    /// A text.
    Text(String),
    /// An array.
    List(Vec<String>),
    /// An array whose items have names.
    Map(BTreeMap<String, String>),
}

impl Variable {
    /// The words of the value in an expansion without quotes.
    pub(super) fn words(&self) -> Vec<String> {
        match self {
            Self::Text(text) => mark::words(text).map(str::to_owned).collect(),
            Self::List(items) => items.clone(),
            Self::Map(items) => items.values().cloned().collect(),
        }
    }

    /// The number of words of the value.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Text(text) => mark::words(text).count(),
            Self::List(items) => items.len(),
            Self::Map(items) => items.len(),
        }
    }

    /// Units of a copy of the value.
    pub(super) fn units(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::List(items) => items.iter().map(|item| item.len() + ITEM).sum(),
            Self::Map(items) => {
                let items = items.iter();
                items
                    .map(|(name, item)| name.len() + item.len() + 2 * ITEM)
                    .sum()
            }
        }
    }

    /// The text of the value; of an array, its first item.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::List(items) => items.first().map(String::as_str),
            Self::Map(items) => items.get("0").map(String::as_str),
        }
    }

    /// The first mark in the value.
    pub(super) fn mark(&self) -> Option<Mark> {
        match self {
            Self::Text(text) => Mark::first(text),
            Self::List(items) => items.iter().find_map(|item| Mark::first(item)),
            Self::Map(items) => items.values().find_map(|item| Mark::first(item)),
        }
    }
}
