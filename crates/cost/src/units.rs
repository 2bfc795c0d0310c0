//! Quantities that carry their unit: bytes, seconds, FLOPs and their rates.
//!
//! Tests: the examples of their methods.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul};

use super::amount::{Amount, Count, Leaf, Part, Sheet};

use serde::{Deserialize, Serialize};

/// One gibibyte, 2³⁰ bytes: the unit of `nvidia-smi`, PyTorch and the page.
pub const GIB: u64 = 1 << 30;

/// One decimal gigabyte, 10⁹ bytes: the unit of the lessons' bill (16 N).
pub const GB: u64 = 1_000_000_000;

/// A whole number of bytes.
///
/// Sums and products saturate instead of wrapping, so that absurd plans give an absurd
/// but ordered answer.
///
/// ```
/// use cost::units::Bytes;
/// // 2 bytes × 4,096 tokens × 8,192 wide = 64 MiB
/// assert_eq!(Bytes::product([2, 4_096, 8_192]), Bytes(64 << 20));
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Bytes<C = u64>(pub C);

impl<C: Count> Bytes<C> {
    /// No bytes.
    pub const ZERO: Self = Self(C::ZERO);

    /// The product of counts, the first of which is usually bytes per element.
    #[must_use]
    pub fn product<const N: usize>(factors: [C; N]) -> Self {
        let mut factors = factors.into_iter();
        let first = factors.next();
        Self(factors.fold(first.unwrap_or_else(|| C::bytes(1)), C::saturating_mul))
    }

    /// The share of each of `ranks` equal ranks, rounded up; 0 ranks count as 1.
    #[must_use]
    pub fn over(self, ranks: C) -> Self {
        Self(self.0.over(ranks))
    }

    /// The difference to `other`, never below zero.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// This size times a non-negative factor, rounded to the nearest byte.
    #[must_use]
    pub fn scaled(self, factor: C::Amount) -> Self {
        Self(self.0.scaled(factor))
    }

    /// The larger of two.
    #[must_use]
    pub fn larger(self, other: Self) -> Self {
        Self(self.0.larger(other.0))
    }

    /// The smaller of two.
    #[must_use]
    pub fn smaller(self, other: Self) -> Self {
        Self(self.0.smaller(other.0))
    }

    /// The size as a part that has a name.
    #[must_use]
    pub fn part(self, part: Part) -> Self {
        Self(self.0.part(part))
    }

    /// The size as a part that has a name: its present one if it has one.
    #[must_use]
    pub(super) fn or_part(self, part: Part) -> Self {
        Self(self.0.or_part(part))
    }
}

impl Bytes {
    /// This size less `before`, in bytes; below zero if it is smaller.
    #[must_use]
    pub const fn less(self, before: Self) -> i128 {
        self.0 as i128 - before.0 as i128
    }

    /// The size of a difference of two sizes ([`Self::less`]), without its sign.
    #[must_use]
    pub fn of_difference(bytes: i128) -> Self {
        Self(u64::try_from(bytes.unsigned_abs()).unwrap_or(u64::MAX))
    }

    /// The size in gibibytes (2³⁰).
    #[must_use]
    pub fn gib(self) -> f64 {
        self.0 as f64 / GIB as f64
    }

    /// The size in decimal gigabytes (10⁹).
    #[must_use]
    pub fn gb(self) -> f64 {
        self.0 as f64 / GB as f64
    }

    /// The size of a number of decimal gigabytes; a negative number or NaN gives zero.
    #[must_use]
    pub fn from_gb(gb: f64) -> Self {
        Self((gb * GB as f64).round() as u64)
    }

    /// The size of a number of gibibytes; a negative number or NaN gives zero.
    #[must_use]
    pub fn from_gib(gib: f64) -> Self {
        Self((gib * GIB as f64).round() as u64)
    }
}

impl<C: Count> Add for Bytes<C> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl<C: Count> AddAssign for Bytes<C> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<C: Count> Mul<C> for Bytes<C> {
    type Output = Self;
    fn mul(self, times: C) -> Self {
        Self(times.saturating_mul(self.0))
    }
}

impl<C: Count> Sum for Bytes<C> {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

impl<C: Count> Div<BytesPerSecond<C::Amount>> for Bytes<C> {
    type Output = Seconds<C::Amount>;
    fn div(self, rate: BytesPerSecond<C::Amount>) -> Seconds<C::Amount> {
        Seconds(self.0.real() / rate.0)
    }
}

/// A length of time in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Seconds<A = f64>(pub A);

impl<A: Amount> Seconds<A> {
    /// No time.
    pub const ZERO: Self = Self(A::ZERO);

    /// The longer of two.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The shorter of two.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// The time beyond `hidden`, never below zero: the exposed part of a transfer.
    #[must_use]
    pub fn beyond(self, hidden: Self) -> Self {
        Self(self.0.beyond(hidden.0))
    }

    /// A smooth stand-in for the maximum, the 4-norm. It is never below either value, and at most
    /// 2^¼ above the larger. So the result has no kink where a slider crosses from one bound to
    /// another.
    ///
    /// ```
    /// use cost::units::Seconds;
    /// let [compute, memory] = [3.0, 4.0].map(Seconds);
    /// // (3⁴ + 4⁴)^¼ = 337^¼ = 4.28
    /// assert!((compute.smooth_max(memory).0 - 337.0_f64.powf(0.25)).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn smooth_max(self, other: Self) -> Self {
        Self(self.0.smooth_max(other.0))
    }

    /// The time as a part that has a name.
    #[must_use]
    pub fn part(self, part: Part) -> Self {
        Self(self.0.part(part))
    }
}

impl Seconds {
    /// Relative change from an earlier time to this one: −0.25 where a quarter is saved.
    ///
    /// ```
    /// use cost::units::Seconds;
    /// // 3 s instead of 4 s: 3/4 − 1
    /// assert_eq!(Seconds(3.0).change_from(Seconds(4.0)), -0.25);
    /// ```
    #[must_use]
    pub fn change_from(self, before: Self) -> f64 {
        self.0 / before.0 - 1.0
    }
}

impl<A: Amount> Add for Seconds<A> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<A: Amount> AddAssign for Seconds<A> {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl<A: Amount> Mul<A> for Seconds<A> {
    type Output = Self;
    fn mul(self, times: A) -> Self {
        Self(self.0 * times)
    }
}

impl<A: Amount> Sum for Seconds<A> {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

/// A count of floating-point operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Flops<A = f64>(pub A);

impl<A: Amount> Add for Flops<A> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<A: Amount> Flops<A> {
    /// The number as a part that has a name.
    #[must_use]
    pub fn part(self, part: Part) -> Self {
        Self(self.0.part(part))
    }
}

impl<A: Amount> Mul<A> for Flops<A> {
    type Output = Self;
    fn mul(self, times: A) -> Self {
        Self(self.0 * times)
    }
}

impl<A: Amount> Div<FlopsPerSecond<A>> for Flops<A> {
    type Output = Seconds<A>;
    fn div(self, rate: FlopsPerSecond<A>) -> Seconds<A> {
        Seconds(self.0 / rate.0)
    }
}

/// A rate of computing.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct FlopsPerSecond<A = f64>(pub A);

impl<A: Amount> FlopsPerSecond<A> {
    /// The number as a part that has a name.
    #[must_use]
    pub fn part(self, part: Part) -> Self {
        Self(self.0.part(part))
    }
}

impl<A: Amount> Mul<A> for FlopsPerSecond<A> {
    type Output = Self;
    fn mul(self, times: A) -> Self {
        Self(self.0 * times)
    }
}

/// A rate of moving data, one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct BytesPerSecond<A = f64>(pub A);

impl BytesPerSecond {
    /// The rate of a number of decimal gigabytes per second, as data sheets print it.
    #[must_use]
    pub fn from_gb(gb_per_second: f64) -> Self {
        Self(gb_per_second * GB as f64)
    }
}

impl<A: Amount> BytesPerSecond<A> {
    /// A rate of the GPU's data sheet, of a number of decimal gigabytes per second.
    pub(super) fn of_sheet(sheet: Sheet, gb_per_second: f64) -> Self {
        Self(A::leaf(Leaf::Sheet(sheet), gb_per_second * GB as f64))
    }
}

impl<A: Amount> BytesPerSecond<A> {
    /// The number as a part that has a name.
    #[must_use]
    pub fn part(self, part: Part) -> Self {
        Self(self.0.part(part))
    }
}

impl<A: Amount> Mul<A> for BytesPerSecond<A> {
    type Output = Self;
    fn mul(self, times: A) -> Self {
        Self(self.0 * times)
    }
}
