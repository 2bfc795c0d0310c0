//! Units, as questions print them and as people type them: `GB`, `million $`, `× 10²² FLOPs`, `ms`.

use super::calculation::{Separator, calculate, suffix};

/// A unit, with a number that is printed before it.
pub(super) struct AnswerUnit {
    /// The number printed before it, such as 10²² or a million; 1 without one.
    pub(super) scale: f64,
    /// The quantity that it measures.
    pub(super) measure: Measure,
    /// The rest of the unit, such as `/s` of `GB/s`; small letters without spaces.
    rest: String,
}

/// The quantity that a unit measures.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Measure {
    /// Nothing is named.
    Bare,
    /// A share, in per cent.
    Percent,
    /// A size with other units of the same kind.
    Size {
        /// The kind.
        kind: Kind,
        /// Base units in one: 10⁹ for GB, 60 for minutes.
        factor: f64,
        /// True if the factor is that of a prefix, such as G of GB.
        is_prefixed: bool,
    },
    /// Anything else, by its name: small letters, without the s of a plural.
    Other(String),
}

/// Kinds of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bytes,
    Flops,
    Watts,
    WattHours,
    Seconds,
}

/// Words for large numbers.
const SCALES: [(&[&str], f64); 4] = [
    (&["thousand"], 1e3),
    (&["million", "millions", "mn"], 1e6),
    (&["billion", "billions", "bn"], 1e9),
    (&["trillion", "trillions", "tn"], 1e12),
];
/// Names of units that take prefixes. Small letters are accepted, so that `m` is mega here.
const PREFIXED: [(&str, Kind); 7] = [
    ("bytes", Kind::Bytes),
    ("byte", Kind::Bytes),
    ("b", Kind::Bytes),
    ("flops", Kind::Flops),
    ("flop", Kind::Flops),
    ("wh", Kind::WattHours),
    ("w", Kind::Watts),
];
/// Prefixes of these units, and their factors.
const PREFIXES: [(&[&str], f64); 12] = [
    (&["k", "kilo"], 1e3),
    (&["m", "mega"], 1e6),
    (&["g", "giga"], 1e9),
    (&["t", "tera"], 1e12),
    (&["p", "peta"], 1e15),
    (&["e", "exa"], 1e18),
    (&["z", "zetta"], 1e21),
    (&["ki", "kibi"], 1_024.0),
    (&["mi", "mebi"], 1_048_576.0),
    (&["gi", "gibi"], 1_073_741_824.0),
    (&["ti", "tebi"], 1_099_511_627_776.0),
    (&["pi", "pebi"], 1_125_899_906_842_624.0),
];
/// Units of time in seconds. A year has 365.25 days, as everywhere on the page.
const TIMES: [(&[&str], f64); 9] = [
    (&["ns", "nanosecond", "nanoseconds"], 1e-9),
    (&["us", "µs", "μs", "microsecond", "microseconds"], 1e-6),
    (&["ms", "millisecond", "milliseconds"], 1e-3),
    (&["s", "sec", "secs", "second", "seconds"], 1.0),
    (&["min", "mins", "minute", "minutes"], 60.0),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600.0),
    (&["d", "day", "days"], 86_400.0),
    (&["w", "week", "weeks"], 604_800.0),
    (&["y", "yr", "yrs", "year", "years"], 31_557_600.0),
];
/// Signs of money.
pub(super) const MONEY: [char; 3] = ['$', '€', '£'];

/// The entry of a table by one of its names.
fn named(table: &[(&[&str], f64)], name: &str) -> Option<f64> {
    let known = table.iter().find(|(names, _)| names.contains(&name));
    known.map(|(_, factor)| *factor)
}

impl AnswerUnit {
    /// The unit that a question prints.
    pub(super) fn of_question(text: &str) -> Self {
        let text = text.trim();
        // `× 10²² FLOPs`.
        let product = text.trim_start_matches(['×', 'x', '*', '·', ' ']);
        let printed = calculate(product, Separator::Decimals, true);
        if let Some(printed) = printed.filter(|printed| printed.value > 0.0) {
            return Self {
                scale: printed.value,
                ..Self::of(printed.rest, true)
            };
        }
        Self::of(text, true)
    }

    /// The unit that a person types behind a number; `None` if it is none. `has_bytes` says that `B`
    /// stands for bytes.
    pub(super) fn typed(text: &str, has_bytes: bool) -> Option<Self> {
        let text = text.trim();
        let is_of_unit = |letter: char| letter.is_alphabetic() || " -/%'×".contains(letter);
        let is_unit = text
            .chars()
            .all(|letter| is_of_unit(letter) || MONEY.contains(&letter));
        // An operator without a number, as in `7/`.
        let is_cut = text.starts_with('-') || text.ends_with(['-', '/']);
        (is_unit && !is_cut).then(|| Self::of(text, has_bytes))
    }

    fn of(text: &str, has_bytes: bool) -> Self {
        let text = text.trim();
        let end = text.find([' ', '/']).unwrap_or(text.len());
        let (word, after) = text.split_at(end);
        if let Some(scale) = scale(word, after, has_bytes) {
            return Self {
                scale,
                ..Self::of(after, true)
            };
        }
        let is_sign = |letter: &char| MONEY.contains(letter) || *letter == '%';
        let sign = text.chars().next().filter(is_sign);
        let end = sign.map_or(end, char::len_utf8);
        let (word, after) = text.split_at(end);
        let after = after
            .to_lowercase()
            .replace(" per ", "/")
            .replace(" a ", "/");
        Self {
            scale: 1.0,
            measure: Measure::of(word),
            rest: after.replace(' ', ""),
        }
    }

    /// True if a typed unit may stand for this one of the question: it names the same, or less.
    pub(super) fn accepts(&self, typed: &Self) -> bool {
        typed.rest.is_empty() || typed.rest == self.rest
    }
}

/// The factor of a word for a large number, or of a letter.
fn scale(word: &str, after: &str, has_bytes: bool) -> Option<f64> {
    let mut letters = word.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    // `T` alone is trillions; `B` alone is bytes, and `B parameters` is not.
    let has_bytes = has_bytes && after.trim().is_empty();
    let letter = letter.and_then(|letter| suffix(letter, has_bytes));
    letter.or_else(|| named(&SCALES, &word.to_lowercase()))
}

impl Measure {
    fn of(word: &str) -> Self {
        let small = word.to_lowercase();
        match small.as_str() {
            "" => return Self::Bare,
            "%" | "percent" => return Self::Percent,
            "usd" | "dollar" | "dollars" => return Self::Other("$".to_owned()),
            _ => {}
        }
        if let Some(factor) = named(&TIMES, &small) {
            return Self::Size {
                kind: Kind::Seconds,
                factor,
                is_prefixed: false,
            };
        }
        for (name, kind) in PREFIXED {
            let Some(prefix) = small.strip_suffix(name) else {
                continue;
            };
            let factor = match prefix {
                "" => Some(1.0),
                prefix => named(&PREFIXES, prefix),
            };
            if let Some(factor) = factor {
                return Self::Size {
                    kind,
                    factor,
                    is_prefixed: !prefix.is_empty(),
                };
            }
        }
        let singular = small.strip_suffix('s').filter(|name| name.len() > 1);
        Self::Other(singular.unwrap_or(&small).to_owned())
    }
}
