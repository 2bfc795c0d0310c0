//! Answers to the number questions of a step, and their outcomes.

use lesson::{Judged, Question, judge, number};

use super::texts::words;
use crate::store::Page;

/// A reader's answer.
#[derive(Clone, Default)]
pub(super) struct ReaderAnswer {
    /// Text of the field.
    pub(super) text: String,
    /// Outcome of the last check.
    pub(super) outcome: Option<AnswerOutcome>,
}

/// Outcome of an answer.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum AnswerOutcome {
    /// The text was not a number.
    NoNumber,
    /// The number was judged.
    Judged(Judged),
}

impl ReaderAnswer {
    /// Stores the text in the field; a changed one is not judged yet.
    pub(super) fn set_text(&mut self, text: String) {
        if text != self.text {
            self.text = text;
            self.outcome = None;
        }
    }

    /// Judges the text in the field.
    pub(super) fn judge(&mut self, question: &Question, page: &Page) {
        let judged = number(&self.text).map(|answer| {
            let estimate = page.draft_estimate();
            AnswerOutcome::Judged(judge(question, answer, &page.draft, estimate))
        });
        self.outcome = Some(judged.unwrap_or(AnswerOutcome::NoNumber));
    }

    /// True if the answer is right.
    pub(super) fn is_right(&self) -> bool {
        self.outcome == Some(AnswerOutcome::RIGHT)
    }

    /// Outcome as plain text.
    pub(super) fn spoken(&self) -> &'static str {
        self.outcome.map_or("", AnswerOutcome::spoken)
    }
}

impl AnswerOutcome {
    /// The outcome of a right answer.
    pub(super) const RIGHT: Self = Self::Judged(Judged::Right);

    /// Outcome as plain text; empty for a mistake with a reply in the lesson.
    pub(super) fn spoken(self) -> &'static str {
        let words = &words().question;
        match self {
            Self::NoNumber => words.no_number,
            Self::Judged(judged) => match judged {
                Judged::Right => words.right,
                Judged::Mistaken(_) => "",
                Judged::TooSmall => words.wrong[0],
                Judged::TooLarge => words.wrong[1],
                Judged::Unknown => words.unknown,
            },
        }
    }
}
