//! State of the editor of lessons.

use lesson::read;

use super::super::event::Draft;
use super::event::WriterEvent;
use formats::import::json;

/// The field in which the file is written.
pub(super) const TEXT: &str = "own-text";

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

impl WriterOutcome {
    /// True for a text or file that is no lesson.
    pub(super) const fn is_wrong(&self) -> bool {
        matches!(self, Self::Unread | Self::Faults(_))
    }
}

impl LessonWriter {
    /// True if the text is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Event for a text that is typed, unless it is the present one.
    pub(super) fn typed(&self, text: String) -> Option<WriterEvent> {
        (text != self.text).then_some(WriterEvent::Write(text))
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
            match read(&self.text, json) {
                Ok(lesson) => WriterOutcome::Lesson(lesson.title, lesson.steps.len()),
                Err(why) => WriterOutcome::Faults(text::lesson::refused(&why)),
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
