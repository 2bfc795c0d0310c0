//! Goals: conditions on a plan and its estimate, as lessons and links write them.
//!
//! A goal is a condition on the result, so that every way that leads there counts:
//! `fits, mfu >= 40%, gpus <= 64`. Reading one is total: any text gives a goal or the first
//! [`Fault`] in it, with its position.
//!
//! ```text
//! goal       = all { "or" all }
//! all        = one { ("and" | ",") one }
//! one        = "not" one | "legal" | "fits" | "tight" | "oom" | "(" goal ")"
//!            | field ("=" | "!=") word | sum comparison sum
//! comparison = "<" | "<=" | ">" | ">=" | "=" | "==" | "!="
//! sum        = product { ("+" | "-") product }
//! product    = factor { ("*" | "/") factor }
//! factor     = "-" factor | number | field | "(" sum ")"
//! number     = digits [ "." digits ] [ "%" | "K" | "M" | "B" | "T" ]
//! ```

mod distance;
mod fault;
mod field;
mod figure;
mod nearest;
mod number;
mod parse;
mod quantity;
mod stack;
mod write;

pub use fault::{Fault, Wrong};
pub use field::Field;
pub use figure::{
    FIGURES, Figure, Read, TOLLS, Unit, VERDICTS, machine_overhead, toll_word, verdict_word,
};
pub use number::Number;
pub use quantity::{Live, Quantity};
pub use write::Style;

use cost::Estimate;
use cost::plan::Plan;

/// Most bytes of a goal, as it is given and as [`Goal::text`] writes it.
pub const LONGEST: usize = 1_000;
/// Most levels of parentheses and signs.
pub const DEEPEST: usize = 32;

/// A condition on a plan and its estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What is to be done, operands before what joins them.
    code: Vec<Step>,
}

/// A step of working a goal out: it takes values off a stack and puts one there. Truths are 0
/// and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Number(Number),
    Field(Field),
    /// Whether a field is, or contains, a word.
    Is(Field, &'static str),
    /// Whether it is not.
    IsNot(Field, &'static str),
    Negate,
    Arithmetic(Arithmetic),
    Compare(Comparison),
    Not,
    And,
    Or,
}

/// What is done with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
}

/// Most values that wait for another at once.
const STACK: usize = 64;

/// Numbers are equal where they differ by no more than this share: a bubble of 7/15 is one of
/// 7/15 however it was computed.
const EQUAL: f64 = 1e-9;

impl Goal {
    /// Reads a goal. Names and words may be of either case.
    ///
    /// # Errors
    /// The first fault of the text.
    ///
    /// ```
    /// use formats::goal::{Goal, Wrong};
    /// let goal = Goal::parse("memory.verdict = fits and MFU >= 40%").unwrap();
    /// assert_eq!(goal.text(), "fits,mfu>=0.4");
    /// let fault = Goal::parse("fits, mfa > 40%").unwrap_err();
    /// let nearest = Some("mfu");
    /// assert_eq!(fault.at, 6);
    /// assert_eq!(fault.wrong, Wrong::UnknownField { given: "mfa".into(), nearest });
    /// ```
    pub fn parse(text: &str) -> Result<Self, Fault> {
        parse::parse(text)
    }

    /// Whether a plan with this estimate reaches the goal. What has no value equals nothing and
    /// is neither more nor less than anything. A plan that cannot exist reaches none, but those
    /// that name `legal`.
    ///
    /// ```
    /// use cost::estimate;
    /// use formats::goal::Goal;
    /// use formats::link;
    /// let goal = Goal::parse("fits, mfu >= 30%").unwrap();
    /// let is_reached = |link: &str| {
    ///     let (plan, _) = link::decode(link);
    ///     goal.is_reached(&plan, estimate(&plan).as_ref())
    /// };
    /// assert!(is_reached("#v=1&p=llama3-8b/h100x8&tp=2&ckpt=sel"));
    /// // Every card holds the whole state.
    /// assert!(!is_reached("#v=1&p=llama3-8b/h100x8&zero=0"));
    /// ```
    #[must_use]
    pub fn is_reached<E>(&self, plan: &Plan, estimate: Result<&Estimate, E>) -> bool {
        let estimate = estimate.ok();
        (estimate.is_some() || self.names_legal()) && stack::value(&self.code, plan, estimate) > 0.5
    }

    /// The goals that all must be reached for this one, from the left: those that `and` and commas
    /// join.
    ///
    /// ```
    /// use formats::goal::Goal;
    /// let goal = Goal::parse("fits, mfu > 40% or hfu > 50%").unwrap();
    /// assert_eq!(goal.parts().len(), 1);
    /// let goal = Goal::parse("fits, (mfu > 40% or hfu > 50%), gpus < 64").unwrap();
    /// let texts: Vec<String> = goal.parts().iter().map(Goal::text).collect();
    /// assert_eq!(texts, ["fits", "mfu>0.4 or hfu>0.5", "gpus<64"]);
    /// ```
    #[must_use]
    pub fn parts(&self) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut rest = vec![self.code.as_slice()];
        while let Some(code) = rest.pop() {
            match code.split_last() {
                Some((Step::And, operands)) => {
                    let (left, right) = operands.split_at(last_operand(operands));
                    rest.extend([right, left]);
                }
                _ => parts.push(Self {
                    code: code.to_vec(),
                }),
            }
        }
        parts
    }

    /// The figures and keys that it names, each once.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        for step in &self.code {
            if let Step::Field(field) | Step::Is(field, _) | Step::IsNot(field, _) = *step
                && !fields.contains(&field)
            {
                fields.push(field);
            }
        }
        fields
    }

    fn names_legal(&self) -> bool {
        let is_legal = |step: &Step| matches!(step, Step::Field(Field::Figure(figure)) if matches!(figure.read, Read::Legal));
        self.code.iter().any(is_legal)
    }
}

impl std::fmt::Display for Goal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text())
    }
}

impl Step {
    /// How many values it takes off the stack.
    const fn takes(self) -> usize {
        match self {
            Self::Number(_) | Self::Field(_) | Self::Is(..) | Self::IsNot(..) => 0,
            Self::Negate | Self::Not => 1,
            Self::Arithmetic(_) | Self::Compare(_) | Self::And | Self::Or => 2,
        }
    }
}

/// Where the last operand of a step begins in the code before it.
fn last_operand(code: &[Step]) -> usize {
    let mut wanted = 1;
    let mut at = code.len();
    while wanted > 0 && at > 0 {
        at -= 1;
        wanted = wanted - 1 + code[at].takes();
    }
    at
}

#[cfg(test)]
mod tests {
    use super::Comparison;

    /// p = 8 and m = 8 without communication to speak of: (p − 1) ÷ (m + p − 1).
    #[test]
    fn a_number_equals_its_closed_form() {
        let close = Comparison::Equal.of(7.0 / 15.0, 0.466_666_666_666_666_73);
        assert!(close);
        assert!(!Comparison::Less.of(0.466_666_666_666_666_6, 7.0 / 15.0));
        assert!(Comparison::AtMost.of(0.466_666_666_666_666_73, 7.0 / 15.0));
        assert!(!Comparison::Equal.of(0.466_67, 7.0 / 15.0));
        assert!(!Comparison::Equal.of(f64::NAN, f64::NAN) && Comparison::Unequal.of(f64::NAN, 1.0));
    }
}
