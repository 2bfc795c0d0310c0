//! Numbers of goals: exact decimals.

use crate::number::{Digits, Marks};

/// A decimal number, not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Digits of the number without the point; no zeros at the end of the decimals.
    digits: u64,
    /// Number of digits after the decimal point.
    decimals: u32,
}

/// Largest number of digits, which a float holds exactly.
const MOST_DIGITS: u32 = 15;

impl Number {
    /// The number with these digits, `decimals` of them after the point, times a power of ten.
    /// `None` if it has more than fifteen digits.
    pub(super) fn new(mut digits: u64, mut decimals: u32, mut power: u32) -> Option<Self> {
        while decimals > 0 && digits.is_multiple_of(10) {
            digits /= 10;
            decimals -= 1;
        }
        if digits == 0 {
            power = 0;
        }
        let shift = power.min(decimals);
        decimals -= shift;
        let digits = digits.checked_mul(10_u64.checked_pow(power - shift)?)?;
        let number = Self { digits, decimals };
        (digits < 10_u64.pow(MOST_DIGITS) && decimals <= MOST_DIGITS).then_some(number)
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> f64 {
        self.digits as f64 / 10_u64.pow(self.decimals) as f64
    }

    /// The number times a hundred, as shares are written in per cent.
    #[must_use]
    pub fn percent(self) -> Self {
        Self::new(self.digits, self.decimals, 2).unwrap_or(self)
    }

    /// Digits of the number as text, with these marks.
    #[must_use]
    pub fn text(self, marks: Marks) -> String {
        let digits = Digits::exact(self.digits, self.decimals, marks);
        digits.text().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        let text = |digits, decimals, power| {
            Number::new(digits, decimals, power).map(|number| number.text(Marks::PLAIN))
        };
        assert_eq!(text(4_000, 4, 0).as_deref(), Some("0.4"));
        assert_eq!(text(15, 1, 12).as_deref(), Some("1500000000000"));
        assert_eq!(text(125, 2, 1).as_deref(), Some("12.5"));
        assert_eq!(text(5, 2, 0).as_deref(), Some("0.05"));
        assert_eq!(text(0, 3, 12).as_deref(), Some("0"));
        assert_eq!(text(1, 0, 15), None);
        assert_eq!(text(1, 16, 0), None);
        assert_eq!(text(u64::MAX, 0, 12), None);
    }

    #[test]
    fn thousands_are_set_off() {
        let marks = Marks {
            group: ",",
            ..Marks::PLAIN
        };
        let text = |digits| Number::new(digits, 0, 0).map(|number| number.text(marks));
        assert_eq!(text(16_384).as_deref(), Some("16,384"));
        assert_eq!(text(999).as_deref(), Some("999"));
    }
}
