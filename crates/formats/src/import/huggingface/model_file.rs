//! A configuration that is being read: its fields by key, with the defaults of its type.

use super::names;
use super::types::ModelType;
use crate::import::imported::Unsaid;
use crate::import::reading::ImportReader;
use crate::import::value::ParsedValue;

/// A configuration of a known or unknown type, and the plan that takes its figures.
pub(super) struct ModelFile<'a> {
    /// The fields of the text model.
    pub(super) value: &'a ParsedValue,
    /// Features of the file's type.
    pub(super) of: ModelType,
    /// The plan so far.
    pub(super) reading: &'a mut ImportReader,
}

impl ModelFile<'_> {
    /// Name of the first field of a key that the file has.
    pub(super) fn name(&self, key: &str) -> Option<&'static str> {
        let own = self.of.own.iter().find(|(known, _)| *known == key);
        if let Some((_, name)) = own {
            return self.value.at(name).map(|_| *name);
        }
        names::of_key(key).find(|name| self.value.at(name).is_some())
    }

    /// Sets a key to its field, else to the default of the type.
    pub(super) fn figure(&mut self, key: &'static str) -> Option<u64> {
        let Some(name) = self.name(key) else {
            let number = self.default(key)?;
            // A window that is null stands for no window.
            let is_null = names::of_key(key).any(|name| self.value.has_key(name));
            return (!is_null).then(|| self.set_default(key, number));
        };
        if let Some(ParsedValue::List(items)) = self.value.at(name) {
            let numbers: Option<Vec<u64>> = items.iter().map(ParsedValue::whole).collect();
            if let Some(frequent) = numbers.as_deref().and_then(most_frequent) {
                if numbers.is_some_and(|all| all.iter().any(|one| *one != frequent)) {
                    self.reading.unsaid(Unsaid::Varies(key));
                }
                self.reading.set_whole(key, name, frequent);
                return Some(frequent);
            }
        }
        self.reading.field(key, self.value, name)
    }

    /// The default of the type for a key.
    pub(super) fn default(&self, key: &str) -> Option<u64> {
        let found = self.of.defaults.iter().find(|(known, _)| *known == key);
        found.map(|(_, number)| *number)
    }

    /// Sets a key to the framework's default.
    pub(super) fn set_default(&mut self, key: &'static str, number: u64) -> u64 {
        let option = names::of_key(key).next().unwrap_or(key);
        self.reading.default(key, option, &number.to_string());
        number
    }

    /// The first of these fields that is a whole number.
    pub(super) fn whole(&self, names: &str) -> Option<u64> {
        let mut names = names.split_ascii_whitespace();
        names.find_map(|name| self.value.at(name)?.whole())
    }

    /// True if the field is on.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.value.at(name).is_some_and(ParsedValue::is_on)
    }

    /// True if the field is off.
    pub(super) fn is_off(&self, name: &str) -> bool {
        self.value.at(name) == Some(&ParsedValue::Switch(false))
    }

    /// A list of texts.
    pub(super) fn texts(&self, name: &str) -> Option<Vec<&str>> {
        match self.value.at(name)? {
            ParsedValue::List(items) => items.iter().map(ParsedValue::text).collect(),
            _ => None,
        }
    }

    /// A list of whole numbers.
    pub(super) fn wholes(&self, name: &str) -> Option<Vec<u64>> {
        match self.value.at(name)? {
            ParsedValue::List(items) => items.iter().map(ParsedValue::whole).collect(),
            _ => None,
        }
    }

    /// Layers of the model.
    pub(super) const fn layers(&self) -> u64 {
        self.reading.plan.model.layers
    }
}

/// The most frequent number of a list, the larger of equally frequent ones.
fn most_frequent(numbers: &[u64]) -> Option<u64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|one, other| one == other);
    let longest = runs.max_by_key(|run| run.len())?;
    longest.first().copied()
}
