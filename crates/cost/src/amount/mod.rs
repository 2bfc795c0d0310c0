//! Numbers of the cost model: plain ones, and traced ones that remember how they were computed.
//!
//! Formulas are generic over [`Amount`], so that one piece of code gives both a figure and its
//! arithmetic. Estimates and searches run it with `f64` and `u64`, for which every method is the
//! plain operation.
//!
//! Tests: `crates/cli/tests/all/properties/why.rs`.

mod leaf;
mod node;
mod part;
mod recording;
mod symbol;
mod traced;

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

pub use leaf::{Leaf, Sheet, Simulated, Unit};
pub use node::{Node, NodeId, Op};
pub use part::Part;
pub use recording::Recording;
pub use symbol::Symbol;
pub use traced::{Traced, TracedCount};

/// Sizes of [`Count::packed`] in a byte: 512ths of a bit.
pub(crate) const SIZES_OF_A_BYTE: u64 = 512 * 8;

/// A real number of a formula.
pub trait Amount:
    Copy
    + Debug
    + Default
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + 'static
{
    /// Whole numbers beside these.
    type Count: Count<Amount = Self>;

    /// Nothing.
    const ZERO: Self;

    /// A number that no operation gave.
    fn leaf(leaf: Leaf, value: f64) -> Self;

    /// A plain number of a formula.
    #[must_use]
    fn number(value: f64) -> Self {
        Self::leaf(Leaf::Number(Unit::NONE), value)
    }

    /// A plain number of this unit.
    #[must_use]
    fn quantity(value: f64, unit: Unit) -> Self {
        Self::leaf(Leaf::Number(unit), value)
    }

    /// A factor that a letter stands for; a factor of one is a plain number, which no product shows.
    #[must_use]
    fn factor(symbol: Symbol, value: f64) -> Self {
        if value == 1.0 {
            Self::number(1.0)
        } else {
            Self::leaf(Leaf::Symbol(symbol), value)
        }
    }

    /// A result of the simulation of a pipeline: the sum of the parts of its longest chain, up to
    /// rounding.
    #[must_use]
    fn path(value: f64, parts: &[Self]) -> Self;

    /// True of numbers that remember how they were computed.
    const IS_TRACED: bool;

    /// The number alone.
    fn value(self) -> f64;

    /// The number as a part that has a name.
    #[must_use]
    fn part(self, part: Part) -> Self;

    /// The larger of two.
    #[must_use]
    fn max(self, other: Self) -> Self;

    /// The smaller of two.
    #[must_use]
    fn min(self, other: Self) -> Self;

    /// The difference from `other`, never below zero.
    #[must_use]
    fn beyond(self, other: Self) -> Self;

    /// The 4-norm of two numbers: (a⁴ + b⁴)^¼.
    #[must_use]
    fn smooth_max(self, other: Self) -> Self;

    /// This number to a power. exp ∘ ln is half the code of `powf` in the page.
    #[must_use]
    fn power(self, exponent: Self) -> Self;

    /// The logarithm to base 2.
    #[must_use]
    fn log2(self) -> Self;

    /// The square root.
    #[must_use]
    fn root(self) -> Self;
}

/// A whole number of a formula.
pub trait Count:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Add<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + 'static
{
    /// Real numbers beside these.
    type Amount: Amount<Count = Self>;

    /// Nothing.
    const ZERO: Self;

    /// A whole number that no operation gave.
    fn leaf(leaf: Leaf, value: u64) -> Self;

    /// A plain number of a formula.
    #[must_use]
    fn number(value: u64) -> Self {
        Self::leaf(Leaf::Number(Unit::NONE), value)
    }

    /// A plain number of bytes: usually those of an element.
    #[must_use]
    fn bytes(value: u64) -> Self {
        Self::leaf(Leaf::Number(Unit::BYTES), value)
    }

    /// The number that a letter stands for.
    #[must_use]
    fn letter(symbol: Symbol, value: u64) -> Self {
        Self::leaf(Leaf::Symbol(symbol), value)
    }

    /// The number that a letter stands for, with its definition. Plain numbers ignore the definition.
    #[must_use]
    fn defined(symbol: Symbol, value: u64, definition: impl FnOnce() -> Self) -> Self {
        Self::defined_leaf(Leaf::Symbol(symbol), value, definition)
    }

    /// A number of this source, with its definition.
    #[must_use]
    fn defined_leaf(leaf: Leaf, value: u64, definition: impl FnOnce() -> Self) -> Self;

    /// The number alone.
    fn value(self) -> u64;

    /// The number as a real one.
    fn real(self) -> Self::Amount;

    /// A real number without its fraction.
    fn floor(amount: Self::Amount) -> Self;

    /// The number as a part that has a name.
    #[must_use]
    fn part(self, part: Part) -> Self;

    /// The number as a part that has a name: its present one if it has one.
    #[must_use]
    fn or_part(self, part: Part) -> Self;

    /// The sum, at most the largest number.
    #[must_use]
    fn saturating_add(self, other: Self) -> Self;

    /// The difference, never below zero.
    #[must_use]
    fn saturating_sub(self, other: Self) -> Self;

    /// The product, at most the largest number.
    #[must_use]
    fn saturating_mul(self, other: Self) -> Self;

    /// The quotient, rounded up; a divisor of 0 counts as 1.
    #[must_use]
    fn over(self, parts: Self) -> Self;

    /// Bytes of numbers with a size each, in 4,096ths of a byte, and the name of their product,
    /// rounded up or down together.
    #[must_use]
    fn packed<const N: usize>(parts: [(u64, Self, Part); N], is_rounded_up: bool) -> Self;

    /// The product with a real number that is not negative, rounded.
    #[must_use]
    fn scaled(self, factor: Self::Amount) -> Self;

    /// The larger of two.
    #[must_use]
    fn larger(self, other: Self) -> Self;

    /// The smaller of two.
    #[must_use]
    fn smaller(self, other: Self) -> Self;
}

impl Amount for f64 {
    type Count = u64;

    const ZERO: Self = 0.0;

    const IS_TRACED: bool = false;

    #[inline]
    fn path(value: f64, _: &[Self]) -> Self {
        value
    }

    #[inline]
    fn leaf(_: Leaf, value: f64) -> Self {
        value
    }

    #[inline]
    fn value(self) -> f64 {
        self
    }

    #[inline]
    fn part(self, _: Part) -> Self {
        self
    }

    #[inline]
    fn max(self, other: Self) -> Self {
        Self::max(self, other)
    }

    #[inline]
    fn min(self, other: Self) -> Self {
        Self::min(self, other)
    }

    fn beyond(self, other: Self) -> Self {
        Self::max(self - other, 0.0)
    }

    fn smooth_max(self, other: Self) -> Self {
        let (a, b) = (self * self, other * other);
        (a * a + b * b).sqrt().sqrt()
    }

    fn power(self, exponent: Self) -> Self {
        (exponent * self.ln()).exp()
    }

    fn log2(self) -> Self {
        self.ln() / std::f64::consts::LN_2
    }

    #[inline]
    fn root(self) -> Self {
        self.sqrt()
    }
}

impl Count for u64 {
    type Amount = f64;

    const ZERO: Self = 0;

    #[inline]
    fn leaf(_: Leaf, value: u64) -> Self {
        value
    }

    #[inline]
    fn defined_leaf(_: Leaf, value: u64, _: impl FnOnce() -> Self) -> Self {
        value
    }

    #[inline]
    fn value(self) -> u64 {
        self
    }

    #[inline]
    fn real(self) -> f64 {
        self as f64
    }

    #[inline]
    fn floor(amount: f64) -> Self {
        amount as Self
    }

    #[inline]
    fn or_part(self, _: Part) -> Self {
        self
    }

    #[inline]
    fn part(self, _: Part) -> Self {
        self
    }

    #[inline]
    fn saturating_add(self, other: Self) -> Self {
        Self::saturating_add(self, other)
    }

    #[inline]
    fn saturating_sub(self, other: Self) -> Self {
        Self::saturating_sub(self, other)
    }

    #[inline]
    fn saturating_mul(self, other: Self) -> Self {
        Self::saturating_mul(self, other)
    }

    fn over(self, parts: Self) -> Self {
        self.div_ceil(Ord::max(parts, 1))
    }

    fn packed<const N: usize>(parts: [(u64, Self, Part); N], is_rounded_up: bool) -> Self {
        // In u128, as the largest model's sizes are more than 64 bits hold.
        let size = |(size, number, _): (u64, Self, Part)| u128::from(size) * u128::from(number);
        let all: u128 = parts.into_iter().map(size).sum();
        let bytes = if is_rounded_up {
            all.div_ceil(SIZES_OF_A_BYTE.into())
        } else {
            all / u128::from(SIZES_OF_A_BYTE)
        };
        Self::try_from(bytes).unwrap_or(Self::MAX)
    }

    fn scaled(self, factor: f64) -> Self {
        (self as f64 * factor).round() as Self
    }

    #[inline]
    fn larger(self, other: Self) -> Self {
        Ord::max(self, other)
    }

    #[inline]
    fn smaller(self, other: Self) -> Self {
        Ord::min(self, other)
    }
}
