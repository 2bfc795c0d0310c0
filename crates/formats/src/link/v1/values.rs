//! Values of keys: a value of a plan as a link writes it, and all values that a key takes.

use std::ops::RangeInclusive;

use crate::link::text::{decimal, whole};
use cost::plan::Plan;

/// A value as a link writes it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LinkValue {
    /// Left out: not measured, all layers, an even split.
    None,
    Whole(u64),
    Number(f64),
    Word(&'static str),
    /// Members of a vocabulary, one bit each.
    Words(u32, &'static [&'static str]),
    Wholes(Vec<u64>),
}

impl LinkValue {
    /// The text in a link.
    pub(super) fn text(&self) -> String {
        match self {
            Self::None => String::from("none"),
            Self::Whole(value) => value.to_string(),
            Self::Number(value) => decimal(*value),
            Self::Word(word) => (*word).to_owned(),
            Self::Words(0, _) => String::from("none"),
            Self::Words(bits, words) => {
                let members = words
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| bits & 1 << index != 0);
                join(members.map(|(_, word)| (*word).to_owned()))
            }
            Self::Wholes(values) => join(values.iter().map(u64::to_string)),
        }
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for part in parts {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&part);
    }
    text
}

/// The values that a key takes. Some keys take `none` too ([`Key::has_none`](super::Key::has_none)).
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Off and on, written as 0 and 1.
    Switch,
    /// A whole number between limits.
    Whole(RangeInclusive<u64>),
    /// A number between limits, to at most six decimals.
    Number(RangeInclusive<f64>),
    /// One word of a vocabulary.
    Word(&'static [&'static str]),
    /// Any words of a vocabulary.
    Set(&'static [&'static str]),
    /// Several whole numbers.
    List {
        /// How many.
        count: RangeInclusive<usize>,
        /// Limits of each.
        limits: RangeInclusive<u64>,
    },
}

/// Words of a switch.
const SWITCH: &[&str] = &["0", "1"];

impl Values {
    /// The words of a switch or a vocabulary; none of numbers.
    #[must_use]
    pub const fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Switch => SWITCH,
            Self::Word(words) | Self::Set(words) => words,
            Self::Whole(_) | Self::Number(_) | Self::List { .. } => &[],
        }
    }

    /// The type of these values.
    #[must_use]
    pub fn kind(&self) -> KeyKind {
        match self {
            Self::Switch | Self::Whole(_) | Self::Number(_) => KeyKind::Number,
            Self::Word(words) if words.iter().all(|word| digit(word).is_some()) => KeyKind::Number,
            Self::Word(_) => KeyKind::Word,
            Self::Set(_) => KeyKind::Set,
            Self::List { .. } => KeyKind::List,
        }
    }
}

/// The type of a key's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Numbers; words that are written as numbers too, such as those of ZeRO's stages.
    Number,
    /// One word of a vocabulary.
    Word,
    /// Any words of a vocabulary, or `none`.
    Set,
    /// Several whole numbers, or `none`.
    List,
}

/// The number that a word is written as, if it is one.
pub(super) fn digit(word: &str) -> Option<f64> {
    whole(word, &(0..=9)).map(|number| number as f64)
}

/// The values of a key that a sweep offers. Those that no plan can have are left out by the sweep.
#[derive(Clone, Copy, Debug)]
pub enum Offers {
    /// Powers of two from one value to another.
    Powers(u32, u32),
    /// Powers of two, and from 2 on those halfway between.
    Halves,
    /// Divisors of a count of the plan.
    Divisors(fn(&Plan) -> u64),
    /// From an eighth of the present value to twice it, by eighths.
    Eighths,
    /// From a tenth of the present value to ten times it.
    Around,
    /// Every word of the key, or off and on.
    Words,
}
