//! Numbers for files, links, attributes and inputs, and the digits of all numbers.
//!
//! Numbers for people are in `text::number`, with the marks of their language. Both avoid the
//! standard formatting of floats, which weighs 10 kB in the page.

use cost::units::Bytes;

/// The unit in which bytes are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// 2³⁰ bytes, as `nvidia-smi` and PyTorch count.
    #[default]
    Gib,
    /// 10⁹ bytes, as the lessons count.
    Gb,
}

impl Units {
    /// Bytes in this unit.
    #[must_use]
    pub fn of(self, bytes: Bytes) -> f64 {
        match self {
            Self::Gib => bytes.gib(),
            Self::Gb => bytes.gb(),
        }
    }
}

/// Marks of a written number.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    /// The mark between whole and decimals.
    pub decimal: &'a str,
    /// The mark between thousands; may be empty.
    pub group: &'a str,
    /// The sign before a number below zero.
    pub minus: &'a str,
}

impl Marks<'static> {
    /// Marks that programs read.
    pub const PLAIN: Self = Self {
        decimal: ".",
        group: "",
        minus: "-",
    };
}

/// Room for 20 digits and their marks, of three bytes each.
const ROOM: usize = 48;

/// A written number. Its digits are written from the last to the first. A drag writes hundreds of
/// numbers: bytes on the stack take a tenth of the time of characters pushed one by one.
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    bytes: [u8; ROOM],
    /// Position at which the text begins.
    start: usize,
}

impl Digits {
    /// A value with exactly `decimals` decimals, at most 19.
    #[must_use]
    pub fn rounded(value: f64, decimals: u32, marks: Marks) -> Self {
        let scaled = (value.abs() * 10_u64.pow(decimals) as f64).round() as u64;
        let mut digits = Self::exact(scaled, decimals, marks);
        if value < 0.0 && scaled > 0 {
            digits.put(marks.minus);
        }
        digits
    }

    /// The number with these digits, the last `decimals` of them behind the point.
    #[must_use]
    pub fn exact(mut value: u64, decimals: u32, marks: Marks) -> Self {
        let mut digits = Self {
            bytes: [0; ROOM],
            start: ROOM,
        };
        for _ in 0..decimals {
            value = digits.put_last(value);
        }
        if decimals > 0 {
            digits.put(marks.decimal);
        }
        for place in 0.. {
            if place > 0 && place % 3 == 0 {
                digits.put(marks.group);
            }
            value = digits.put_last(value);
            if value == 0 {
                break;
            }
        }
        digits
    }

    /// The number as text.
    #[must_use]
    pub fn text(&self) -> &str {
        let written = self.bytes.get(self.start..).unwrap_or_default();
        std::str::from_utf8(written).unwrap_or_default()
    }

    /// Puts the last digit of a value before the text; returns the digits before it.
    fn put_last(&mut self, value: u64) -> u64 {
        self.put_byte(b'0' + (value % 10) as u8);
        value / 10
    }

    fn put(&mut self, mark: &str) {
        for byte in mark.bytes().rev() {
            self.put_byte(byte);
        }
    }

    fn put_byte(&mut self, byte: u8) {
        self.start = self.start.saturating_sub(1);
        self.bytes[self.start] = byte;
    }
}

/// A value with exactly `decimals` decimals for attributes of elements, styles and values of
/// inputs. A browser refuses commas between thousands and a typographic minus there.
///
/// ```
/// use formats::number::attribute;
/// assert_eq!(attribute(16384.25, 1), "16384.3");
/// assert_eq!(attribute(-0.04, 1), "0.0");
/// assert_eq!(attribute(-2_000.0, 0), "-2000");
/// ```
#[must_use]
pub fn attribute(value: f64, decimals: u32) -> String {
    let digits = Digits::rounded(value, decimals, Marks::PLAIN);
    digits.text().to_owned()
}

/// A number for programs: twelve significant digits without trailing zeros, and an exponent only if
/// it is very large or small. Empty for a value that is not finite.
///
/// ```
/// use formats::number::digits;
/// assert_eq!([0.1, 79.6, -2.5, 4e9].map(digits), ["0.1", "79.6", "-2.5", "4000000000"]);
/// assert_eq!([2.0 / 3.0, 1.25e-9].map(digits), ["0.666666666667", "1.25e-9"]);
/// ```
#[must_use]
pub fn digits(value: f64) -> String {
    const DIGITS: i32 = 12;
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0" } else { "" }.to_owned();
    }
    let size = value.abs();
    // Power of ten that moves all twelve digits before the point.
    let mut tens = 0;
    let scaled = |tens: i32| match tens {
        tens if tens < 0 => size / 10_f64.powi(-tens),
        // Larger powers of ten are not finite.
        tens if tens > 300 => size * 1e300 * 10_f64.powi(tens - 300),
        tens => size * 10_f64.powi(tens),
    };
    while scaled(tens) >= 1e12 {
        tens -= 1;
    }
    while scaled(tens) < 1e11 {
        tens += 1;
    }
    let mut whole = scaled(tens).round() as u64;
    while whole.is_multiple_of(10) {
        whole /= 10;
        tens -= 1;
    }
    let all = whole.to_string();
    let mut text = String::from(if value < 0.0 { "-" } else { "" });
    // Digits before the point.
    let before = all.len() as i32 - tens;
    if (-5..=0).contains(&before) {
        text.push_str("0.");
        text.push_str(&"0".repeat(before.unsigned_abs() as usize));
        text.push_str(&all);
        return text;
    }
    let is_plain = (1..=2 * DIGITS).contains(&before);
    let point = if is_plain { before } else { 1 };
    for place in 0..point.max(all.len() as i32) {
        if place == point {
            text.push('.');
        }
        let digit = all.as_bytes().get(place as usize);
        text.push(char::from(digit.copied().unwrap_or(b'0')));
    }
    if !is_plain {
        text.push('e');
        text.push_str(&(before - 1).to_string());
    }
    text
}

/// A number as a reader may have typed it: unchanged if it has few digits or is whole, else with
/// four significant digits. It has no marks between thousands, which could be taken for a decimal
/// sign.
///
/// ```
/// use formats::number::as_typed;
/// assert_eq!([208.0, 1_966.25, 7.0 / 15.0, 1.966].map(as_typed), ["208", "1966.25", "0.4667", "1.966"]);
/// assert_eq!([-2.0 / 3e9, 123_456_789.0].map(as_typed), ["−6.667e-10", "123456789"]);
/// ```
#[must_use]
pub fn as_typed(value: f64) -> String {
    const LENGTH: usize = 8;
    let whole = digits(value);
    let text = if whole.len() <= LENGTH || value.fract() == 0.0 {
        whole
    } else {
        let size = 10_f64.powi(3 - value.abs().log10().floor() as i32);
        digits((value * size).round() / size)
    };
    match text.strip_prefix('-') {
        Some(size) => ["−", size].concat(),
        None => text,
    }
}

/// Reads a decimal number, with an exponent or without: `-0.1`, `3e-4`, `1.`.
///
/// The standard library's parser is larger: it was part of a piece of the page of 9.6 kB brotli. Up
/// to fifteen digits and powers up to 22 are exact doubles, so that one rounding gives the same
/// number.
#[must_use]
pub(crate) fn read(text: &str) -> Option<f64> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse().ok()?),
        None => (text, 0_i32),
    };
    let unsigned = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    let (before, after) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    if before.len() + after.len() == 0 || after.len() > 300 {
        return None;
    }
    let mut value = 0.0;
    for byte in before.bytes().chain(after.bytes()) {
        value = value * 10.0 + f64::from(byte.is_ascii_digit().then(|| byte - b'0')?);
    }
    let power = exponent.saturating_sub(after.len() as i32);
    let scale = 10_f64.powi(power.saturating_abs().min(400));
    let value = if power < 0 {
        value / scale
    } else {
        value * scale
    };
    Some(if digits.starts_with('-') {
        -value
    } else {
        value
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard library reads the same number.
    #[test]
    fn numbers_are_read_as_the_standard_library_reads_them() {
        let texts = [
            "0",
            "7",
            "-0.1",
            "+2.5",
            "1.",
            ".5",
            "3e-4",
            "3E4",
            "6.02e+22",
            "0.0003",
            "1e-22",
            "123456789012345",
            "0.000123456789",
            "9.99e-5",
            "1e400",
            "1e-400",
        ];
        for text in texts {
            assert_eq!(read(text), text.parse().ok(), "{text}");
        }
        for text in [
            "", ".", "-", "1e", "1e1.5", "1.2.3", "0x10", "inf", "nan", "1,5",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    /// Read back, a number is equal to twelve digits, however large or small.
    #[test]
    fn digits_are_those_of_the_number() {
        for power in -320..=308 {
            for start in [
                "1",
                "9.99999999999949",
                "9.9999999999996",
                "4.5",
                "1.23456789012345",
            ] {
                let value: f64 = format!("{start}e{power}").parse().expect("a number");
                if !value.is_finite() || value == 0.0 {
                    continue;
                }
                for value in [value, -value] {
                    let text = digits(value);
                    let read: f64 = text.parse().expect("a number");
                    assert!((read / value - 1.0).abs() < 1e-11, "{value} as {text}");
                    assert!(text.len() <= 26, "{text}");
                }
            }
        }
        assert_eq!([0.0, f64::NAN, f64::INFINITY].map(digits), ["0", "", ""]);
        assert_eq!(digits(-0.1), "-0.1");
        assert_eq!(digits(999_999_999_999.7), "1000000000000");
    }
}
