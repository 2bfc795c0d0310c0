//! Numbers for people, with the marks and units of their language.
//!
//! They have fixed digits that do not jitter while a slider moves. Marks, units and their places are
//! the messages of `locale.ftl`. Numbers for files, links, attributes and inputs are in
//! [`formats::number`].
//!
//! Tests: `tests.rs`, which speaks the languages of `crates/text/tests/languages/`.

mod bytes;
mod list;
pub mod locale;
#[cfg(test)]
mod tests;
mod units;

pub(crate) use bytes::size_change;
pub use bytes::{ByteUnit, BytesText, gigabytes};
pub(crate) use list::counts;
pub use list::{between, clauses, listed};
pub use units::{
    amount, bandwidth, days, difference, dollars, duration, megawatt_hours, moved, rate, short_time,
};

use formats::number::{Digits, Marks};

/// The marks of the language.
pub(crate) fn marks() -> Marks<'static> {
    Marks {
        decimal: locale::decimal_mark(),
        group: locale::group_mark(),
        minus: locale::minus_sign(),
    }
}

/// The digits of a value with exactly `decimals` decimals.
pub(crate) fn rounded(value: f64, decimals: u32) -> Digits {
    Digits::rounded(value, decimals, marks())
}

/// The digits of a whole number.
pub(crate) fn whole(value: u64) -> Digits {
    let marks = Marks {
        group: locale::group_mark(),
        ..Marks::PLAIN
    };
    Digits::exact(value, 0, marks)
}

/// A value with exactly `decimals` decimals and marks between thousands; below zero with a real
/// minus sign.
///
/// ```
/// use text::number::fixed;
/// assert_eq!(fixed(16384.25, 1), "16,384.3");
/// assert_eq!(fixed(-0.04, 1), "0.0");
/// assert_eq!(fixed(-2.0, 0), "−2");
/// ```
#[must_use]
pub fn fixed(value: f64, decimals: u32) -> String {
    rounded(value, decimals).text().to_owned()
}

/// A whole number with its thousands set off: `16,384`.
#[must_use]
pub fn grouped(value: u64) -> String {
    whole(value).text().to_owned()
}

/// A value with three significant digits: `0.47`, `3.12`, `26.4`, `102`.
#[must_use]
pub fn three_digits(value: f64) -> String {
    fixed(value, decimals_of_three(value))
}

/// The decimals of a value with three significant digits.
pub(crate) fn decimals_of_three(value: f64) -> u32 {
    let size = value.abs();
    if size < 9.995 {
        2
    } else if size < 99.95 {
        1
    } else {
        0
    }
}

/// A large number with a power of ten.
///
/// ```
/// use text::number::exponent;
/// assert_eq!([3.152e23, 9.999].map(exponent), ["3.15e23", "1.00e1"]);
/// ```
#[must_use]
pub fn exponent(value: f64) -> String {
    let (mut left, mut power) = (value, 0_u64);
    while left >= 9.995 {
        left /= 10.0;
        power += 1;
    }
    [&fixed(left, 2), "e", &grouped(power)].concat()
}

/// A value with its decimals, at most three: `0.25`, `1.5`, `4,096`.
///
/// ```
/// use text::number::plain;
/// assert_eq!([0.25, 1.5, 4_096.0, 0.000_4].map(plain), ["0.25", "1.5", "4,096", "0"]);
/// ```
#[must_use]
pub fn plain(value: f64) -> String {
    const MOST: u32 = 3;
    let mut scaled = value;
    for decimals in 0..MOST {
        if (scaled - scaled.round()).abs() < 1e-6 * scaled.abs() {
            return fixed(value, decimals);
        }
        scaled *= 10.0;
    }
    let mut digits = (value.abs() * 10_u64.pow(MOST) as f64).round() as u64;
    let mut decimals = MOST;
    while decimals > 0 && digits.is_multiple_of(10) {
        digits /= 10;
        decimals -= 1;
    }
    fixed(value, decimals)
}

/// A large count in thousands, millions, billions or trillions: `70.6 B`, `1.41 T`.
#[must_use]
pub fn count(value: u64) -> String {
    let value = value as f64;
    let (size, pattern): (f64, Pattern) = match value {
        v if v < 9_999.5 => return grouped(value as u64),
        v if v < 999_500.0 => (1e3, locale::thousands),
        v if v < 999.5e6 => (1e6, locale::millions),
        v if v < 999.5e9 => (1e9, locale::billions),
        v if v < 999.5e12 => (1e12, locale::trillions),
        _ => (1e15, locale::quadrillions),
    };
    with_unit(value / size, pattern)
}

/// A share in per cent with one decimal: `43.1 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    locale::percent(rounded(share * 100.0, 1).text())
}

/// A share in per cent with one decimal and its sign: `+3.1 %`, `−12.0 %`.
#[must_use]
pub fn signed_percent(share: f64) -> String {
    locale::percent(&signed(share * 100.0))
}

/// A value with one decimal and its sign; zero has no sign.
pub(crate) fn signed(value: f64) -> String {
    with_sign(value, (value * 10.0).round() >= 1.0)
}

/// A difference in points: `+4.1`, `−2.0`.
pub(crate) fn gain(points: f64) -> String {
    with_sign(points, points > 0.0)
}

fn with_sign(value: f64, has_plus: bool) -> String {
    let plus = if has_plus { locale::plus_sign() } else { "" };
    [plus, rounded(value, 1).text()].concat()
}

/// A number with its unit.
pub(crate) type Pattern = fn(&str) -> String;

/// A value with three significant digits and its unit.
pub(crate) fn with_unit(value: f64, pattern: Pattern) -> String {
    pattern(rounded(value, decimals_of_three(value)).text())
}
