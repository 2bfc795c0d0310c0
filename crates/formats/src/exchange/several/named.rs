//! The files that a command and documents name.
//!
//! Tests: `crates/formats/tests/all/import_several.rs`.

use std::collections::BTreeSet;

use super::given::Several;
use super::start::{NamedPath, place};
use crate::import::budget::ReadBudget;
use crate::import::value::ParsedValue;

/// The paths, and the places of the files.
#[derive(Default)]
pub(super) struct Named {
    pub(super) paths: Vec<NamedPath>,
    pub(super) places: BTreeSet<usize>,
}

impl Named {
    pub(super) fn add(&mut self, several: &Several, paths: Vec<NamedPath>) {
        for named in &paths {
            self.places
                .extend(place(several.files, &named.path, several.budget));
        }
        self.paths.extend(paths);
    }

    /// True if one of these options names a file.
    pub(super) fn is_by(&self, several: &Several, file: usize, options: &[&str]) -> bool {
        let mut paths = self.paths.iter();
        paths.any(|named| {
            options.contains(&named.option.as_str())
                && place(several.files, &named.path, several.budget) == Some(file)
        })
    }

    /// The first path of these options that names no file.
    pub(super) fn absent(&self, several: &Several, options: &[&str]) -> Option<&str> {
        let mut paths = self.paths.iter();
        let absent = paths.find(|named| {
            options.contains(&named.option.as_str())
                && named.path.contains('.')
                && place(several.files, &named.path, several.budget).is_none()
        });
        absent.map(|named| named.path.as_str())
    }
}

/// The texts of a document that may be paths, each with its field.
pub(super) fn texts(several: &Several, place: usize) -> Vec<NamedPath> {
    let mut found = Vec::new();
    if let Some(value) = several.value(place) {
        paths_in(value, "", several.budget, &mut found);
    }
    found
}

fn paths_in(value: &ParsedValue, name: &str, budget: &ReadBudget, found: &mut Vec<NamedPath>) {
    match value {
        ParsedValue::Fields(fields) => {
            for (name, value) in fields {
                paths_in(value, name, budget, found);
            }
        }
        ParsedValue::Text(path)
            if !path.contains(char::is_whitespace)
                && budget.take_items(2, name.len() + path.len()) =>
        {
            found.push(NamedPath {
                option: name.to_owned(),
                path: path.clone(),
            });
        }
        _ => {}
    }
}
