//! Questions: whether an answer is right, and which usual mistake a wrong one is.

use super::markdown::Text;
use super::typed::TypedAnswer;
use cost::Estimate;
use cost::plan::Plan;
use formats::goal::Quantity;

/// A number that a question asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question.
    pub text: Text,
    /// The unit behind the number; may be empty.
    pub unit: String,
    /// The right answer.
    pub answer: Quantity,
    /// The share by which an answer may be off.
    pub tolerance: f64,
    /// Mistakes that people make, and what to say to them.
    pub mistakes: Vec<Mistake>,
}

/// A mistake that people make.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The number that it leads to.
    pub answer: Quantity,
    /// The reply to this mistake.
    pub text: Text,
}

/// The share by which numbers may differ after calculations: an exact answer may be typed as one.
const ROUNDING: f64 = 1e-12;

impl Question {
    /// The meaning of a text as an answer to it, for the current plan.
    #[must_use]
    pub fn read(&self, text: &str, plan: &Plan, estimate: Option<&Estimate>) -> TypedAnswer {
        let right = self.answer.value(plan, estimate);
        let is_share = right.is_some_and(|right| right.abs() <= 1.0);
        TypedAnswer::read(text, &self.unit, is_share)
    }
}

/// The judgement of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The answer is right.
    Right,
    /// The answer is a common mistake, by its index among those of the question.
    Mistaken(usize),
    /// The answer is too small.
    TooSmall,
    /// The answer is too large.
    TooLarge,
    /// The plan has no such number now: it cannot exist.
    Unknown,
}

/// Judges an answer for the current plan.
///
/// ```
/// use formats::goal::Quantity;
/// use lesson::{Judged, Mistake, Question, judge, markdown::Text};
/// use formats::link;
/// let (plan, _) = link::decode("#v=1&p=llama2-13b/a100-80x64");
/// let without_master = Mistake { answer: Quantity::parse("4 * 13").unwrap(), text: Text::default() };
/// let question = Question {
///     text: Text::default(),
///     unit: "GB".into(),
///     answer: Quantity::parse("16 * 13").unwrap(),
///     tolerance: 0.02,
///     mistakes: vec![without_master],
/// };
/// let judged = |answer| judge(&question, answer, &plan, None);
/// assert_eq!([208.0, 52.0, 100.0].map(judged), [Judged::Right, Judged::Mistaken(0), Judged::TooSmall]);
/// ```
#[must_use]
pub fn judge(question: &Question, answer: f64, plan: &Plan, estimate: Option<&Estimate>) -> Judged {
    let Some(right) = question.answer.value(plan, estimate) else {
        return Judged::Unknown;
    };
    let is = |expected: f64| is_within(answer, expected, question.tolerance);
    if is(right) {
        return Judged::Right;
    }
    let mut mistakes = question.mistakes.iter();
    let made = mistakes.position(|mistake| mistake.answer.value(plan, estimate).is_some_and(is));
    match made {
        Some(place) => Judged::Mistaken(place),
        None if answer < right => Judged::TooSmall,
        None => Judged::TooLarge,
    }
}

/// True if a number is an expected one, off by at most this share of it.
pub(super) fn is_within(number: f64, expected: f64, tolerance: f64) -> bool {
    (number - expected).abs() <= tolerance.max(ROUNDING) * expected.abs()
}
