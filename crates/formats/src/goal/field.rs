//! The fields of a goal: figures of the estimate and keys of the plan's link.

use super::figure::{FIGURES, Figure, Read};
use crate::catalog::{GPUS, MODELS};
use crate::link::{Key, KeyKind};
use crate::nearest::nearest;
use cost::Estimate;
use cost::plan::Plan;

/// A figure or a key that a goal names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field {
    /// A figure.
    Figure(&'static Figure),
    /// A key of the plan's link.
    Key(Key),
}

/// The type of a field's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// Numbers.
    Number,
    /// True or false.
    Truth,
    /// Words, which are only compared with words.
    Word,
}

impl Field {
    /// The field of a name. The last part of a figure's name suffices if no other name ends with
    /// it.
    pub(super) fn named(name: &str) -> Option<Self> {
        if let Some(figure) = Figure::named(name) {
            return Some(Self::Figure(figure));
        }
        if let Some(key) = Key::named(name) {
            return Some(Self::Key(key));
        }
        let mut ends = FIGURES
            .iter()
            .filter(|figure| last_part(figure.name) == name);
        match (ends.next(), ends.next()) {
            (Some(figure), None) => Some(Self::Figure(figure)),
            _ => None,
        }
    }

    /// The name nearest to a text, if any is near.
    pub(super) fn nearest(text: &str) -> Option<&'static str> {
        let figures = FIGURES.iter().map(|figure| figure.name);
        let short = figures
            .clone()
            .map(last_part)
            .filter(|name| Self::named(name).is_some());
        let keys = Key::all().map(Key::name);
        nearest(text, figures.chain(short).chain(keys))
    }

    /// Full name of the field.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Figure(figure) => figure.name,
            Self::Key(key) => key.name(),
        }
    }

    /// The type of the field's values.
    pub(super) fn type_of(self) -> Type {
        match self {
            Self::Figure(figure) => match figure.read {
                Read::Legal | Read::Decision(_) => Type::Truth,
                Read::PlanWord(_) | Read::Word(..) => Type::Word,
                _ => Type::Number,
            },
            Self::Key(key) => match key.kind() {
                KeyKind::Number => Type::Number,
                KeyKind::Word | KeyKind::Set | KeyKind::List => Type::Word,
            },
        }
    }

    /// The word of the field that equals this text. For a number, the word is `none` if the field
    /// may be left open.
    pub(super) fn matching_word(self, text: &str) -> Option<&'static str> {
        self.words().find(|word| *word == text)
    }

    /// Every word of the field.
    #[must_use]
    pub fn words(self) -> Box<dyn Iterator<Item = &'static str>> {
        let key = match self {
            Self::Figure(figure) => {
                return match (figure.read, figure.name) {
                    (Read::Word(_, words), _) => Box::new(words.iter().copied()),
                    (Read::PlanWord(_), "model") => {
                        Box::new(MODELS.iter().map(|entry| entry.model.preset))
                    }
                    (Read::PlanWord(_), _) => Box::new(GPUS.iter().map(|entry| entry.gpu.preset)),
                    _ => Box::new(std::iter::empty()),
                };
            }
            Self::Key(key) => key,
        };
        let none = key.has_none().then_some("none");
        let words = match key.kind() {
            KeyKind::Word | KeyKind::Set => key.values().words().iter(),
            KeyKind::Number | KeyKind::List => [].iter(),
        };
        let words = words.copied();
        // Some vocabularies include the word `none`.
        Box::new(none.into_iter().chain(words.filter(|word| *word != "none")))
    }

    /// Number of the field for a plan; NaN if it has no number.
    pub(super) fn number(self, plan: &Plan, estimate: Option<&Estimate>) -> f64 {
        let number = match self {
            Self::Figure(figure) => figure.number(plan, estimate),
            Self::Key(key) => key.number(plan),
        };
        number.unwrap_or(f64::NAN)
    }

    /// Word of the field for a plan, or its words as in a link; `None` if the field is a number or
    /// has no word.
    #[must_use]
    pub fn word(self, plan: &Plan, estimate: Option<&Estimate>) -> Option<String> {
        match self {
            Self::Figure(figure) => figure.word(plan, estimate).map(str::to_owned),
            Self::Key(key) if key.kind() == KeyKind::Number => None,
            Self::Key(key) => Some(key.value(plan)),
        }
    }

    /// True if the field is, or contains, this word.
    pub(super) fn is(self, word: &str, plan: &Plan, estimate: Option<&Estimate>) -> bool {
        match self {
            Self::Figure(figure) => figure.word(plan, estimate) == Some(word),
            Self::Key(key) => key.is(plan, word),
        }
    }
}

/// The text after the last dot.
fn last_part(name: &'static str) -> &'static str {
    name.rsplit_once('.').map_or(name, |(_, last)| last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_words_has_its_vocabulary() {
        for key in Key::all() {
            let words: Vec<_> = Field::Key(key).words().collect();
            let expected = match key.kind() {
                KeyKind::Word | KeyKind::Set => words.len() >= 2,
                KeyKind::List => words == ["none"],
                KeyKind::Number => words.is_empty() || words == ["none"],
            };
            assert!(expected, "{key:?}: {words:?}");
            assert!(words.iter().all(|word| key.takes(word)), "{key:?}");
        }
    }

    #[test]
    fn names_are_told_apart() {
        for figure in &FIGURES {
            assert!(Key::named(figure.name).is_none(), "{figure:?}");
            let same = FIGURES.iter().filter(|other| *other == figure);
            assert_eq!(same.count(), 1, "{figure:?}");
        }
        let name = |text| Field::named(text).map(Field::name);
        assert_eq!(name("step_s"), Some("time.step_s"));
        assert_eq!(name("tp"), Some("tp"));
        // Both the stage and the machine have a figure of this name.
        assert_eq!(name("overhead_gib"), None);
    }
}
