//! The lesson that a teacher writes.

use lesson::read;
use text::EN_LESSON;

use super::super::event::Draft;
use crate::browser::json;

/// The field in which the file is written.
pub(super) const TEXT: &str = "own-text";
/// The field in which a file is chosen.
pub(super) const FILE: &str = "own-file";
/// The button that fills in a beginning.
pub(super) const TEMPLATE: &str = "own-template";
/// The button that keeps the file.
pub(super) const KEEP: &str = "own-keep";

/// The editor: the file's text, and what came of reading it.
#[derive(Default)]
pub(crate) struct LessonWriter {
    pub(super) text: String,
    pub(super) outcome: Outcome,
}

/// Outcome of reading the text.
#[derive(Debug, Default, PartialEq)]
pub(super) enum Outcome {
    /// There is nothing to read.
    #[default]
    Nothing,
    /// A file that cannot be read as text, or is too large.
    Unread,
    /// A lesson: its title, and how many steps it has.
    Lesson(String, usize),
    /// None, and why.
    Faults(Vec<String>),
}

impl LessonWriter {
    /// Whether nothing is written.
    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Takes a text, or a file that cannot be read, and says what it is.
    pub(super) fn take(&mut self, text: Option<String>) {
        let Some(text) = text else {
            self.outcome = Outcome::Unread;
            return;
        };
        self.text = text;
        self.outcome = if self.is_empty() {
            Outcome::Nothing
        } else {
            match read(&self.text, json::parse) {
                Ok(lesson) => Outcome::Lesson(lesson.title, lesson.steps.len()),
                Err(why) => Outcome::Faults((EN_LESSON.refused)(&why)),
            }
        };
    }

    /// The draft as the dialog needs it.
    pub(super) fn draft(&self) -> Draft {
        let is_lesson = matches!(self.outcome, Outcome::Lesson(..));
        Draft {
            is_empty: self.is_empty(),
            lesson: is_lesson.then(|| self.text.clone()),
        }
    }
}
