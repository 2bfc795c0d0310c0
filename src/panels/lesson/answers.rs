//! Number questions of a step: the field, and the feedback on the answer.

use crate::dom::{Element, element};
use lesson::{Judged, Question, judge, number};

use super::texts::words;
use super::writer::Writer;
use crate::store::Page;

/// A reader's answer.
#[derive(Clone, Default)]
pub(super) struct ReaderAnswer {
    /// Text of the field.
    pub(super) text: String,
    /// Outcome of the last check.
    pub(super) said: Option<Said>,
}

/// Outcome of an answer.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Said {
    /// The text was not a number.
    NoNumber,
    /// The number was judged.
    Judged(Judged),
}

impl ReaderAnswer {
    /// Judges the text in the field.
    pub(super) fn judge(&mut self, question: &Question, page: &Page) {
        let judged = number(&self.text).map(|answer| {
            let estimate = page.draft_estimate();
            Said::Judged(judge(question, answer, &page.draft, estimate))
        });
        self.said = Some(judged.unwrap_or(Said::NoNumber));
    }

    /// True if the answer is right.
    pub(super) fn is_right(&self) -> bool {
        self.said == Some(Said::Judged(Judged::Right))
    }

    /// Outcome as plain text.
    pub(super) fn spoken(&self) -> &'static str {
        let words = &words().question;
        match self.said {
            None => "",
            Some(Said::NoNumber) => words.no_number,
            Some(Said::Judged(judged)) => match judged {
                Judged::Right => words.right,
                Judged::Mistaken(_) => "",
                Judged::TooSmall => words.wrong[0],
                Judged::TooLarge => words.wrong[1],
                Judged::Unknown => words.unknown,
            },
        }
    }

    /// The question with its field.
    pub(super) fn draw(&self, question: &Question, place: usize, writer: &mut Writer) -> Element {
        let words = &words().question;
        let text = writer.text(&question.text);
        let id = ["lesson-question-", &place.to_string()].concat();
        let said = match self.said {
            Some(Said::Judged(Judged::Mistaken(mistake))) => {
                let mistake = question.mistakes.get(mistake);
                mistake
                    .map(|mistake| writer.text(&mistake.text))
                    .unwrap_or_default()
            }
            _ => vec![element("p").child(self.spoken())],
        };
        let field = element("input")
            .attribute("type", "text")
            .attribute("inputmode", "decimal")
            .attribute("autocomplete", "off")
            .attribute("size", "12")
            .attribute("aria-label", words.answer)
            .attribute("aria-describedby", id.clone())
            .attribute("data-question", place.to_string())
            .property("value", self.text.clone());
        let state = match self.said {
            None => "",
            Some(_) if self.is_right() => "right",
            Some(_) => "wrong",
        };
        element("div")
            .class("question")
            .child(element("div").attribute("id", id).children(text))
            .child(
                element("p")
                    .class("line")
                    .child(field)
                    .child(element("span").class("unit").child(question.unit.clone()))
                    .child(
                        element("button")
                            .attribute("type", "button")
                            .attribute("data-check", place.to_string())
                            .child(words.check),
                    ),
            )
            .child(
                element("div")
                    .class("said")
                    .attribute("data-answer", place.to_string())
                    .attribute("data-state", state)
                    .children(said),
            )
    }
}
