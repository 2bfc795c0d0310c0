//! The open step of this tab, in the browser's storage of the session: after a reload the lesson goes
//! on at this step, with the reader's plan. Beside it is the text of a lesson from a file, to which no
//! address leads.
//!
//! Tests: `tests.rs`, `tests/browser/lesson.test.mjs`.

use crate::browser::session;
use crate::store::Page;

/// The key of the record.
const KEY: &str = "lesson";
/// The key of the text of a lesson from a file.
const FILE: &str = "lesson-file";

/// The open step, the plan of the page there, and the plan from before the lesson.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OpenStep {
    /// The address of the lesson, or the name of one of ours; empty for a file.
    pub(super) lesson: String,
    /// The step's name.
    pub(super) step: String,
    /// The plan at rest, as a link.
    pub(super) link: String,
    /// The reader's own plan, as a link.
    pub(super) own: String,
    /// The lesson that the query names, if it names one.
    pub(super) asked: String,
}

impl OpenStep {
    /// The step that this tab had open.
    pub(super) fn read() -> Option<Self> {
        Self::from_text(&session::read(KEY)?)
    }

    /// True if the page is the one that was loaded again: its address has the same plan, and names
    /// the same lesson.
    pub(super) fn is_of(&self, page: &Page) -> bool {
        self.link == page.link() && self.asked == page.presentation.lesson
    }

    /// Stores the step.
    pub(super) fn keep(&self) {
        if !self.lesson.is_empty() {
            session::forget(FILE);
        }
        session::keep(KEY, &self.text());
    }

    /// Removes the record.
    pub(super) fn forget() {
        session::forget(KEY);
        session::forget(FILE);
    }

    /// One line for each field.
    pub(super) fn text(&self) -> String {
        [
            &*self.lesson,
            &self.step,
            &self.link,
            &self.own,
            &self.asked,
        ]
        .join("\n")
    }

    /// The step of a text; `None` if a field is missing.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.split('\n').map(str::to_owned);
        Some(Self {
            lesson: lines.next()?,
            step: lines.next()?,
            link: lines.next()?,
            own: lines.next()?,
            asked: lines.next()?,
        })
    }
}

/// The text of the lesson from a file that this tab had open.
pub(super) fn read_file() -> Option<String> {
    session::read(FILE)
}

/// Stores the text of a lesson from a file; `false` if the browser refuses.
pub(super) fn keep_file(text: &str) -> bool {
    session::keep(FILE, text)
}
