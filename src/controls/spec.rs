//! Specifications of controls: how each reads and writes a plan, and the values that it offers.

use std::ops::RangeInclusive;

use cost::plan::Plan;
use formats::link;
use text::{Controls, Frame, Groups, Label, Strings};

/// A slider over the values that an axis offers, with a box for any other number. Values are
/// numbers as a person would write them, whole or not.
pub(super) struct Slider {
    /// Its key in a link, and its id.
    pub(super) key: &'static str,
    /// Its words.
    pub(super) label: fn(&Controls) -> &Label,
    /// The rising values that it steps through.
    pub(super) values: fn(&Plan) -> Vec<f64>,
    /// The value in force.
    pub(super) get: fn(&Plan) -> f64,
    /// Chooses a value.
    pub(super) set: fn(&mut Plan, f64),
    /// Values that the box accepts.
    pub(super) limits: RangeInclusive<f64>,
    /// The value in words, for a screen reader.
    pub(super) spoken: fn(f64) -> String,
}

/// A choice among words: of one of them, or as [`Row::Toggles`] of any.
pub(super) struct Choice {
    /// Its key in a link, and its id.
    pub(super) key: &'static str,
    /// Its words.
    pub(super) label: fn(&Controls) -> &Label,
    /// The words of its options.
    pub(super) options: fn(&'static Strings) -> Vec<&'static str>,
    /// The option in force, beyond the last where the plan holds one that is not offered; of
    /// toggles one bit for each.
    pub(super) get: fn(&Plan) -> usize,
    /// Chooses an option, or all the toggles.
    pub(super) set: fn(&mut Plan, usize),
    /// Words beside its name instead of the label's own; may be empty.
    pub(super) note: fn(&'static Strings, &Plan) -> String,
    /// Whether choosing is a step that the browser's Back undoes.
    pub(super) is_jump: bool,
}

/// A field of text, which is read and written as in a link.
pub(super) struct Text {
    /// Its key in a link, and its id.
    pub(super) key: &'static str,
    /// Its words.
    pub(super) label: fn(&Controls) -> &Label,
    /// Sentence about a text that cannot be read.
    pub(super) wrong: fn(&Frame) -> &'static str,
}

/// A line in a group of controls.
pub(super) enum Row {
    /// A slider.
    Slider(&'static Slider),
    /// Options side by side.
    Options(&'static Choice),
    /// Options in a list.
    List(&'static Choice),
    /// Options of which any may be chosen.
    Toggles(&'static Choice),
    /// A field of text.
    Text(&'static Text),
    /// A sentence about the plan.
    Sentence(fn(&'static Strings, &Plan) -> String),
    /// Rows folded away under a heading.
    Fold(fn(&Groups) -> &'static str, &'static [Row]),
    /// Rows that stand there only for plans that they concern.
    When(fn(&Plan) -> bool, &'static [Row]),
}

/// Controls under one heading.
pub(super) struct Group {
    /// The heading.
    pub(super) heading: fn(&Groups) -> &'static str,
    /// Its controls.
    pub(super) rows: &'static [Row],
}

/// Content of a row.
#[derive(Debug, PartialEq)]
pub(super) enum Shown {
    /// A slider's last place, its present one, and the value in force.
    Slider {
        last: usize,
        position: usize,
        value: f64,
    },
    /// The option in force, and what is said beside the name.
    Option { chosen: usize, note: String },
    /// A field's text, and whether it could not be read.
    Text { text: String, is_wrong: bool },
    /// A sentence.
    Sentence(String),
    /// The rows of a fold, or none where they do not concern the plan.
    Rows(Vec<Shown>),
}

/// Contents of rows for a plan.
pub(super) fn shown(strings: &'static Strings, plan: &Plan, rows: &[Row]) -> Vec<Shown> {
    rows.iter().map(|row| row.shown(strings, plan)).collect()
}

impl Row {
    /// The key of its control, if it is one.
    pub(super) const fn key(&self) -> Option<&'static str> {
        match self {
            Self::Slider(slider) => Some(slider.key),
            Self::Options(choice) | Self::List(choice) | Self::Toggles(choice) => Some(choice.key),
            Self::Text(text) => Some(text.key),
            Self::Sentence(_) | Self::Fold(..) | Self::When(..) => None,
        }
    }

    fn shown(&self, strings: &'static Strings, plan: &Plan) -> Shown {
        match self {
            Self::Slider(slider) => {
                let values = (slider.values)(plan);
                let value = (slider.get)(plan);
                Shown::Slider {
                    last: values.len().saturating_sub(1),
                    position: nearest(&values, value),
                    value,
                }
            }
            Self::Options(choice) | Self::List(choice) | Self::Toggles(choice) => Shown::Option {
                chosen: (choice.get)(plan),
                note: (choice.note)(strings, plan),
            },
            Self::Text(text) => Shown::Text {
                text: text.value(plan),
                is_wrong: false,
            },
            Self::Sentence(sentence) => Shown::Sentence(sentence(strings, plan)),
            Self::Fold(_, rows) => Shown::Rows(shown(strings, plan, rows)),
            Self::When(concerns, rows) if concerns(plan) => Shown::Rows(shown(strings, plan, rows)),
            Self::When(..) => Shown::Rows(Vec::new()),
        }
    }
}

impl Slider {
    /// The place of the offered value nearest to the one in force.
    pub(super) fn position(&self, plan: &Plan) -> usize {
        nearest(&(self.values)(plan), (self.get)(plan))
    }
}

impl Text {
    /// The text in force; empty where the plan says nothing.
    pub(super) fn value(&self, plan: &Plan) -> String {
        let text = link::value(plan, self.key);
        if text == NONE { String::new() } else { text }
    }

    /// Takes over what was typed; `false` leaves the plan as it was.
    pub(super) fn set(&self, plan: &mut Plan, typed: &str) -> bool {
        // People set numbers off by spaces, links do not.
        let text = typed.replace(' ', "");
        let text = if text.is_empty() { NONE } else { text.as_str() };
        link::set_value(plan, self.key, text)
    }
}

/// Word of links for a value that is left open.
const NONE: &str = "none";

/// The place of the value nearest to `value` among rising ones.
pub(super) fn nearest(values: &[f64], value: f64) -> usize {
    let above = values.iter().take_while(|&&other| other < value).count();
    let next = values.get(above).copied().unwrap_or(f64::INFINITY);
    let closer_below = above > 0 && value - values[above - 1] < next - value;
    if closer_below { above - 1 } else { above }
}
