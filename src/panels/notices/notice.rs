//! A notice: its lines, and the buttons in them.

use std::sync::Arc;

use cost::plan::Plan;

use crate::store::{Event, Part};

/// A notice; it is hidden if it has no lines.
#[derive(Clone, PartialEq)]
pub(super) struct Notice {
    pub(super) id: &'static str,
    pub(super) heading: &'static str,
    pub(super) lines: Vec<NoticeLine>,
}

/// A line of a notice: a sentence, and buttons.
#[derive(Clone, Default, PartialEq)]
pub(super) struct NoticeLine {
    pub(super) text: String,
    pub(super) buttons: Vec<Button>,
}

/// A button: its text, its effect in words, and its action.
#[derive(Clone, PartialEq)]
pub(super) struct Button {
    pub(super) words: String,
    pub(super) effect: String,
    pub(super) act: NoticeAction,
}

/// Action of a button.
#[derive(Clone, PartialEq)]
pub(super) enum NoticeAction {
    /// The plan becomes this one.
    Change(Arc<Plan>),
    /// Dismisses the warnings about the link.
    Dismiss,
    /// Requests a part of the program again.
    Again(Part),
}

impl NoticeAction {
    /// The plan to which the action leads.
    pub(super) fn plan(&self) -> Option<Arc<Plan>> {
        match self {
            Self::Change(plan) => Some(Arc::clone(plan)),
            _ => None,
        }
    }

    /// The event of a press on the button.
    pub(super) fn event(&self) -> Event {
        match self {
            Self::Change(plan) => Event::Jump(Box::new(Plan::clone(plan))),
            Self::Again(part) => Event::Load(*part),
            Self::Dismiss => Event::DismissWarnings,
        }
    }
}
