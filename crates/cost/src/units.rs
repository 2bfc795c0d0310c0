//! Quantities that carry their unit: bytes, seconds, FLOPs and their rates.
//!
//! Tests: the examples of their methods.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul};

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
pub struct Bytes(pub u64);

impl Bytes {
    /// No bytes.
    pub const ZERO: Self = Self(0);

    /// The product of counts, the first of which is usually bytes per element.
    #[must_use]
    pub fn product<const N: usize>(factors: [u64; N]) -> Self {
        Self(factors.into_iter().fold(1, u64::saturating_mul))
    }

    /// The share of each of `ranks` equal ranks, rounded up; 0 ranks count as 1.
    #[must_use]
    pub fn over(self, ranks: u64) -> Self {
        Self(self.0.div_ceil(ranks.max(1)))
    }

    /// The difference to `other`, never below zero.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

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

    /// This size times a non-negative factor, rounded to the nearest byte.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self((self.0 as f64 * factor).round() as u64)
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

impl Add for Bytes {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Bytes {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<u64> for Bytes {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl Sum for Bytes {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

impl Div<BytesPerSecond> for Bytes {
    type Output = Seconds;
    fn div(self, rate: BytesPerSecond) -> Seconds {
        Seconds(self.0 as f64 / rate.0)
    }
}

/// A length of time in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Seconds(pub f64);

impl Seconds {
    /// No time.
    pub const ZERO: Self = Self(0.0);

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
        Self((self.0 - hidden.0).max(0.0))
    }

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
        let (a, b) = (self.0 * self.0, other.0 * other.0);
        Self((a * a + b * b).sqrt().sqrt())
    }
}

impl Add for Seconds {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Seconds {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Mul<f64> for Seconds {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self(self.0 * times)
    }
}

impl Sum for Seconds {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

/// A count of floating-point operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Flops(pub f64);

impl Add for Flops {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Mul<f64> for Flops {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self(self.0 * times)
    }
}

impl Div<FlopsPerSecond> for Flops {
    type Output = Seconds;
    fn div(self, rate: FlopsPerSecond) -> Seconds {
        Seconds(self.0 / rate.0)
    }
}

/// A rate of computing.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct FlopsPerSecond(pub f64);

impl Mul<f64> for FlopsPerSecond {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self(self.0 * times)
    }
}

/// A rate of moving data, one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct BytesPerSecond(pub f64);

impl BytesPerSecond {
    /// The rate of a number of decimal gigabytes per second, as data sheets print it.
    #[must_use]
    pub fn from_gb(gb_per_second: f64) -> Self {
        Self(gb_per_second * GB as f64)
    }
}

impl Mul<f64> for BytesPerSecond {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self(self.0 * times)
    }
}
