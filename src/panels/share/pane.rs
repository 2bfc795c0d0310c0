//! The panes of the dialog, and the ids of the elements around them.

use crate::components::tab_after;

/// The dialog's id.
pub(super) const ID: &str = "share-dialog";
/// The id of the dialog's heading.
pub(super) const HEADING: &str = "share-dialog-heading";
/// The id of the region of the chosen tab.
pub(super) const PANE: &str = "share-dialog-pane";

/// Panes of the dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The plan's link.
    #[default]
    Link,
    /// The planner in a lesson's page.
    Lesson,
    /// Files of training frameworks.
    Files,
    /// A plan that is imported.
    Import,
}

/// The panes with tabs, each with the id of its tab.
pub(super) static PANES: [(&str, Pane); 3] = [
    ("tab-link", Pane::Link),
    ("tab-lesson", Pane::Lesson),
    ("tab-files", Pane::Files),
];

impl Pane {
    /// The id of the element that names the pane: its tab, or the heading of a pane that stands
    /// alone.
    pub(super) fn label(self) -> &'static str {
        let mut panes = PANES.iter();
        let found = panes.find(|(_, pane)| *pane == self);
        found.map_or(HEADING, |(tab, _)| tab)
    }

    /// The pane that a key shows from this one; none for other keys. The arrows go round.
    pub(super) fn after(self, key: &str) -> Option<Self> {
        let index = PANES.iter().position(|(_, pane)| *pane == self)?;
        let next = tab_after(key, index, PANES.len() - 1)?;
        Some(PANES[next].1)
    }
}
