//! The keys of a link one by one: which there are, what they take, and what a plan has of each.

use super::fields::FIELDS;
use super::row::LinkField;
use super::values::{KeyKind, LinkValue, Offers, Values, digit};
use crate::link::text::decimal;
use cost::plan::Plan;

/// A key of a link, but for `v` and `p`.
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

    /// Symbol of its unit; empty for counts and words.
    #[cfg(feature = "command")]
    #[must_use]
    pub const fn unit(self) -> &'static str {
        self.0.unit
    }

    /// The values that it takes.
    #[must_use]
    pub const fn values(self) -> &'static Values {
        &self.0.values
    }

    /// The type of its values.
    #[must_use]
    pub fn kind(self) -> KeyKind {
        self.0.values.kind()
    }

    /// True if it takes `none`.
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

    /// True if `--fix` restricts it.
    #[must_use]
    pub const fn is_fixed(self) -> bool {
        self.0.is_fixed
    }

    /// The release that brought it, such as `0.1`.
    #[cfg(feature = "command")]
    #[must_use]
    pub const fn since(self) -> &'static str {
        self.0.since
    }

    /// True if a text is one of its values.
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
