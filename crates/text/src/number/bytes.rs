//! Bytes in the reader's unit.

use cost::band::Band;
use cost::units::Bytes;
use formats::number::Units;

use super::{Pattern, between, count, fixed, locale, rounded, three_digits};

/// Bytes in a reader's unit, as people read them.
pub trait BytesText {
    /// The unit's symbol.
    fn symbol(self) -> &'static str;

    /// Bytes in this unit with one decimal, `62.3`; absurd amounts are shortened, `570 K`.
    fn figure(self, bytes: Bytes) -> String;

    /// Bytes in this unit with one decimal and the unit: `62.3 GiB`.
    fn size(self, bytes: Bytes) -> String;

    /// Bytes with three digits, in thousandths of the unit if they are few: `5.21 GiB`, `812 GiB`,
    /// `192 MiB`.
    ///
    /// ```
    /// use cost::units::Bytes;
    /// use formats::number::Units;
    /// use text::number::BytesText as _;
    /// assert_eq!(Units::Gb.amount(Bytes(5_210_000_000)), "5.21\u{a0}GB");
    /// assert_eq!(Units::Gib.amount(Bytes(35 << 20)), "35.0\u{a0}MiB");
    /// ```
    fn amount(self, bytes: Bytes) -> String;

    /// The unit for all amounts of a figure whose largest amount is `most`: the reader's unit, or a
    /// thousandth of it.
    ///
    /// ```
    /// use cost::units::Bytes;
    /// use formats::number::Units;
    /// use text::number::BytesText as _;
    /// let unit = Units::Gib.for_most(Bytes(196 << 20));
    /// assert_eq!(unit.amount(Bytes(196 << 20)), "196\u{a0}MiB");
    /// assert_eq!(unit.figure(Bytes(98 << 20)), "98.0");
    /// ```
    fn for_most(self, most: Bytes) -> ByteUnit;

    /// A range around bytes, without the unit: `59.1–66.2`.
    fn range(self, bytes: Bytes, band: Band) -> String;

    /// A number with the unit.
    fn written(self, number: &str) -> String;
}

impl BytesText for Units {
    fn symbol(self) -> &'static str {
        match self {
            Self::Gib => locale::gib_symbol(),
            Self::Gb => locale::gb_symbol(),
        }
    }

    fn figure(self, bytes: Bytes) -> String {
        match self.of(bytes) {
            amount if amount < 9_999.95 => fixed(amount, 1),
            amount => count(amount as u64),
        }
    }

    fn size(self, bytes: Bytes) -> String {
        match self.of(bytes) {
            amount if amount < 9_999.95 => self.written(rounded(amount, 1).text()),
            amount => self.written(&count(amount as u64)),
        }
    }

    fn amount(self, bytes: Bytes) -> String {
        self.for_most(bytes).amount(bytes)
    }

    fn for_most(self, most: Bytes) -> ByteUnit {
        ByteUnit {
            units: self,
            is_small: self.of(most) < 0.9995,
        }
    }

    fn range(self, bytes: Bytes, band: Band) -> String {
        let [low, high] = [band.low, band.high].map(|end| self.figure(bytes.scaled(end)));
        between(&low, &high)
    }

    fn written(self, number: &str) -> String {
        match self {
            Self::Gib => locale::gib(number),
            Self::Gb => locale::gb(number),
        }
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
        let pattern: Pattern = match (self.is_small, self.units) {
            (true, Units::Gib) => locale::mib,
            (true, Units::Gb) => locale::mb,
            (false, Units::Gib) => locale::gib,
            (false, Units::Gb) => locale::gb,
        };
        pattern(&self.figure(bytes))
    }
}

/// Decimal gigabytes, with a decimal only where one is needed below 100: `16 GB`, `12.5 GB`.
///
/// ```
/// use cost::units::Bytes;
/// use text::number::gigabytes;
/// let written = [16_000_000_000, 12_530_000_000, 1_129_000_000_000].map(Bytes).map(gigabytes);
/// assert_eq!(written, ["16\u{a0}GB", "12.5\u{a0}GB", "1,129\u{a0}GB"]);
/// ```
#[must_use]
pub fn gigabytes(bytes: Bytes) -> String {
    let amount = bytes.gb();
    let decimals = u32::from(amount < 99.95 && amount.fract() > 0.0);
    locale::gb(rounded(amount, decimals).text())
}

/// A difference of bytes: `−21.0 GiB`. Zero has no sign.
pub(crate) fn size_change(bytes: i128, units: Units) -> String {
    let sign = match bytes {
        0 => "",
        1.. => locale::plus_sign(),
        _ => locale::minus_sign(),
    };
    units.written(&[sign, &units.figure(Bytes::of_difference(bytes))].concat())
}
