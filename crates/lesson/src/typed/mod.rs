//! Numbers that readers type in: as people write them, in the unit of the question, or a reason why
//! none is read.
//!
//! A text that can be several numbers is never one of them: the reader chooses which one it is.
//!
//! - `calculation.rs` numbers, products, quotients and powers;
//! - `unit.rs` units.
//!
//! Tests: `src/typed/tests.rs`.

mod calculation;
#[cfg(test)]
mod tests;
mod unit;

use calculation::{Calculation, Separator, calculate};
use unit::{AnswerUnit, MONEY, Measure};

/// Most letters of an answer; longer texts are no numbers.
const LONGEST: usize = 100;
/// The printed scale from which a number near to it may be the full one: × 10⁹. Smaller ones are
/// words such as *million*, before which a number of thousands is usual.
const LARGE_SCALE: f64 = 1e9;

/// The meaning of a text as an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum TypedAnswer {
    /// One number, in the unit of the question.
    Number(f64),
    /// It can be any of these numbers, in the unit of the question; the more usual first.
    Ambiguous(Vec<f64>),
    /// The number has a unit that is not converted to the question's.
    OtherUnit,
    /// It is no number.
    NoNumber,
}

impl TypedAnswer {
    /// Reads a text as an answer in this unit. `is_share` says that the answer of a question without
    /// a unit is a share, so that `30 %` is 0.3.
    ///
    /// - Numbers may have separators between thousands, a point or a comma before decimals, an
    ///   exponent (`1.2e4`, `12·10³`, `10^22`) or a letter (`12k`).
    /// - A single point or comma before exactly three digits is [`Self::Ambiguous`]: `1,966`. Clear
    ///   are `0.179`, `.179`, `1966.125`, `1,234,567`, `1,966.5`.
    /// - Products, quotients, sums and parentheses are worked out. A difference needs parentheses:
    ///   `5-6` may be a range.
    /// - A unit behind the number is converted. Without one, a number as large as the scale that the
    ///   unit has, such as × 10²², is the full number.
    /// - In per cent, a quotient up to 1 is a share, and a number between 0 and 1 without a sign is
    ///   ambiguous.
    ///
    /// ```
    /// use lesson::TypedAnswer::{self, Ambiguous, NoNumber, Number, OtherUnit};
    /// let read = |text, unit| TypedAnswer::read(text, unit, false);
    /// assert_eq!(read("13*16", "GB"), Number(208.0));
    /// assert_eq!(read("7/16", "%"), Number(43.75));
    /// assert_eq!(read("12 000", ""), Number(12_000.0));
    /// assert_eq!(read("8e22", "× 10²² FLOPs"), Number(8.0));
    /// assert_eq!(read("250 ms", "s"), Number(0.25));
    /// assert_eq!(read("1,966", "days"), Ambiguous(vec![1.966, 1966.0]));
    /// assert_eq!(read("3 GB", "days"), OtherUnit);
    /// assert_eq!(read("many", "GB"), NoNumber);
    /// ```
    #[must_use]
    pub fn read(text: &str, unit: &str, is_share: bool) -> Self {
        let Some(text) = tidied(text) else {
            return Self::NoNumber;
        };
        let expected = AnswerUnit::of_question(unit);
        let mut numbers: Vec<f64> = Vec::new();
        for separator in [Separator::Decimals, Separator::Thousands] {
            match numbers_of(&text, separator, &expected, is_share) {
                Ok(found) => {
                    for number in found {
                        if !numbers.contains(&number) {
                            numbers.push(number);
                        }
                    }
                }
                Err(why) => return why,
            }
        }
        if numbers.iter().any(|number| !number.is_finite()) {
            return Self::NoNumber;
        }
        match numbers[..] {
            [] => Self::NoNumber,
            [number] => Self::Number(number),
            _ => Self::Ambiguous(numbers),
        }
    }
}

/// The text with plain spaces and signs, without a sign of *about* before it; `None` if it is empty or
/// too long.
fn tidied(text: &str) -> Option<String> {
    let text = text
        .trim()
        .trim_start_matches(['~', '≈', '=', '≃'])
        .trim_start();
    let plain = |letter: char| match letter {
        '−' => '-',
        '’' => '\'',
        // Full-width forms, as Chinese and Japanese keyboards have them.
        '！'..='～' => char::from_u32(letter as u32 - 0xFEE0).unwrap_or(letter),
        letter if letter.is_whitespace() => ' ',
        letter => letter,
    };
    let is_read = !text.is_empty() && text.chars().count() <= LONGEST;
    is_read.then(|| text.chars().map(plain).collect())
}

/// The numbers that a text can be, in the unit of the question.
fn numbers_of(
    text: &str,
    separator: Separator,
    expected: &AnswerUnit,
    is_share: bool,
) -> Result<Vec<f64>, TypedAnswer> {
    let has_bytes = matches!(
        expected.measure,
        Measure::Size {
            kind: unit::Kind::Bytes,
            ..
        }
    );
    // `$5` and `5 $` are the same.
    let money = text.chars().next().filter(|letter| MONEY.contains(letter));
    let text = text.trim_start_matches(MONEY).trim_start();
    let found = calculate(text, separator, has_bytes).ok_or(TypedAnswer::NoNumber)?;
    let mut typed = AnswerUnit::typed(found.rest, has_bytes).ok_or(TypedAnswer::NoNumber)?;
    if let Some(money) = money {
        if typed.measure != Measure::Bare {
            return Err(TypedAnswer::OtherUnit);
        }
        typed.measure = Measure::Other(money.to_string());
    }
    if !expected.accepts(&typed) && expected.measure != Measure::Bare {
        return Err(TypedAnswer::OtherUnit);
    }
    let (value, suffix) = (found.value * typed.scale, found.suffix * typed.scale);
    match (&expected.measure, &typed.measure) {
        (Measure::Percent, Measure::Bare) => Ok(percents(&found, value)),
        (_, Measure::Bare) => Ok(bare(value, suffix, expected)),
        (Measure::Percent, Measure::Percent) => Ok(vec![value]),
        (Measure::Bare, Measure::Percent) => Ok(vec![if is_share { value / 100.0 } else { value }]),
        // Names of what is counted are passed over, as the × of `9×`, and units are not.
        (Measure::Bare, Measure::Other(name)) if is_name(name) => {
            Ok(full(value, suffix, expected.scale))
        }
        (Measure::Other(own), Measure::Other(other)) if own == other => {
            Ok(full(value, suffix, expected.scale))
        }
        (
            Measure::Size { kind, factor, .. },
            Measure::Size {
                kind: other,
                factor: typed,
                ..
            },
        ) if kind == other => Ok(if (factor - typed).abs() <= f64::EPSILON * factor {
            full(value, suffix, expected.scale)
        } else {
            vec![value * typed / factor / expected.scale]
        }),
        _ => Err(TypedAnswer::OtherUnit),
    }
}

/// Numbers in per cent that were typed without a sign: a quotient up to 1 is a share.
fn percents(found: &Calculation<'_>, value: f64) -> Vec<f64> {
    let size = value.abs();
    let is_share = found.is_quotient && !found.has_hundred && size <= 1.0;
    let is_percent = if found.is_quotient {
        found.has_hundred && size > 1.0
    } else {
        size >= 1.0 || size == 0.0
    };
    match (is_share, is_percent) {
        (true, _) => vec![value * 100.0],
        (_, true) => vec![value],
        _ => vec![value * 100.0, value],
    }
}

/// Numbers without a unit. A letter behind one may take the place of the unit's prefix: `12k` before
/// GB.
fn bare(value: f64, suffix: f64, expected: &AnswerUnit) -> Vec<f64> {
    let numbers = full(value, suffix, expected.scale);
    match expected.measure {
        Measure::Size {
            factor,
            is_prefixed: true,
            ..
        } if suffix > 1.0 => {
            let of_base = value / factor / expected.scale;
            if (suffix - factor).abs() <= f64::EPSILON * factor {
                return vec![of_base];
            }
            numbers.into_iter().chain([of_base]).collect()
        }
        _ => numbers,
    }
}

/// A number typed before a unit with a scale: it counts in this scale, or is the full number if it is
/// as large. One with a word or letter for its size may be either: `5k` before *million $*.
fn full(value: f64, suffix: f64, scale: f64) -> Vec<f64> {
    let size = value.abs();
    let is_near = scale >= LARGE_SCALE && size >= scale.sqrt();
    if scale > 1.0 && size >= scale {
        vec![value / scale]
    } else if is_near || scale > 1.0 && suffix > 1.0 {
        vec![value / scale, value]
    } else {
        vec![value]
    }
}

/// True if a word behind a number names what is counted.
fn is_name(word: &str) -> bool {
    word.chars().count() > 1 || ["x", "×"].contains(&word) || word.starts_with(MONEY)
}
