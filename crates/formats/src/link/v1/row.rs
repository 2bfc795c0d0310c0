//! A row of the table of keys, and short forms to write one.

use super::values::{LinkValue, Offers, Values};
use cost::plan::Plan;

/// One key: its values, the functions that read and set it, and the searches and sweeps that vary
/// it.
pub(super) struct LinkField {
    pub(super) key: &'static str,
    /// Symbol of the unit; empty for counts and words.
    #[cfg(feature = "command")]
    pub(super) unit: &'static str,
    pub(super) values: Values,
    /// True if the key also takes `none`, which is no word of its vocabulary.
    pub(super) has_none: bool,
    pub(super) get: fn(&Plan) -> LinkValue,
    /// Sets a value that [`LinkField::read`] or `get` made; `None` if it is of another kind.
    set: fn(&mut Plan, &LinkValue) -> Option<()>,
    /// Removes the chosen value, so that the default applies, and returns true if there was one.
    /// `None` if the key has no default that follows other keys.
    pub(super) unset: Option<fn(&mut Plan) -> bool>,
    /// The values that a sweep offers; `None` if no sweep varies the key.
    pub(super) offers: Option<Offers>,
    /// True if `--fix` restricts the key.
    pub(super) is_fixed: bool,
    /// The release that added the key.
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
        set: fn(&mut Plan, &LinkValue) -> Option<()>,
    ) -> Self {
        Self {
            key,
            #[cfg(feature = "command")]
            unit,
            has_none: matches!(values, Values::Set(_) | Values::List { .. }),
            values,
            get,
            set,
            unset: None,
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

    /// The key as one of a later release than the first.
    #[cfg_attr(not(feature = "command"), allow(unused_mut, unused_variables))]
    pub(super) const fn since(mut self, release: &'static str) -> Self {
        #[cfg(feature = "command")]
        {
            self.since = release;
        }
        self
    }

    /// The key as one whose default follows other keys.
    pub(super) const fn following(self, unset: fn(&mut Plan) -> bool) -> Self {
        Self {
            unset: Some(unset),
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

    /// The value of a text; `None` if the key does not take it.
    pub(super) fn read(&self, text: &str) -> Option<LinkValue> {
        if text == "none" && self.has_none {
            return Some(self.values.none());
        }
        self.values.read(text)
    }

    /// Sets a value that [`LinkField::read`] or `get` made. `None` leaves the plan as it was.
    pub(super) fn set(&self, plan: &mut Plan, value: &LinkValue) -> Option<()> {
        (self.set)(plan, value)
    }
}

/// A row whose field has this kind of value: a function makes a link's value of the field, another
/// one makes the field of a link's value. The last argument, if any, is the value in force, if a
/// default follows other fields.
macro_rules! field {
    ($key:literal, $unit:expr, $values:expr, $of:path, $take:path, $($field:ident).+) => {
        LinkField::new(
            $key,
            $unit,
            $values,
            |plan| $of(plan.$($field).+),
            |plan, value| { plan.$($field).+ = $take(value)?; Some(()) },
        )
    };
    ($key:literal, $unit:expr, $values:expr, $of:path, $take:path, $($field:ident).+, $now:expr) => {
        LinkField::new(
            $key,
            $unit,
            $values,
            |plan| $of($now(plan)),
            |plan, value| { plan.$($field).+ = Some($take(value)?); Some(()) },
        )
        .following(|plan| plan.$($field).+.take().is_some())
    };
}

/// A row whose field may be left out.
macro_rules! field_or_none {
    ($key:literal, $unit:expr, $values:expr, $of:path, $take:path, $($field:ident).+) => {
        LinkField::new(
            $key,
            $unit,
            $values,
            |plan| plan.$($field).+.map_or(LinkValue::None, $of),
            |plan, value| { plan.$($field).+ = value.unless_none($take)?; Some(()) },
        )
        .or_none()
    };
}

/// A whole number.
macro_rules! whole {
    ($key:literal, $unit:literal, $limits:expr, $($rest:tt)+) => {
        field!($key, $unit, Values::Whole(&$limits), LinkValue::Whole, LinkValue::whole, $($rest)+)
    };
}

/// A whole number, or `none`.
macro_rules! whole_or_none {
    ($key:literal, $unit:literal, $limits:expr, $($rest:tt)+) => {
        field_or_none!($key, $unit, Values::Whole(&$limits), LinkValue::Whole, LinkValue::whole, $($rest)+)
    };
}

/// A number.
macro_rules! number {
    ($key:literal, $unit:literal, $limits:expr, $($rest:tt)+) => {
        field!($key, $unit, Values::Number(&$limits), LinkValue::Number, LinkValue::number, $($rest)+)
    };
}

/// A number, or `none`.
macro_rules! number_or_none {
    ($key:literal, $unit:literal, $limits:expr, $($rest:tt)+) => {
        field_or_none!($key, $unit, Values::Number(&$limits), LinkValue::Number, LinkValue::number, $($rest)+)
    };
}

/// A switch.
macro_rules! switch {
    ($key:literal, $($rest:tt)+) => {
        field!($key, "", Values::Switch, LinkValue::of_flag, LinkValue::flag, $($rest)+)
    };
}

/// A word of a vocabulary.
macro_rules! word {
    ($key:literal, $words:ident, $($rest:tt)+) => {
        field!($key, "", Values::Word($words::WORDS), LinkValue::of_word, LinkValue::word, $($rest)+)
    };
}

/// Any words of a vocabulary.
macro_rules! words {
    ($key:literal, $words:ident, $($rest:tt)+) => {
        field!($key, "", Values::Set($words::WORDS), LinkValue::of_words, LinkValue::words, $($rest)+)
    };
}

pub(super) use {
    field, field_or_none, number, number_or_none, switch, whole, whole_or_none, word, words,
};
