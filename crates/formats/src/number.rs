//! Numbers for people: fixed digits that do not jitter while a slider moves.
//!
//! They avoid the standard formatting of floats, which weighs 10 kB in the page.

use cost::band::Band;
use cost::reading::Amount;
use cost::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};

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
    /// The unit's symbol.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Gib => "GiB",
            Self::Gb => "GB",
        }
    }

    /// Bytes in this unit.
    #[must_use]
    pub fn of(self, bytes: Bytes) -> f64 {
        match self {
            Self::Gib => bytes.gib(),
            Self::Gb => bytes.gb(),
        }
    }

    /// Bytes in this unit with one decimal, `62.3`; absurd amounts are shortened, `570 K`.
    #[must_use]
    pub fn figure(self, bytes: Bytes) -> String {
        match self.of(bytes) {
            amount if amount < 9_999.95 => fixed(amount, 1),
            amount => count(amount as u64),
        }
    }

    /// Bytes in this unit with one decimal and the unit: `62.3 GiB`.
    #[must_use]
    pub fn size(self, bytes: Bytes) -> String {
        let mut text = self.figure(bytes);
        text.push('\u{a0}');
        text.push_str(self.symbol());
        text
    }

    /// Bytes with three digits, in thousandths of the unit if they are few: `5.21 GiB`, `812 GiB`,
    /// `192 MiB`.
    ///
    /// ```
    /// use cost::units::Bytes;
    /// use formats::number::Units;
    /// assert_eq!(Units::Gb.amount(Bytes(5_210_000_000)), "5.21\u{a0}GB");
    /// assert_eq!(Units::Gib.amount(Bytes(35 << 20)), "35.0\u{a0}MiB");
    /// ```
    #[must_use]
    pub fn amount(self, bytes: Bytes) -> String {
        self.for_most(bytes).amount(bytes)
    }

    /// The unit for all amounts of a figure whose largest amount is `most`: the reader's unit, or a
    /// thousandth of it.
    ///
    /// ```
    /// use cost::units::Bytes;
    /// use formats::number::Units;
    /// let unit = Units::Gib.for_most(Bytes(196 << 20));
    /// assert_eq!(unit.amount(Bytes(196 << 20)), "196\u{a0}MiB");
    /// assert_eq!(unit.figure(Bytes(98 << 20)), "98.0");
    /// ```
    #[must_use]
    pub fn for_most(self, most: Bytes) -> ByteUnit {
        ByteUnit {
            units: self,
            is_small: self.of(most) < 0.9995,
        }
    }

    /// A range around bytes, without the unit: `59.1–66.2`.
    #[must_use]
    pub fn range(self, bytes: Bytes, band: Band) -> String {
        let [low, high] = [band.low, band.high].map(|end| self.figure(bytes.scaled(end)));
        [&low, "–", &high].concat()
    }
}

/// A unit of bytes: the reader's unit, or a thousandth of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteUnit {
    units: Units,
    is_small: bool,
}

impl ByteUnit {
    /// Bytes with three digits, without the unit: `98.0`.
    #[must_use]
    pub fn figure(self, bytes: Bytes) -> String {
        let amount = self.units.of(bytes);
        three_digits(match (self.is_small, self.units) {
            (true, Units::Gib) => amount * 1_024.0,
            (true, Units::Gb) => amount * 1_000.0,
            (false, _) => amount,
        })
    }

    /// Bytes with three digits and the unit: `98.0 MiB`.
    #[must_use]
    pub fn amount(self, bytes: Bytes) -> String {
        let symbol = match (self.is_small, self.units) {
            (true, Units::Gib) => "MiB",
            (true, Units::Gb) => "MB",
            (false, units) => units.symbol(),
        };
        [&self.figure(bytes), "\u{a0}", symbol].concat()
    }
}

/// A value with exactly `decimals` decimals and commas between thousands; below zero with a real
/// minus sign.
///
/// ```
/// use formats::number::fixed;
/// assert_eq!(fixed(16384.25, 1), "16,384.3");
/// assert_eq!(fixed(-0.04, 1), "0.0");
/// assert_eq!(fixed(-2.0, 0), "−2");
/// ```
#[must_use]
pub fn fixed(value: f64, decimals: u32) -> String {
    let (whole, mut digits, is_negative) = Digits::rounded(value, decimals);
    digits.grouped(whole);
    let sign = if is_negative { "−" } else { "" };
    [sign, digits.text()].concat()
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
    let (whole, mut digits, is_negative) = Digits::rounded(value, decimals);
    digits.whole(whole);
    let sign = if is_negative { "-" } else { "" };
    [sign, digits.text()].concat()
}

/// A whole number with its thousands set off: `16,384`.
#[must_use]
pub fn grouped(value: u64) -> String {
    let mut digits = Digits::default();
    digits.grouped(value);
    digits.text().to_owned()
}

/// Digits written from the last to the first. A drag writes hundreds of numbers: bytes on the
/// stack take a tenth of the time of characters pushed one by one.
struct Digits {
    /// Room for 20 digits, their commas, a point and 20 decimals.
    bytes: [u8; 48],
    /// Position at which the text begins.
    start: usize,
}

impl Default for Digits {
    fn default() -> Self {
        Self {
            bytes: [0; 48],
            start: 48,
        }
    }
}

impl Digits {
    /// The whole part of a rounded value, the text of its decimals, and true if it is below zero.
    fn rounded(value: f64, decimals: u32) -> (u64, Self, bool) {
        let scaled = (value.abs() * 10_u64.pow(decimals) as f64).round() as u64;
        let mut digits = Self::default();
        let whole = digits.decimals(scaled, decimals);
        (whole, digits, value < 0.0 && scaled > 0)
    }

    fn text(&self) -> &str {
        let written = self.bytes.get(self.start..).unwrap_or_default();
        std::str::from_utf8(written).unwrap_or_default()
    }

    fn put(&mut self, byte: u8) {
        self.start = self.start.saturating_sub(1);
        self.bytes[self.start] = byte;
    }

    /// Writes the last `count` digits of `value` and the point before them; returns the rest.
    fn decimals(&mut self, mut value: u64, count: u32) -> u64 {
        for _ in 0..count {
            self.put(b'0' + (value % 10) as u8);
            value /= 10;
        }
        if count > 0 {
            self.put(b'.');
        }
        value
    }

    /// Writes a whole number, a comma before each further three digits.
    fn grouped(&mut self, value: u64) {
        self.whole_with(value, |digits, place| {
            if place > 0 && place % 3 == 0 {
                digits.put(b',');
            }
        });
    }

    /// Writes a whole number without commas.
    fn whole(&mut self, value: u64) {
        self.whole_with(value, |_, _| ());
    }

    /// Writes a whole number; `between` may write a mark after the digit at each place.
    fn whole_with(&mut self, mut value: u64, between: impl Fn(&mut Self, u32)) {
        for place in 0.. {
            between(self, place);
            self.put(b'0' + (value % 10) as u8);
            value /= 10;
            if value == 0 {
                return;
            }
        }
    }
}

/// A value with three significant digits: `0.47`, `3.12`, `26.4`, `102`.
#[must_use]
pub fn three_digits(value: f64) -> String {
    let size = value.abs();
    let decimals = if size < 9.995 {
        2
    } else if size < 99.95 {
        1
    } else {
        0
    };
    fixed(value, decimals)
}

/// Decimal gigabytes, with a decimal only where one is needed below 100: `16 GB`, `12.5 GB`.
///
/// ```
/// use cost::units::Bytes;
/// use formats::number::gigabytes;
/// let written = [16_000_000_000, 12_530_000_000, 1_129_000_000_000].map(Bytes).map(gigabytes);
/// assert_eq!(written, ["16\u{a0}GB", "12.5\u{a0}GB", "1,129\u{a0}GB"]);
/// ```
#[must_use]
pub fn gigabytes(bytes: Bytes) -> String {
    let amount = bytes.gb();
    let decimals = u32::from(amount < 99.95 && amount.fract() > 0.0);
    [&fixed(amount, decimals), "\u{a0}GB"].concat()
}

/// A large number with a power of ten.
///
/// ```
/// use formats::number::exponent;
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
/// use formats::number::plain;
/// assert_eq!([0.25, 1.5, 4_096.0, 0.000_4].map(plain), ["0.25", "1.5", "4,096", "0"]);
/// ```
#[must_use]
pub fn plain(value: f64) -> String {
    let mut scaled = value;
    for decimals in 0..3 {
        if (scaled - scaled.round()).abs() < 1e-6 * scaled.abs() {
            return fixed(value, decimals);
        }
        scaled *= 10.0;
    }
    let mut text = fixed(value, 3);
    while text.ends_with('0') {
        text.pop();
    }
    if text.ends_with('.') {
        text.pop();
    }
    text
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

/// A large count in thousands, millions, billions or trillions: `70.6 B`, `1.41 T`.
#[must_use]
pub fn count(value: u64) -> String {
    let value = value as f64;
    let (size, suffix) = match value {
        v if v < 9_999.5 => return grouped(value as u64),
        v if v < 999_500.0 => (1e3, "K"),
        v if v < 999.5e6 => (1e6, "M"),
        v if v < 999.5e9 => (1e9, "B"),
        v if v < 999.5e12 => (1e12, "T"),
        _ => (1e15, "Q"),
    };
    with_unit(value / size, suffix)
}

/// A share in per cent with one decimal: `43.1 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    let mut text = fixed(share * 100.0, 1);
    text.push_str("\u{a0}%");
    text
}

/// A share in per cent with one decimal and its sign: `+3.1 %`, `−12.0 %`.
#[must_use]
pub fn signed_percent(share: f64) -> String {
    let mut text = signed(share * 100.0);
    text.push_str("\u{a0}%");
    text
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

/// A length of time for comparison: `312 ms`, `26.4 s`, `4.20 min`.
#[must_use]
pub fn duration(time: Seconds) -> String {
    match time.0 {
        s if s < 0.9995 => with_unit(s * 1e3, "ms"),
        s if s < 599.5 => with_unit(s, "s"),
        s if s < 35_970.0 => with_unit(s / 60.0, "min"),
        s => with_unit(s / 3_600.0, "h"),
    }
}

/// A length of time that may be very short: `402 µs`, `312 ms`, `26.4 s`; nothing is `0`.
///
/// ```
/// use cost::units::Seconds;
/// use formats::number::short_time;
/// assert_eq!(short_time(Seconds(0.000_402)), "402\u{a0}µs");
/// assert_eq!(short_time(Seconds(0.312)), "312\u{a0}ms");
/// assert_eq!(short_time(Seconds(0.0)), "0");
/// ```
#[must_use]
pub fn short_time(time: Seconds) -> String {
    match time.0 {
        s if s <= 0.0 => String::from("0"),
        s if s < 0.000_999_5 => with_unit(s * 1e6, "µs"),
        _ => duration(time),
    }
}

/// A bandwidth: `402 GB/s`.
#[must_use]
pub fn bandwidth(bandwidth: BytesPerSecond) -> String {
    with_unit(bandwidth.0 / 1e9, "GB/s")
}

/// A rate of computing: `612 TFLOP/s`, `2.25 PFLOP/s`, `35.0 GFLOP/s`.
///
/// ```
/// use cost::units::FlopsPerSecond;
/// use formats::number::rate;
/// assert_eq!(rate(FlopsPerSecond(989e12)), "989\u{a0}TFLOP/s");
/// assert_eq!(rate(FlopsPerSecond(2.25e15)), "2.25\u{a0}PFLOP/s");
/// ```
#[must_use]
pub fn rate(rate: FlopsPerSecond) -> String {
    match rate.0 {
        r if r < 0.9995e12 => with_unit(r / 1e9, "GFLOP/s"),
        r if r < 999.5e12 => with_unit(r / 1e12, "TFLOP/s"),
        r => with_unit(r / 1e15, "PFLOP/s"),
    }
}

/// A number of days, in hours, days or years: `5.20 h`, `102 days`, `10.1 years`.
#[must_use]
pub fn days(days: f64) -> String {
    match days {
        d if d < 2.0 => with_unit(d * 24.0, "h"),
        d if d < 999.5 => with_unit(d, "days"),
        d => with_unit(d / 365.25, "years"),
    }
}

/// Dollars: `$470,000`, `$4.70 M`.
#[must_use]
pub fn dollars(amount: f64) -> String {
    let mut text = String::from("$");
    match amount {
        a if a < 999_500.0 => text.push_str(&fixed(a, 0)),
        a if a < 999.5e6 => text.push_str(&with_unit(a / 1e6, "M")),
        a if a < 999.5e9 => text.push_str(&with_unit(a / 1e9, "B")),
        a => text.push_str(&with_unit(a / 1e12, "T")),
    }
    text
}

fn with_unit(value: f64, unit: &str) -> String {
    let mut text = three_digits(value);
    text.push('\u{a0}');
    text.push_str(unit);
    text
}

/// A figure of an estimate with its unit, bytes in the reader's.
///
/// ```
/// use cost::{reading::Amount, units::Seconds};
/// use formats::number::{Units, amount};
/// assert_eq!(amount(Amount::Time(Seconds(26.44)), Units::Gib), "26.4\u{a0}s");
/// assert_eq!(amount(Amount::Share(0.431), Units::Gib), "43.1\u{a0}%");
/// ```
#[must_use]
pub fn amount(amount: Amount, units: Units) -> String {
    match amount {
        Amount::Size(size) => units.size(size),
        Amount::Time(time) => duration(time),
        Amount::Share(share) => percent(share),
        Amount::Rate(rate) => fixed(rate, 0),
        Amount::Days(amount) => days(amount),
        Amount::Dollars(amount) => dollars(amount),
        Amount::Energy(hours) => with_unit(hours, "MWh"),
    }
}

/// Difference of a figure. A share differs in points, any other figure by a share of its former
/// value; empty if that was zero.
///
/// ```
/// use cost::{reading::Amount, units::Seconds};
/// use formats::number::moved;
/// assert_eq!(moved(Amount::Share(0.45), Amount::Share(0.43)), "+2.0\u{a0}points");
/// assert_eq!(moved(Amount::Time(Seconds(9.0)), Amount::Time(Seconds(10.0))), "−10.0\u{a0}%");
/// ```
#[must_use]
pub fn moved(now: Amount, before: Amount) -> String {
    let (now, before, is_share) = match (now, before) {
        (Amount::Share(now), Amount::Share(before)) => (now, before, true),
        (now, before) => (now.number(), before.number(), false),
    };
    if is_share {
        let mut text = signed((now - before) * 100.0);
        text.push_str("\u{a0}points");
        return text;
    }
    if before == 0.0 {
        return String::new();
    }
    signed_percent(now / before - 1.0)
}

/// A value with one decimal and its sign; zero has no sign.
fn signed(value: f64) -> String {
    let text = fixed(value, 1);
    let plus = if value > 0.0 && text != "0.0" {
        "+"
    } else {
        ""
    };
    [plus, &text].concat()
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
