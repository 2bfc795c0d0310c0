//! Answers to the number questions of a step, and their outcomes.

use lesson::{Judged, Question, TypedAnswer, judge};

use crate::store::Page;
use text::lesson_figure as words;

/// A reader's answer.
#[derive(Clone, Default)]
pub(super) struct ReaderAnswer {
    /// Text of the field.
    pub(super) text: String,
    /// Outcome of the last check.
    pub(super) outcome: Option<AnswerOutcome>,
}

/// Outcome of an answer.
#[derive(Clone, PartialEq)]
pub(super) enum AnswerOutcome {
    /// The text is no number in the unit of the question, or can be several: nothing was judged.
    NotJudged(TypedAnswer),
    /// A number was judged.
    Judged {
        /// The number that was read, in the unit of the question.
        number: f64,
        /// The judgement.
        judged: Judged,
    },
}

impl ReaderAnswer {
    /// Stores the text in the field; a changed one is not judged yet.
    pub(super) fn set_text(&mut self, text: String) {
        if text != self.text {
            self.text = text;
            self.outcome = None;
        }
    }

    /// Judges the text in the field, if it is one number.
    pub(super) fn judge(&mut self, question: &Question, page: &Page) {
        match question.read(&self.text, &page.draft, page.draft_estimate()) {
            TypedAnswer::Number(number) => self.judge_number(number, question, page),
            other => self.outcome = Some(AnswerOutcome::NotJudged(other)),
        }
    }

    /// Judges a number that the reader has chosen among those that the text can be.
    pub(super) fn judge_number(&mut self, number: f64, question: &Question, page: &Page) {
        let judged = judge(question, number, &page.draft, page.draft_estimate());
        self.outcome = Some(AnswerOutcome::Judged { number, judged });
    }

    /// True if the answer is right.
    pub(super) fn is_right(&self) -> bool {
        let outcome = self.outcome.as_ref();
        outcome.is_some_and(AnswerOutcome::is_right)
    }

    /// Outcome as plain text; empty for a mistake with a reply in the lesson.
    pub(super) fn spoken(&self, question: &Question) -> String {
        let outcome = self.outcome.as_ref();
        let spoken = outcome.map(|outcome| outcome.spoken(question));
        spoken.unwrap_or_default()
    }
}

impl AnswerOutcome {
    /// True for a right answer.
    pub(super) const fn is_right(&self) -> bool {
        matches!(
            self,
            Self::Judged {
                judged: Judged::Right,
                ..
            }
        )
    }

    /// The reply to an answer; empty for a mistake with a reply in the lesson.
    pub(super) fn reply(&self, question: &Question) -> String {
        match self {
            Self::NotJudged(TypedAnswer::Ambiguous(_)) => words::ambiguous().to_owned(),
            Self::NotJudged(TypedAnswer::OtherUnit) => words::other_unit(&question.unit),
            Self::NotJudged(TypedAnswer::NoNumber | TypedAnswer::Number(_)) => {
                words::no_number().to_owned()
            }
            Self::Judged { judged, .. } => match judged {
                Judged::Right => words::right(),
                Judged::Mistaken(_) => "",
                Judged::TooSmall => words::too_small(),
                Judged::TooLarge => words::number_too_large(),
                Judged::Unknown => words::no_such_number(),
            }
            .to_owned(),
        }
    }

    /// The number that was read, in words; `None` if none was judged.
    pub(super) fn read_as(&self, question: &Question) -> Option<String> {
        match self {
            Self::NotJudged(_) => None,
            Self::Judged { number, .. } => {
                Some(words::read_as(&words::number(*number, &question.unit)))
            }
        }
    }

    /// The numbers among which the reader chooses.
    pub(super) fn choices(&self) -> &[f64] {
        match self {
            Self::NotJudged(TypedAnswer::Ambiguous(numbers)) => numbers,
            _ => &[],
        }
    }

    /// Outcome as plain text: reply, number read, choices. Empty for a mistake, whose reply in the
    /// lesson is not plain.
    fn spoken(&self, question: &Question) -> String {
        let mut text = self.reply(question);
        if text.is_empty() {
            return text;
        }
        let choices = self.choices().iter();
        let choices = choices.map(|choice| words::number(*choice, &question.unit));
        for part in self.read_as(question).into_iter().chain(choices) {
            text.push(' ');
            text.push_str(&part);
        }
        text
    }
}
