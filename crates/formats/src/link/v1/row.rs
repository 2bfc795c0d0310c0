//! A row of the table of keys, and short forms to write one.

use super::values::{LinkValue, Offers, Values};
use crate::link::text;
use cost::plan::{Plan, Word, WordSet};

/// One key: its values, how to read it off a plan and set it, and what may vary it.
pub(super) struct LinkField {
    pub(super) key: &'static str,
    /// Symbol of the unit; empty for counts and words.
    #[cfg(feature = "command")]
    pub(super) unit: &'static str,
    pub(super) values: Values,
    /// True if it also takes `none`, which is no word of its vocabulary.
    pub(super) has_none: bool,
    pub(super) get: fn(&Plan) -> LinkValue,
    /// `None` leaves the plan as it was: the text is not a value of this key.
    pub(super) set: fn(&mut Plan, &str) -> Option<()>,
    /// The values that a sweep offers; `None` if no sweep varies it.
    pub(super) offers: Option<Offers>,
    /// True if `--fix` restricts it.
    pub(super) is_fixed: bool,
    /// The release that brought it.
    #[cfg(feature = "command")]
    pub(super) since: &'static str,
}

impl LinkField {
    /// A key of the first release that no sweep and no search varies.
    #[cfg_attr(not(feature = "command"), allow(unused_variables))]
    pub(super) const fn new(
        key: &'static str,
        unit: &'static str,
        values: Values,
        get: fn(&Plan) -> LinkValue,
        set: fn(&mut Plan, &str) -> Option<()>,
    ) -> Self {
        Self {
            key,
            #[cfg(feature = "command")]
            unit,
            has_none: matches!(values, Values::Set(_) | Values::List { .. }),
            values,
            get,
            set,
            offers: None,
            is_fixed: false,
            #[cfg(feature = "command")]
            since: "0.1",
        }
    }

    /// The key with the values that a sweep offers.
    pub(super) const fn swept(self, offers: Offers) -> Self {
        Self {
            offers: Some(offers),
            ..self
        }
    }

    /// The key as one that `--fix` restricts.
    pub(super) const fn fixed(self) -> Self {
        Self {
            is_fixed: true,
            ..self
        }
    }

    /// The key as one that also takes `none`.
    pub(super) const fn or_none(self) -> Self {
        Self {
            has_none: true,
            ..self
        }
    }
}

/// Reads 0 or 1.
pub(super) fn read_flag(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

/// Reads a list of words of a vocabulary; `none` is the empty one.
pub(super) fn read_words<W: Word>(text: &str) -> Option<WordSet<W>> {
    if text == "none" {
        return Some(WordSet::EMPTY);
    }
    let members: Option<Vec<W>> = text.split(',').map(W::parse).collect();
    members.map(|members| WordSet::of(&members))
}

/// Reads whole numbers of a list; `none` is the empty one.
pub(super) fn read_list(text: &str, values: &Values) -> Option<Vec<u64>> {
    let Values::List { count, limits } = values else {
        return None;
    };
    if text == "none" {
        return Some(Vec::new());
    }
    let parts = text.split(',').map(|part| text::whole(part, limits));
    let parts: Option<Vec<u64>> = parts.collect();
    parts.filter(|parts| count.contains(&parts.len()))
}

/// Reads a value that may be taken away: `none`, or what `read` makes of the text.
pub(super) fn unless_none<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text == "none" {
        Some(None)
    } else {
        read(text).map(Some)
    }
}

/// A whole number. The last argument is the value in force, where a default follows other fields.
macro_rules! whole {
    ($key:literal, $unit:literal, $limits:expr, $($field:ident).+) => {
        LinkField::new(
            $key,
            $unit,
            Values::Whole($limits),
            |plan| LinkValue::Whole(plan.$($field).+),
            |plan, text| { plan.$($field).+ = text::whole(text, &$limits)?; Some(()) },
        )
    };
    ($key:literal, $unit:literal, $limits:expr, $($field:ident).+, $now:expr) => {
        LinkField::new(
            $key,
            $unit,
            Values::Whole($limits),
            |plan| LinkValue::Whole($now(plan)),
            |plan, text| { plan.$($field).+ = Some(text::whole(text, &$limits)?); Some(()) },
        )
    };
}

/// A whole number, or `none`.
macro_rules! whole_or_none {
    ($key:literal, $unit:literal, $limits:expr, $($field:ident).+) => {
        LinkField::new(
            $key,
            $unit,
            Values::Whole($limits),
            |plan| plan.$($field).+.map_or(LinkValue::None, LinkValue::Whole),
            |plan, text| {
                plan.$($field).+ = row::unless_none(text, |text| text::whole(text, &$limits))?;
                Some(())
            },
        )
        .or_none()
    };
}

/// A number. The last argument is the value in force, where a default follows other fields.
macro_rules! number {
    ($key:literal, $unit:literal, $limits:expr, $($field:ident).+) => {
        LinkField::new(
            $key,
            $unit,
            Values::Number($limits),
            |plan| LinkValue::Number(plan.$($field).+),
            |plan, text| { plan.$($field).+ = text::number(text, &$limits)?; Some(()) },
        )
    };
    ($key:literal, $unit:literal, $limits:expr, $($field:ident).+, $now:expr) => {
        LinkField::new(
            $key,
            $unit,
            Values::Number($limits),
            |plan| LinkValue::Number($now(plan)),
            |plan, text| { plan.$($field).+ = Some(text::number(text, &$limits)?); Some(()) },
        )
    };
}

/// A number, or `none`.
macro_rules! number_or_none {
    ($key:literal, $unit:literal, $limits:expr, $($field:ident).+) => {
        LinkField::new(
            $key,
            $unit,
            Values::Number($limits),
            |plan| plan.$($field).+.map_or(LinkValue::None, LinkValue::Number),
            |plan, text| {
                plan.$($field).+ = row::unless_none(text, |text| text::number(text, &$limits))?;
                Some(())
            },
        )
        .or_none()
    };
}

/// A switch. The last argument is the value in force, where a default follows other fields.
macro_rules! switch {
    ($key:literal, $($field:ident).+) => {
        LinkField::new(
            $key,
            "",
            Values::Switch,
            |plan| LinkValue::Whole(u64::from(plan.$($field).+)),
            |plan, text| { plan.$($field).+ = row::read_flag(text)?; Some(()) },
        )
    };
    ($key:literal, $($field:ident).+, $now:expr) => {
        LinkField::new(
            $key,
            "",
            Values::Switch,
            |plan| LinkValue::Whole(u64::from($now(plan))),
            |plan, text| { plan.$($field).+ = Some(row::read_flag(text)?); Some(()) },
        )
    };
}

/// A word of a vocabulary. The last argument is the word in force, where a default follows other
/// fields.
macro_rules! word {
    ($key:literal, $words:ident, $($field:ident).+) => {
        LinkField::new(
            $key,
            "",
            Values::Word($words::WORDS),
            |plan| LinkValue::Word(plan.$($field).+.word()),
            |plan, text| { plan.$($field).+ = $words::parse(text)?; Some(()) },
        )
    };
    ($key:literal, $words:ident, $($field:ident).+, $now:expr) => {
        LinkField::new(
            $key,
            "",
            Values::Word($words::WORDS),
            |plan| LinkValue::Word($now(plan).word()),
            |plan, text| { plan.$($field).+ = Some($words::parse(text)?); Some(()) },
        )
    };
}

/// Any words of a vocabulary. The last argument is the set in force, where a default follows other
/// fields.
macro_rules! words {
    ($key:literal, $words:ident, $($field:ident).+) => {
        LinkField::new(
            $key,
            "",
            Values::Set($words::WORDS),
            |plan| LinkValue::Words(plan.$($field).+.bits(), $words::WORDS),
            |plan, text| { plan.$($field).+ = row::read_words(text)?; Some(()) },
        )
    };
    ($key:literal, $words:ident, $($field:ident).+, $now:expr) => {
        LinkField::new(
            $key,
            "",
            Values::Set($words::WORDS),
            |plan| LinkValue::Words($now(plan).bits(), $words::WORDS),
            |plan, text| { plan.$($field).+ = Some(row::read_words(text)?); Some(()) },
        )
    };
}

pub(super) use {number, number_or_none, switch, whole, whole_or_none, word, words};
