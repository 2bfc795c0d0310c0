//! The files that are read together.
//!
//! Tests: `crates/formats/tests/all/import_several.rs`.

use super::file::{FileContent, NamedFile};
use super::start::Start;
use crate::import::base::ImportBase;
use crate::import::budget::ReadBudget;

/// Files with their kinds.
pub(super) struct Several<'a> {
    pub(super) files: &'a [NamedFile],
    pub(super) kinds: Vec<FileContent>,
    pub(super) start: Option<Start>,
    pub(super) base: &'a ImportBase,
    pub(super) budget: &'a ReadBudget,
}
