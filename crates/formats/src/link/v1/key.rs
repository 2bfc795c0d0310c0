//! The keys of a link one by one: their list, their values, and a plan's value of each.

use std::ops::RangeInclusive;

use super::fields::FIELDS;
use super::row::LinkField;
use super::values::{KeyKind, LinkValue, Offers, Values, digit};
use crate::link::text::decimal;
use cost::plan::Plan;

/// A key of a link, other than `v` and `p`.
#[derive(Clone, Copy)]
pub struct Key(&'static LinkField);

impl Key {
    /// Every key, in the order in which a link has them.
    pub fn all() -> impl Iterator<Item = Self> {
        FIELDS.iter().map(Self)
    }

    /// The key at a position of [`Key::all`].
    #[must_use]
    pub const fn at(index: usize) -> Option<Self> {
        if index < FIELDS.len() {
            Some(Self(&FIELDS[index]))
        } else {
            None
        }
    }

    /// The key of a name, for constants: a wrong name does not compile.
    ///
    /// ```
    /// use formats::link::Key;
    /// const TENSOR: Key = Key::of("tp");
    /// assert_eq!(TENSOR.name(), "tp");
    /// ```
    ///
    /// ```compile_fail
    /// const NONE: formats::link::Key = formats::link::Key::of("colour");
    /// ```
    ///
    /// # Panics
    /// If there is no such key, which is an error of the compiler in a constant.
    #[must_use]
    pub const fn of(name: &str) -> Self {
        let mut index = 0;
        while let Some(key) = Self::at(index) {
            if is_same(key.0.key.as_bytes(), name.as_bytes()) {
                return key;
            }
            index += 1;
        }
        panic!("there is no key of this name")
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

    /// Symbol of the key's unit; empty for counts and words.
    #[cfg(feature = "command")]
    #[must_use]
    pub const fn unit(self) -> &'static str {
        self.0.unit
    }

    /// The values that the key takes.
    #[must_use]
    pub const fn values(self) -> &'static Values {
        &self.0.values
    }

    /// The type of the key's values.
    #[must_use]
    pub fn kind(self) -> KeyKind {
        self.0.values.kind()
    }

    /// True if the key takes `none`.
    ///
    /// ```
    /// use formats::link::Key;
    /// let has_none = |key| Key::named(key).unwrap().has_none();
    /// assert!(has_none("mstep") && has_none("off") && has_none("pos"));
    /// assert!(!has_none("gbs"));
    /// ```
    #[must_use]
    pub fn has_none(self) -> bool {
        self.0.has_none || self.0.values.words().contains(&"none")
    }

    /// The values that a sweep offers; `None` if no sweep varies the key.
    #[must_use]
    pub const fn offers(self) -> Option<Offers> {
        self.0.offers
    }

    /// True if `--fix` restricts the key.
    #[must_use]
    pub const fn is_fixed(self) -> bool {
        self.0.is_fixed
    }

    /// The release that added the key, such as `0.1`.
    #[cfg(feature = "command")]
    #[must_use]
    pub const fn since(self) -> &'static str {
        self.0.since
    }

    /// True if a text is a value of the key.
    #[must_use]
    pub fn takes(self, text: &str) -> bool {
        self.0.read(text).is_some()
    }

    /// The current value in a plan, as a link writes it.
    #[must_use]
    pub fn value(self, plan: &Plan) -> String {
        (self.0.get)(plan).text()
    }

    /// Sets the key as a link does. Returns false and changes nothing if the text is not a value of
    /// the key.
    pub fn set(self, plan: &mut Plan, text: &str) -> bool {
        let value = self.0.read(text);
        value.is_some_and(|value| self.0.set(plan, &value).is_some())
    }

    /// Sets the key to a number that is not negative, to at most six decimals. Returns false and
    /// changes nothing if the key cannot have that value.
    pub fn set_number(self, plan: &mut Plan, value: f64) -> bool {
        self.set(plan, &decimal(value))
    }

    /// Limits of the key's numbers; `None` if the key is no number between limits.
    #[must_use]
    pub const fn limits(self) -> Option<RangeInclusive<f64>> {
        match self.0.values {
            Values::Whole(limits) => Some(*limits.start() as f64..=*limits.end() as f64),
            Values::Number(limits) => Some(*limits.start()..=*limits.end()),
            _ => None,
        }
    }

    /// Position of the current value among those that the key offers as a choice: off and on, the
    /// words of its vocabulary, or a few whole numbers. For a set, one bit for each member.
    ///
    /// ```
    /// use formats::link::{self, Key};
    /// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&ckpt=full&off=opt,acts");
    /// let choice = |key: &str| Key::named(key).unwrap().choice(&plan);
    /// assert_eq!((choice("ckpt"), choice("off"), choice("split")), (Some(2), Some(0b101), None));
    /// ```
    #[must_use]
    pub fn choice(self, plan: &Plan) -> Option<usize> {
        match ((self.0.get)(plan), &self.0.values) {
            (LinkValue::Word(index, _), _) => Some(index),
            (LinkValue::Words(bits, _), _) => Some(bits as usize),
            (LinkValue::Whole(value), Values::Whole(limits)) => {
                Some(value.saturating_sub(*limits.start()) as usize)
            }
            (LinkValue::Whole(value), _) => Some(value as usize),
            _ => None,
        }
    }

    /// Sets the key to a value by its number in [`Key::choice`]. A value that equals the default is
    /// not stored, so that the default continues to follow other keys. Returns false and changes
    /// nothing if there is no such value.
    pub fn choose(self, plan: &mut Plan, choice: usize) -> bool {
        let value = match &self.0.values {
            Values::Switch if choice < 2 => LinkValue::Whole(choice as u64),
            Values::Word(words) if choice < words.len() => LinkValue::Word(choice, words),
            Values::Set(words) if choice < 1 << words.len() => {
                LinkValue::Words(choice as u32, words)
            }
            Values::Whole(limits) => {
                let value = limits.start().saturating_add(choice as u64);
                if !limits.contains(&value) {
                    return false;
                }
                LinkValue::Whole(value)
            }
            _ => return false,
        };
        self.unset(plan);
        (self.0.get)(plan) == value || self.0.set(plan, &value).is_some()
    }

    /// Removes the value that a plan chose, so that the default follows other keys. Returns true if
    /// there was one.
    ///
    /// ```
    /// use formats::link::{self, Key};
    /// let (mut plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&recipe=nemo&kern=eager&tp=2");
    /// let unset = |key: &str, plan: &mut _| Key::named(key).unwrap().unset(plan);
    /// assert!(unset("kern", &mut plan) && !unset("kern", &mut plan) && !unset("tp", &mut plan));
    /// assert_eq!(link::encode(&plan), "#v=1&p=llama3-8b/h100x8&tp=2&recipe=nemo");
    /// ```
    pub fn unset(self, plan: &mut Plan) -> bool {
        self.0.unset.is_some_and(|unset| unset(plan))
    }

    /// Current number of the key in a plan, if it is a number.
    #[must_use]
    pub fn number(self, plan: &Plan) -> Option<f64> {
        match (self.0.get)(plan) {
            LinkValue::Whole(value) => Some(value as f64),
            LinkValue::Number(value) => Some(value),
            LinkValue::Word(index, words) => digit(words[index]),
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
            LinkValue::Word(index, words) => words[index] == word,
            LinkValue::Words(bits, words) => {
                let mut members = words.iter().enumerate();
                members.any(|(index, held)| bits & 1 << index != 0 && *held == word)
            }
            LinkValue::Whole(_) | LinkValue::Number(_) | LinkValue::Wholes(_) => false,
        }
    }
}

/// True if two texts are equal, in constants.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
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
