//! The keys of a link one by one: which there are, what they take, and what a plan has of each.

use super::fields::{FIELDS, LISTS, LinkField, LinkValue};
use crate::catalog;
use crate::link::text::whole;
use cost::plan::Plan;

/// A key of a link, but for `v` and `p`.
#[derive(Clone, Copy)]
pub struct Key(&'static LinkField);

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

impl Key {
    /// Every key, in the order in which a link has them.
    pub fn all() -> impl Iterator<Item = Self> {
        FIELDS.iter().map(Self)
    }

    /// The key of a name.
    ///
    /// ```
    /// use formats::catalog;
    /// use formats::link::Key;
    /// let key = Key::named("zero").unwrap();
    /// assert_eq!(key.number(&catalog::default_plan()), Some(1.0));
    /// assert!(key.takes("3") && !key.takes("4"));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|key| key.0.key == name)
    }

    /// Name of the key.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.key
    }

    /// The type of its values.
    #[must_use]
    pub fn kind(self) -> KeyKind {
        match (self.0.get)(&catalog::default_plan()) {
            LinkValue::Word(word) if number_of(word).is_none() => KeyKind::Word,
            LinkValue::Words(..) => KeyKind::Set,
            LinkValue::None | LinkValue::Wholes(_) if LISTS.contains(&self.0.key) => KeyKind::List,
            _ => KeyKind::Number,
        }
    }

    /// True if a text is one of its values.
    #[must_use]
    pub fn takes(self, text: &str) -> bool {
        (self.0.set)(&mut catalog::default_plan(), text).is_some()
    }

    /// Current number of the key in a plan, if it is a number.
    #[must_use]
    pub fn number(self, plan: &Plan) -> Option<f64> {
        match (self.0.get)(plan) {
            LinkValue::Whole(value) => Some(value as f64),
            LinkValue::Number(value) => Some(value),
            LinkValue::Word(word) => number_of(word),
            LinkValue::None | LinkValue::Words(..) | LinkValue::Wholes(_) => None,
        }
    }

    /// True if the current word is this one; for a set, true if this one is a member.
    ///
    /// ```
    /// use formats::link::{self, Key};
    /// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&ckpt=full&off=opt,acts");
    /// let is = |key: &str, word| Key::named(key).unwrap().is(&plan, word);
    /// assert!(is("ckpt", "full") && is("off", "acts") && is("split", "none"));
    /// assert!(!is("off", "none"));
    /// ```
    #[must_use]
    pub fn is(self, plan: &Plan, word: &str) -> bool {
        match (self.0.get)(plan) {
            LinkValue::None | LinkValue::Words(0, _) => word == "none",
            LinkValue::Word(held) => held == word,
            LinkValue::Words(bits, words) => {
                let mut members = words.iter().enumerate();
                members.any(|(index, held)| bits & 1 << index != 0 && *held == word)
            }
            LinkValue::Whole(_) | LinkValue::Number(_) | LinkValue::Wholes(_) => false,
        }
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.0.key == other.0.key
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0.key)
    }
}

/// The number that a word is written as, if it is one.
fn number_of(word: &str) -> Option<f64> {
    whole(word, &(0..=9)).map(|number| number as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the name of a key distinguishes a list of numbers from a number that may be none.
    #[test]
    fn lists_are_those_that_take_several_numbers() {
        for key in Key::all() {
            let takes_several = key.takes("1,1") || key.takes("1,1,1,1,1");
            assert_eq!(takes_several, key.kind() == KeyKind::List, "{key:?}");
        }
    }
}
