//! Plain scalars: what a word without quotes stands for in YAML and in what Python prints.
//!
//! Tests: `crates/formats/tests/all/yaml.rs`, with `tests/data/yaml_scalars.tsv`.

use super::value::ParsedValue;
use crate::number;

/// The types of YAML that a plain scalar or a tag can give, beside texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ScalarType {
    Null,
    Bool,
    Int,
    Float,
}

impl ScalarType {
    /// The type of a tag of YAML.
    pub(crate) fn of_tag(suffix: &str) -> Option<Self> {
        Some(match suffix {
            "null" => Self::Null,
            "bool" => Self::Bool,
            "int" => Self::Int,
            "float" => Self::Float,
            _ => return None,
        })
    }

    /// The type of a plain scalar by the expressions of YAML 1.1 in PyYAML; `None` for texts, which
    /// times and dates are here too.
    ///
    /// Source: yaml/pyyaml 6.0.4, `lib/yaml/resolver.py`.
    fn of_plain(text: &str) -> Option<Self> {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => return Some(Self::Null),
            "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "true" | "True" | "TRUE" | "false"
            | "False" | "FALSE" | "on" | "On" | "ON" | "off" | "Off" | "OFF" => {
                return Some(Self::Bool);
            }
            _ => {}
        }
        if is_int(text) {
            Some(Self::Int)
        } else {
            is_float(text).then_some(Self::Float)
        }
    }

    /// The value of a text of this type; `None` if it has none.
    ///
    /// Source: yaml/pyyaml 6.0.4, `lib/yaml/constructor.py`.
    pub(crate) fn value(self, text: &str) -> Option<ParsedValue> {
        match self {
            Self::Null => Some(ParsedValue::Null),
            Self::Bool => {
                let is =
                    |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
                let is_on = is(["yes", "true", "on"]);
                (is_on || is(["no", "false", "off"])).then_some(ParsedValue::Switch(is_on))
            }
            Self::Int => int(&text.replace('_', "")),
            Self::Float => float(&text.replace('_', "")),
        }
    }
}

/// A plain scalar as PyYAML reads it.
pub(crate) fn yaml(text: &str) -> ParsedValue {
    let value = ScalarType::of_plain(text).and_then(|of| of.value(text));
    value.unwrap_or_else(|| ParsedValue::Text(text.to_owned()))
}

/// A value as Python prints it, or as Hydra reads it: an exponent needs no point, and numbers have
/// base ten.
pub(crate) fn literal(text: &str) -> ParsedValue {
    match text {
        "" | "null" | "None" => return ParsedValue::Null,
        "true" | "True" => return ParsedValue::Switch(true),
        "false" | "False" => return ParsedValue::Switch(false),
        _ => {}
    }
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    let digits = text.replace('_', "");
    let number = is_number.then(|| decimal(&digits)).flatten();
    number.unwrap_or_else(|| ParsedValue::Text(text.to_owned()))
}

/// A decimal number, whole or not. One beyond all floats stays as it is written.
fn decimal(digits: &str) -> Option<ParsedValue> {
    if let Ok(number) = digits.parse::<u64>() {
        return Some(ParsedValue::Whole(number));
    }
    Some(match number::read(digits)? {
        number if number.is_finite() => ParsedValue::of_number(number),
        _ => ParsedValue::Number(digits.to_owned()),
    })
}

/// The text behind a sign.
fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

/// True of a text that has letters of a kind alone, one at least.
fn is_all(text: &str, is_part: impl Fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(is_part)
}

const fn is_digit(letter: u8) -> bool {
    letter.is_ascii_digit() || letter == b'_'
}

/// True of a digit, followed by digits and underscores.
fn is_digits(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit()) && is_all(text, is_digit)
}

/// True of numbers below 60 with colons between them.
fn is_sexagesimal(parts: &str) -> bool {
    parts.split(':').all(|part| match part.as_bytes() {
        [last] => last.is_ascii_digit(),
        [first, last] => matches!(first, b'0'..=b'5') && last.is_ascii_digit(),
        _ => false,
    })
}

fn is_int(text: &str) -> bool {
    let text = unsigned(text);
    if let Some(bits) = text.strip_prefix("0b") {
        return is_all(bits, |bit| matches!(bit, b'0' | b'1' | b'_'));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return is_all(digits, |digit| digit.is_ascii_hexdigit() || digit == b'_');
    }
    if let Some(digits) = text.strip_prefix('0') {
        return digits.is_empty() || is_all(digits, |digit| matches!(digit, b'0'..=b'7' | b'_'));
    }
    match text.split_once(':') {
        Some((first, parts)) => is_digits(first) && is_sexagesimal(parts),
        None => is_digits(text),
    }
}

fn is_float(text: &str) -> bool {
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    // A sign needs a digit before the point.
    if let Some(decimals) = text.strip_prefix('.') {
        let (digits, power) = mantissa(decimals);
        if is_digits(digits) && is_power(power) {
            return true;
        }
    }
    let text = unsigned(text);
    if matches!(text, ".inf" | ".Inf" | ".INF") {
        return true;
    }
    let Some((whole, decimals)) = text.split_once('.') else {
        return false;
    };
    let is_tail = |digits: &str| digits.bytes().all(is_digit);
    if let Some((first, parts)) = whole.split_once(':') {
        return is_digits(first) && is_sexagesimal(parts) && is_tail(decimals);
    }
    let (digits, power) = mantissa(decimals);
    is_digits(whole) && is_tail(digits) && is_power(power)
}

/// Decimals without an exponent, and the exponent behind its letter.
fn mantissa(decimals: &str) -> (&str, Option<&str>) {
    match decimals.split_once(['e', 'E']) {
        Some((digits, power)) => (digits, Some(power)),
        None => (decimals, None),
    }
}

/// True if an exponent has a sign, as YAML 1.1 demands, and digits; or if there is none.
fn is_power(power: Option<&str>) -> bool {
    power.is_none_or(|power| {
        let digits = power.strip_prefix(['+', '-']);
        digits.is_some_and(|digits| is_all(digits, |digit| digit.is_ascii_digit()))
    })
}

/// The whole number of a text without underscores: with a prefix of its base, or sexagesimal.
fn int(text: &str) -> Option<ParsedValue> {
    let is_negative = text.starts_with('-');
    let digits = unsigned(text);
    let base = |digits: &str, base| {
        let is_digit = |digit: u8| (digit as char).is_digit(base);
        is_all(digits, is_digit).then(|| u64::from_str_radix(digits, base).ok())
    };
    let found = if let Some(bits) = digits.strip_prefix("0b") {
        base(bits, 2)?
    } else if let Some(digits) = digits.strip_prefix("0x") {
        base(digits, 16)?
    } else if digits != "0" && digits.starts_with('0') {
        // Python's prefix, which only a tagged text can have.
        base(digits.strip_prefix("0o").unwrap_or(digits), 8)?
    } else if digits.contains(':') {
        let mut parts = digits.split(':').map(|part| base(part, 10)?);
        let sum = parts.try_fold(0_u64, |sum, part| sum.checked_mul(60)?.checked_add(part?));
        sum.map(Some)?
    } else {
        base(digits, 10)?
    };
    Some(match found {
        Some(size) if is_negative && size > 0 => {
            ParsedValue::Number(["-", &size.to_string()].concat())
        }
        Some(number) => ParsedValue::Whole(number),
        None => ParsedValue::Number(text.to_owned()),
    })
}

/// The number of a text without underscores, as Python's `float` reads it, or sexagesimal.
fn float(text: &str) -> Option<ParsedValue> {
    let is = |words: [&str; 2]| {
        let size = unsigned(text);
        words.iter().any(|word| size.eq_ignore_ascii_case(word))
    };
    if is([".inf", "inf"]) || is([".nan", "nan"]) {
        return Some(ParsedValue::Number(text.to_owned()));
    }
    let Some((first, parts)) = unsigned(text).split_once(':') else {
        return decimal(text);
    };
    let mut sum = number::read(first)?;
    for part in parts.split(':') {
        sum = sum * 60.0 + number::read(part)?;
    }
    let number = if text.starts_with('-') { -sum } else { sum };
    Some(ParsedValue::of_number(number))
}
