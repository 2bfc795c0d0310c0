//! Goals as text: the text that can be read again, and texts in the words of a language.

use super::code::{Arithmetic, Comparison, Instruction};
use super::{Field, Goal, Number};
use crate::number::Marks;

/// Style of a written goal.
pub struct Style {
    /// A field.
    pub field: fn(Field) -> String,
    /// The statement that a field is a word (`true`) or is not that word.
    pub is: fn(Field, &'static str, bool) -> String,
    /// A number, with the field to which it is compared, if that is a single field or the last of a
    /// sum.
    pub number: fn(Number, Option<Field>) -> String,
    /// A number as a share of a field; `None` writes a product.
    pub share: Option<fn(Number, Field) -> String>,
    /// Signs of `<`, `<=`, `>`, `>=`, `=` and `!=`.
    pub comparisons: [fn() -> &'static str; 6],
    /// Signs of `+`, `-`, `*` and `/`.
    pub arithmetic: [fn() -> &'static str; 4],
    /// Sign before a number that is negated.
    pub negate: fn() -> &'static str,
    /// Words before a condition that must not be met.
    pub not: fn() -> &'static str,
    /// Words between conditions that must all be met.
    pub and: fn() -> &'static str,
    /// Words between conditions of which one must be met.
    pub or: fn() -> &'static str,
}

/// The style that can be read again.
static PLAIN: Style = Style {
    field: |field| field.name().to_owned(),
    is: |field, word, is| match (field.name(), is) {
        ("memory.verdict", true) => word.to_owned(),
        (name, true) => [name, "=", word].concat(),
        (name, false) => [name, "!=", word].concat(),
    },
    number: |number, _| number.text(Marks::PLAIN),
    share: None,
    comparisons: [|| "<", || "<=", || ">", || ">=", || "=", || "!="],
    arithmetic: [|| "+", || "-", || "*", || "/"],
    negate: || "-",
    not: || "not ",
    and: || ",",
    or: || " or ",
};

/// Binding strength of a part of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Negate,
    Atom,
}

/// A part of the text, its binding strength, and the field, if it is a single one.
type WrittenPart = (String, Hold, Option<Field>);

impl Goal {
    /// The shortest text of the goal that [`Goal::parse`] reads.
    #[must_use]
    pub fn text(&self) -> String {
        self.written(&PLAIN)
    }

    /// The goal in some style.
    #[must_use]
    pub fn written(&self, style: &Style) -> String {
        let mut parts: Vec<WrittenPart> = Vec::new();
        for (place, step) in self.code.iter().enumerate() {
            let right = (step.takes() > 0).then(|| parts.pop()).flatten();
            let left = (step.takes() > 1).then(|| parts.pop()).flatten();
            let part = match (*step, left, right) {
                (Instruction::Number(number), ..) => {
                    let beside = self.beside(place);
                    ((style.number)(number, beside), Hold::Atom, None)
                }
                (Instruction::Field(field), ..) => ((style.field)(field), Hold::Atom, Some(field)),
                (Instruction::Is(field, word), ..) => {
                    ((style.is)(field, word, true), Hold::Compare, None)
                }
                (Instruction::IsNot(field, word), ..) => {
                    ((style.is)(field, word, false), Hold::Compare, None)
                }
                (step, left, Some(right)) => match style.share.zip(self.share(place)) {
                    Some((share, (number, field))) => (share(number, field), Hold::Product, None),
                    None => style.joined(step, left, right),
                },
                (_, _, None) => continue,
            };
            parts.push(part);
        }
        parts.pop().map(|(text, ..)| text).unwrap_or_default()
    }

    /// The field to which the number at a place is compared, if that is a single field or the last
    /// of a sum.
    fn beside(&self, place: usize) -> Option<Field> {
        let Some(Instruction::Compare(_)) = self.code.get(place + 1) else {
            return None;
        };
        match self.code.get(..place)? {
            [.., Instruction::Field(field)]
            | [
                ..,
                Instruction::Field(field),
                Instruction::Arithmetic(Arithmetic::Add),
            ] => Some(*field),
            _ => None,
        }
    }

    /// The number and the field of which the step at a place is the product.
    fn share(&self, place: usize) -> Option<(Number, Field)> {
        match self.code.get(..=place)? {
            [
                ..,
                Instruction::Number(number),
                Instruction::Field(field),
                Instruction::Arithmetic(Arithmetic::Multiply),
            ] => Some((*number, *field)),
            _ => None,
        }
    }
}

impl Style {
    /// The text of a step with its operands.
    fn joined(
        &self,
        step: Instruction,
        left: Option<WrittenPart>,
        right: WrittenPart,
    ) -> WrittenPart {
        let (sign, hold) = match step {
            Instruction::Compare(comparison) => {
                (self.comparisons[comparison.place()], Hold::Compare)
            }
            Instruction::Arithmetic(arithmetic) => {
                let hold = match arithmetic {
                    Arithmetic::Add | Arithmetic::Subtract => Hold::Sum,
                    Arithmetic::Multiply | Arithmetic::Divide => Hold::Product,
                };
                (self.arithmetic[arithmetic.place()], hold)
            }
            Instruction::And => (self.and, Hold::And),
            Instruction::Or => (self.or, Hold::Or),
            Instruction::Not => (self.not, Hold::Not),
            _ => (self.negate, Hold::Negate),
        };
        // An operator that joins from the left needs no parentheses on its left side; a sign may be
        // repeated.
        let (before, after) = match left {
            Some(left) => (within(left, hold), within_tighter(right, hold)),
            None => (String::new(), within(right, hold)),
        };
        ([&before, sign(), &after].concat(), hold, None)
    }
}

/// An operand of an operator that binds like `hold`, in parentheses if the operand binds less.
fn within((text, held, _): WrittenPart, hold: Hold) -> String {
    if held < hold {
        ["(", &text, ")"].concat()
    } else {
        text
    }
}

/// A part inside one of binding strength `hold`, in parentheses unless it binds more strongly.
fn within_tighter((text, held, field): WrittenPart, hold: Hold) -> String {
    if held == hold {
        ["(", &text, ")"].concat()
    } else {
        within((text, held, field), hold)
    }
}

impl Comparison {
    const fn place(self) -> usize {
        self as usize
    }
}

impl Arithmetic {
    const fn place(self) -> usize {
        self as usize
    }
}

impl std::fmt::Display for Goal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text())
    }
}
