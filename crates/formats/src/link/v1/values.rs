//! Values of keys: a plan's value as a link writes it, and all values that a key takes.

use std::ops::RangeInclusive;

use crate::link::text::{decimal, number, whole};
use cost::plan::{Plan, Word, WordSet};

/// A value as a link writes it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LinkValue {
    /// No value: not measured, all layers, an even split.
    None,
    Whole(u64),
    Number(f64),
    /// A word at a position of its vocabulary.
    Word(usize, &'static [&'static str]),
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
            Self::Word(index, words) => words[*index].to_owned(),
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

/// The value as the type of a plan's field; `None` if it is of another kind.
impl LinkValue {
    /// A word of a vocabulary.
    pub(super) fn of_word<W: Word>(word: W) -> Self {
        Self::Word(word.index(), W::WORDS)
    }

    /// Words of a vocabulary.
    pub(super) fn of_words<W: Word>(words: WordSet<W>) -> Self {
        Self::Words(words.bits(), W::WORDS)
    }

    /// Off or on.
    pub(super) fn of_flag(is_on: bool) -> Self {
        Self::Whole(u64::from(is_on))
    }

    pub(super) fn whole(&self) -> Option<u64> {
        match self {
            Self::Whole(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn flag(&self) -> Option<bool> {
        self.whole().map(|value| value != 0)
    }

    pub(super) fn word<W: Word>(&self) -> Option<W> {
        match self {
            Self::Word(index, _) => W::ALL.get(*index).copied(),
            _ => None,
        }
    }

    pub(super) fn words<W: Word>(&self) -> Option<WordSet<W>> {
        match self {
            Self::Words(bits, _) => Some(WordSet::from_bits(*bits)),
            _ => None,
        }
    }

    /// The numbers of a list; empty for [`LinkValue::None`].
    pub(super) fn wholes(&self) -> Option<&[u64]> {
        match self {
            Self::None => Some(&[]),
            Self::Wholes(values) => Some(values),
            _ => None,
        }
    }

    /// A value that may be left out.
    #[expect(clippy::option_option, reason = "no value, or a value of another kind")]
    pub(super) fn unless_none<T>(&self, take: fn(&Self) -> Option<T>) -> Option<Option<T>> {
        match self {
            Self::None => Some(None),
            value => take(value).map(Some),
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

/// The values that a key takes. Some keys also take `none`
/// ([`Key::has_none`](super::Key::has_none)).
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Off and on, written as 0 and 1.
    Switch,
    /// A whole number between limits.
    Whole(&'static RangeInclusive<u64>),
    /// A number between limits, to at most six decimals.
    Number(&'static RangeInclusive<f64>),
    /// One word of a vocabulary.
    Word(&'static [&'static str]),
    /// Any words of a vocabulary.
    Set(&'static [&'static str]),
    /// Several whole numbers.
    List {
        /// Number of values.
        count: &'static RangeInclusive<usize>,
        /// Limits of each value.
        limits: &'static RangeInclusive<u64>,
    },
}

/// Words of a switch.
const SWITCH: &[&str] = &["0", "1"];

impl Values {
    /// The words of a switch or a vocabulary; empty for numbers.
    #[must_use]
    pub const fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Switch => SWITCH,
            Self::Word(words) | Self::Set(words) => words,
            Self::Whole(_) | Self::Number(_) | Self::List { .. } => &[],
        }
    }

    /// The value that is written `none`.
    pub(super) const fn none(&self) -> LinkValue {
        match self {
            Self::Set(words) => LinkValue::Words(0, words),
            _ => LinkValue::None,
        }
    }

    /// The value of a text other than `none`; `None` if it is not among these values.
    pub(super) fn read(&self, text: &str) -> Option<LinkValue> {
        Some(match self {
            Self::Switch => LinkValue::Whole(whole(text, &(0..=1)).filter(|_| text.len() == 1)?),
            Self::Whole(limits) => LinkValue::Whole(whole(text, limits)?),
            Self::Number(limits) => LinkValue::Number(number(text, limits)?),
            Self::Word(words) => LinkValue::Word(position(words, text)?, words),
            Self::Set(words) => {
                let mut bits = 0;
                for member in text.split(',') {
                    bits |= 1 << position(words, member)?;
                }
                LinkValue::Words(bits, words)
            }
            Self::List { count, limits } => {
                let parts = text.split(',').map(|part| whole(part, limits));
                let parts: Option<Vec<u64>> = parts.collect();
                LinkValue::Wholes(parts.filter(|parts| count.contains(&parts.len()))?)
            }
        })
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
    /// Numbers, including words that are written as numbers, such as ZeRO's stages.
    Number,
    /// One word of a vocabulary.
    Word,
    /// Any words of a vocabulary, or `none`.
    Set,
    /// Several whole numbers, or `none`.
    List,
}

/// Position of a word in its vocabulary.
fn position(words: &[&str], text: &str) -> Option<usize> {
    words.iter().position(|word| *word == text)
}

/// The number of a word of digits; `None` of any other word.
pub(super) fn digit(word: &str) -> Option<f64> {
    whole(word, &(0..=9)).map(|number| number as f64)
}

/// The values of a key that a sweep offers. The sweep omits those that no plan can have.
#[derive(Clone, Copy, Debug)]
pub enum Offers {
    /// Powers of two from one value to another.
    Powers(u32, u32),
    /// Powers of two, and from 2 on the numbers halfway between.
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
