//! What a control is: how to read it off a plan, how to write it, what it offers.

use std::ops::RangeInclusive;

use shardwise::cost::plan::Plan;
use shardwise::text::{Controls, Groups, Label, Strings};

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
    /// What the box accepts.
    pub(super) limits: RangeInclusive<f64>,
    /// The value in words, for a screen reader.
    pub(super) spoken: fn(f64) -> String,
}

/// A choice among words.
pub(super) struct Choice {
    /// Its key in a link, and its id.
    pub(super) key: &'static str,
    /// Its words.
    pub(super) label: fn(&Controls) -> &Label,
    /// The words of its options.
    pub(super) options: fn(&'static Strings) -> Vec<&'static str>,
    /// The option in force; beyond the last where the plan holds one that is not offered.
    pub(super) get: fn(&Plan) -> usize,
    /// Chooses an option.
    pub(super) set: fn(&mut Plan, usize),
    /// Whether choosing is a step that the browser's Back undoes.
    pub(super) is_jump: bool,
}

/// A line in a group of controls.
pub(super) enum Row {
    /// A slider.
    Slider(&'static Slider),
    /// Options side by side.
    Options(&'static Choice),
    /// Options in a list.
    List(&'static Choice),
    /// A sentence about the plan.
    Sentence(fn(&'static Strings, &Plan) -> String),
    /// Rows folded away under a heading.
    Fold(fn(&Groups) -> &'static str, &'static [Row]),
}

/// Controls under one heading.
pub(super) struct Group {
    /// The heading.
    pub(super) heading: fn(&Groups) -> &'static str,
    /// Its controls.
    pub(super) rows: &'static [Row],
}

/// What a row shows of the plan.
#[derive(PartialEq)]
pub(super) enum Shown {
    /// A slider's last place, its present one, and the value in force.
    Slider {
        last: usize,
        position: usize,
        value: f64,
    },
    /// The option in force.
    Option(usize),
    /// A sentence.
    Sentence(String),
    /// The rows of a fold.
    Fold(Vec<Shown>),
}

/// What rows show of the plan.
pub(super) fn shown(strings: &'static Strings, plan: &Plan, rows: &[Row]) -> Vec<Shown> {
    rows.iter().map(|row| row.shown(strings, plan)).collect()
}

impl Row {
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
            Self::Options(choice) | Self::List(choice) => Shown::Option((choice.get)(plan)),
            Self::Sentence(sentence) => Shown::Sentence(sentence(strings, plan)),
            Self::Fold(_, rows) => Shown::Fold(shown(strings, plan, rows)),
        }
    }
}

impl Slider {
    /// The place of the offered value nearest to the one in force.
    pub(super) fn position(&self, plan: &Plan) -> usize {
        nearest(&(self.values)(plan), (self.get)(plan))
    }
}

/// The place of the value nearest to `value` among rising ones.
pub(super) fn nearest(values: &[f64], value: f64) -> usize {
    let above = values.iter().take_while(|&&other| other < value).count();
    let next = values.get(above).copied().unwrap_or(f64::INFINITY);
    let closer_below = above > 0 && value - values[above - 1] < next - value;
    if closer_below { above - 1 } else { above }
}
