//! State of the notices: their lines and buttons.

use super::lines;
use super::notice::{Button, Notice};
use crate::panels::late_part::LatePart;
use crate::store::Page;

/// The notices, as of the last change of their content.
pub(crate) struct Notices {
    /// Parts of the program whose failures they report.
    pub(super) late_parts: &'static [LatePart],
    /// Notices, from top to bottom.
    pub(super) list: Vec<Notice>,
    /// Sentences about parts of the program that were announced.
    told: Vec<&'static str>,
}

impl Notices {
    /// Empty notices that will report failures of these parts of the program.
    pub(crate) const fn of(late_parts: &'static [LatePart]) -> Self {
        Self {
            late_parts,
            list: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Updates the notices for the page. Returns sentences about late or failed parts that were not
    /// announced yet.
    pub(super) fn read(&mut self, page: &Page) -> Vec<&'static str> {
        self.list = lines::all(page, self.late_parts).into();
        let trouble = self.late_parts.iter();
        let trouble = trouble.filter_map(|late| lines::trouble(page, late));
        let told = std::mem::replace(&mut self.told, trouble.collect());
        let is_new = |said: &&&'static str| !told.contains(said);
        self.told.iter().filter(is_new).copied().collect()
    }

    /// Buttons of all notices, from top to bottom; a button's index is its value in the view.
    pub(super) fn buttons(&self) -> impl Iterator<Item = &Button> {
        let lines = self.list.iter().flat_map(|notice| &notice.lines);
        lines.flat_map(|line| &line.buttons)
    }
}
