//! Goals as text: the one that is read again, and the ones that languages make of them.

use super::code::{Arithmetic, Comparison, Instruction};
use super::{Field, Goal, Number};

/// Style of a written goal.
pub struct Style {
    /// A field.
    pub field: fn(Field) -> String,
    /// That a field is a word, or is not.
    pub is: fn(Field, &'static str, bool) -> String,
    /// A number, and the field that it is compared with, if it is one alone or the last of a sum.
    pub number: fn(Number, Option<Field>) -> String,
    /// A number of a field, as a share of it; `None` writes a product.
    pub share: Option<fn(Number, Field) -> String>,
    /// Signs of `<`, `<=`, `>`, `>=`, `=` and `!=`.
    pub comparisons: [&'static str; 6],
    /// Signs of `+`, `-`, `*` and `/`.
    pub arithmetic: [&'static str; 4],
    /// Sign before a number that is negated.
    pub negate: &'static str,
    /// Before a condition that is not to be met.
    pub not: &'static str,
    /// Between conditions that all are to be met.
    pub and: &'static str,
    /// Between conditions of which one is to be met.
    pub or: &'static str,
}

/// The style that is read again.
static PLAIN: Style = Style {
    field: |field| field.name().to_owned(),
    is: |field, word, is| match (field.name(), is) {
        ("memory.verdict", true) => word.to_owned(),
        (name, true) => [name, "=", word].concat(),
        (name, false) => [name, "!=", word].concat(),
    },
    number: |number, _| number.text(""),
    share: None,
    comparisons: ["<", "<=", ">", ">=", "=", "!="],
    arithmetic: ["+", "-", "*", "/"],
    negate: "-",
    not: "not ",
    and: ",",
    or: " or ",
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

/// A part of the text, what it holds together by, and the field that it is, if it is one.
type WrittenPart = (String, Hold, Option<Field>);

impl Goal {
    /// The goal as [`Goal::parse`] reads it, in as few letters as it can be.
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

    /// The field that the number at a place is compared with, if it is one alone or the last of a
    /// sum.
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
        // What is joined from the left needs no parentheses there; what stands behind a sign may
        // have the same sign again.
        let (before, after) = match left {
            Some(left) => (within(left, hold), within_tighter(right, hold)),
            None => (String::new(), within(right, hold)),
        };
        ([&before, sign, &after].concat(), hold, None)
    }
}

/// An operand of an operator that binds like `hold`, in parentheses if its own operator binds less.
fn within((text, held, _): WrittenPart, hold: Hold) -> String {
    if held < hold {
        ["(", &text, ")"].concat()
    } else {
        text
    }
}

/// A part inside one that holds together as `hold`: in parentheses unless it holds together more
/// tightly.
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
