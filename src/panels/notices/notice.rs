//! A notice: its lines, and the buttons in them.

use search::change::Change;

use crate::store::Part;

/// A notice; it is hidden if it has no lines.
pub(super) struct Notice {
    pub(super) id: &'static str,
    pub(super) heading: &'static str,
    pub(super) lines: Vec<NoticeLine>,
}

/// A line of a notice: a sentence, and buttons.
#[derive(Default)]
pub(super) struct NoticeLine {
    pub(super) text: String,
    pub(super) buttons: Vec<Button>,
}

/// A button: its text, its effect in words, and its action.
pub(super) struct Button {
    pub(super) words: String,
    pub(super) effect: String,
    pub(super) act: NoticeAction,
}

/// Action of a button.
pub(super) enum NoticeAction {
    /// Changes the plan.
    Change(Vec<Change>),
    /// Dismisses the warnings about the link.
    Dismiss,
    /// Requests a part of the program again.
    Again(Part),
}
