//! A goal as it is worked out: steps on a stack of values.

use super::field::Field;
use super::number::Number;

/// A step of working a goal out: it takes values off a stack and puts one there. Truths are 0
/// and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instruction {
    Number(Number),
    Field(Field),
    /// Compares: a field is, or contains, a word.
    Is(Field, &'static str),
    /// Compares: a field neither is nor contains it.
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

/// Most values that wait for another at once.
pub(super) const STACK: usize = 64;

/// Numbers are equal where they differ by no more than this share: a bubble of 7/15 is one of
/// 7/15 however it was computed.
pub(super) const EQUAL: f64 = 1e-9;

impl Instruction {
    /// Number of values that it takes off the stack.
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
