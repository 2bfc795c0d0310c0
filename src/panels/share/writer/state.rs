//! State of the editor of lessons.

use lesson::read;
use text::EN_LESSON;

use super::super::event::Draft;
use crate::browser::json;

/// The field in which the file is written.
pub(super) const TEXT: &str = "own-text";
/// The field in which a file is chosen.
pub(super) const FILE: &str = "own-file";
/// The button that fills in a template.
pub(super) const TEMPLATE: &str = "own-template";
/// The button that saves the file.
pub(super) const KEEP: &str = "own-keep";

/// The editor: the file's text, and the outcome of parsing it.
#[derive(Default)]
pub(crate) struct LessonWriter {
    pub(super) text: String,
    pub(super) outcome: WriterOutcome,
}

/// Outcome of parsing the text.
#[derive(Debug, Default, PartialEq)]
pub(super) enum WriterOutcome {
    /// The text is empty.
    #[default]
    Nothing,
    /// A file that cannot be read as text, or is too large.
    Unread,
    /// A valid lesson: its title, and its number of steps.
    Lesson(String, usize),
    /// An invalid lesson, with its faults.
    Faults(Vec<String>),
}

impl LessonWriter {
    /// True if the text is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Parses a text; `None` is a file that cannot be read.
    pub(super) fn take(&mut self, text: Option<String>) {
        let Some(text) = text else {
            self.outcome = WriterOutcome::Unread;
            return;
        };
        self.text = text;
        self.outcome = if self.is_empty() {
            WriterOutcome::Nothing
        } else {
            match read(&self.text, json::parse) {
                Ok(lesson) => WriterOutcome::Lesson(lesson.title, lesson.steps.len()),
                Err(why) => WriterOutcome::Faults((EN_LESSON.refused)(&why)),
            }
        };
    }

    /// The draft as the dialog needs it.
    pub(super) fn draft(&self) -> Draft {
        let is_lesson = matches!(self.outcome, WriterOutcome::Lesson(..));
        Draft {
            is_empty: self.is_empty(),
            lesson: is_lesson.then(|| self.text.clone()),
        }
    }
}
