//! Numbers that readers type in: whether they are right, and which usual mistake a wrong one is.

use super::markdown::Text;
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
    /// The reply to it.
    pub text: Text,
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
    let is = |expected: f64| (answer - expected).abs() <= question.tolerance * expected.abs();
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

/// The number that a reader has typed. Separators between thousands, a point or a comma before
/// decimals, and a unit or a percent sign after it are allowed. `None` if it is not a number.
///
/// ```
/// use lesson::number;
/// assert_eq!(["208", " 1,966 days", "1 966", "0.35", "30 %", "1e3"].map(number), [
///     Some(208.0), Some(1966.0), Some(1966.0), Some(0.35), Some(30.0), Some(1000.0),
/// ]);
/// assert_eq!(["2,5", "−3", "1,234,567.8"].map(number), [Some(2.5), Some(-3.0), Some(1_234_567.8)]);
/// assert_eq!(["", "GB", "one", "--1", "1.2.3"].map(number), [None; 5]);
/// ```
#[must_use]
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace('−', "-");
    let is_of_number = |letter: char| {
        letter.is_ascii_digit()
            || letter.is_whitespace()
            || matches!(
                letter,
                '.' | ',' | '-' | '+' | '\'' | '’' | '_' | 'e' | 'E' | '$' | '€'
            )
    };
    let end = text
        .find(|letter| !is_of_number(letter))
        .unwrap_or(text.len());
    let text = text.get(..end)?.trim_end_matches(['e', 'E', ' ']);
    let is_kept = |letter: &char| {
        letter.is_ascii_digit() || matches!(letter, '.' | ',' | '-' | '+' | 'e' | 'E')
    };
    let mut plain: String = text.chars().filter(is_kept).collect();
    let commas = plain.matches(',').count();
    let behind = plain.rsplit(',').next().map_or(0, str::len);
    // One comma with other than three digits behind it is a decimal point.
    let points = plain.matches('.').count();
    if commas == 1 && behind != 3 && points == 0 {
        plain = plain.replace(',', ".");
    }
    let plain = plain.replace(',', "");
    plain.parse().ok().filter(|number: &f64| number.is_finite())
}
