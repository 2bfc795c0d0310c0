//! Reading the questions of a step, and mistakes that people make.

use formats::import::ParsedValue;

use super::answer::{Mistake, Question};
use super::fields::{Faults, Fields, TEXT, TITLE, member};

/// Most questions of a step.
const QUESTIONS: usize = 5;
/// Most mistakes of a question.
const MISTAKES: usize = 8;
/// By how much an answer may be off where a question does not say it.
const TOLERANCE: f64 = 0.02;
/// Range of a tolerance.
pub(super) const TOLERANCES: [f64; 2] = [0.0, 0.5];

const OF_QUESTION: &[&str] = &["text", "unit", "answer", "tolerance", "mistakes"];
const OF_MISTAKE: &[&str] = &["answer", "text"];

/// One question, or a list of them.
pub(super) fn questions(fields: &Fields, faults: &mut Faults) -> Vec<Question> {
    let path = fields.to("question");
    match fields.get("question") {
        None => Vec::new(),
        Some(ParsedValue::List(_)) => {
            let members = fields
                .list("question", QUESTIONS, faults)
                .iter()
                .enumerate();
            let read =
                members.filter_map(|(place, value)| question(value, member(&path, place), faults));
            read.collect()
        }
        Some(value) => question(value, path, faults).into_iter().collect(),
    }
}

fn question(value: &ParsedValue, path: String, faults: &mut Faults) -> Option<Question> {
    let fields = Fields::at(value, path, OF_QUESTION, faults);
    fields.required("text", TEXT, faults);
    let text = fields.text("text", faults);
    let unit = fields.words("unit", TITLE, faults).to_owned();
    let tolerance = fields.number("tolerance", TOLERANCES, faults);
    let mistakes = mistakes(&fields, faults);
    let answer = fields.quantity("answer", faults);
    Some(Question {
        text,
        unit,
        answer: answer?,
        tolerance: tolerance.unwrap_or(TOLERANCE),
        mistakes,
    })
}

/// The mistakes of a question.
pub(super) fn mistakes(fields: &Fields, faults: &mut Faults) -> Vec<Mistake> {
    let members = fields.list("mistakes", MISTAKES, faults).iter().enumerate();
    let mistakes = members.filter_map(|(place, value)| {
        let path = member(&fields.to("mistakes"), place);
        let fields = Fields::at(value, path, OF_MISTAKE, faults);
        fields.required("text", TEXT, faults);
        let text = fields.text("text", faults);
        let answer = fields.quantity("answer", faults)?;
        Some(Mistake { answer, text })
    });
    mistakes.collect()
}
