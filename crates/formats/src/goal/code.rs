//! A goal as code: steps on a stack of values.

use super::field::Field;
use super::number::Number;

/// A step of the code, which takes values off a stack and puts one on it. Truths are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instruction {
    Number(Number),
    Field(Field),
    /// Compares: a field is, or contains, a word.
    Is(Field, &'static str),
    /// Compares: a field neither is nor contains a word.
    IsNot(Field, &'static str),
    Negate,
    Arithmetic(Arithmetic),
    Compare(Comparison),
    Not,
    And,
    Or,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
}

/// Largest number of values on the stack.
pub(super) const STACK: usize = 64;

/// Relative difference up to which numbers are equal, so that a bubble of 7/15 equals 7/15 however
/// it was computed.
pub(super) const EQUAL: f64 = 1e-9;

impl Instruction {
    /// Number of values that the step takes off the stack.
    pub(super) const fn takes(self) -> usize {
        match self {
            Self::Number(_) | Self::Field(_) | Self::Is(..) | Self::IsNot(..) => 0,
            Self::Negate | Self::Not => 1,
            Self::Arithmetic(_) | Self::Compare(_) | Self::And | Self::Or => 2,
        }
    }
}

/// The position at which the last operand of a step begins.
pub(super) fn last_operand(code: &[Instruction]) -> usize {
    let mut wanted = 1;
    let mut at = code.len();
    while wanted > 0 && at > 0 {
        at -= 1;
        wanted = wanted - 1 + code[at].takes();
    }
    at
}
