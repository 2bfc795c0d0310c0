//! The files that are read together.
//!
//! Tests: `crates/formats/tests/all/import_several.rs`.

use super::file::{FileContent, NamedFile};
use super::start::Start;
use crate::import::base::ImportBase;
use crate::import::budget::ReadBudget;
use crate::import::imported::Format;
use crate::import::value::ParsedValue;

/// Files with their kinds.
pub(super) struct Several<'a> {
    pub(super) files: &'a [NamedFile],
    pub(super) kinds: Vec<FileContent>,
    pub(super) start: Option<Start>,
    pub(super) base: &'a ImportBase,
    pub(super) budget: &'a ReadBudget,
}

impl Several<'_> {
    /// The kind of a file.
    pub(super) fn kind(&self, place: usize) -> &FileContent {
        self.kinds.get(place).unwrap_or(&FileContent::Unknown)
    }

    /// The format of a file.
    pub(super) fn format(&self, place: usize) -> Option<Format> {
        self.kind(place).format()
    }

    /// The parsed text of a document.
    pub(super) fn value(&self, place: usize) -> Option<&ParsedValue> {
        match self.kind(place) {
            FileContent::Document(value, _) => Some(value),
            _ => None,
        }
    }

    /// The places of the files of a kind.
    pub(super) fn places(&self, is_it: impl Fn(&FileContent) -> bool) -> Vec<usize> {
        let kinds = self.kinds.iter().enumerate();
        let found = kinds.filter(|(_, kind)| is_it(kind));
        found.map(|(place, _)| place).collect()
    }
}
