//! Specifications of controls: how each reads and writes a plan, and the values that it offers.

use crate::panels::late_place::LatePlace;
use std::ops::RangeInclusive;

use cost::plan::Plan;
use formats::link;
use text::{Controls, Frame, Groups, Label, Strings};

use crate::components::SliderState;

/// A slider over the values that an axis offers, with a box for any other number. Values are
/// numbers as a person would write them, whole or not.
pub(super) struct Slider {
    /// The slider's key in a link, and its id.
    pub(super) key: &'static str,
    /// The slider's texts.
    pub(super) label: fn(&Controls) -> &Label,
    /// The rising values that it steps through.
    pub(super) values: fn(&Plan) -> Vec<f64>,
    /// Reads the value in force.
    pub(super) get: fn(&Plan) -> f64,
    /// Sets a value.
    pub(super) set: fn(&mut Plan, f64),
    /// Values that the box accepts.
    pub(super) limits: RangeInclusive<f64>,
    /// The value in words, for a screen reader.
    pub(super) spoken: fn(f64) -> String,
}

/// A choice of one word from a list, or of any number of them as [`Row::Toggles`].
pub(super) struct ChoiceControl {
    /// The choice's key in a link, and its id.
    pub(super) key: &'static str,
    /// The choice's texts.
    pub(super) label: fn(&Controls) -> &Label,
    /// The texts of its options.
    pub(super) options: fn(&'static Strings) -> Vec<&'static str>,
    /// The index of the option in force, past the last for a value that is not offered. For
    /// toggles: one bit for each.
    pub(super) get: fn(&Plan) -> usize,
    /// Sets an option, or all the toggles.
    pub(super) set: fn(&mut Plan, usize),
    /// Text beside the choice's name instead of the label's own; may be empty.
    pub(super) note: fn(&'static Strings, &Plan) -> String,
    /// True if choosing is a change that the browser's Back undoes.
    pub(super) is_jump: bool,
}

/// A text field, which is read and written as in a link.
pub(super) struct TextControl {
    /// The field's key in a link, and its id.
    pub(super) key: &'static str,
    /// The field's texts.
    pub(super) label: fn(&Controls) -> &Label,
    /// Sentence about a text that cannot be read.
    pub(super) wrong: fn(&Frame) -> &'static str,
}

/// A line in a group of controls.
pub(super) enum Row {
    /// A slider.
    Slider(&'static Slider),
    /// Options side by side.
    Options(&'static ChoiceControl),
    /// Options in a list.
    List(&'static ChoiceControl),
    /// Options of which any may be chosen.
    Toggles(&'static ChoiceControl),
    /// A field of text.
    Text(&'static TextControl),
    /// A sentence about the plan.
    Sentence(fn(&'static Strings, &Plan) -> String),
    /// The place of a component that comes later.
    Late(LatePlace),
    /// Rows folded away under a heading.
    Fold(fn(&Groups) -> &'static str, &'static [Row]),
    /// Rows that are shown only for plans that they concern.
    When(fn(&Plan) -> bool, &'static [Row]),
    /// The measurements of the reader's machine.
    Machine,
}

/// Controls under one heading.
pub(super) struct GroupSpec {
    /// The heading.
    pub(super) heading: fn(&Groups) -> &'static str,
    /// True if the group is folded away under its heading until the reader opens it.
    pub(super) is_folded: bool,
    /// The group's controls.
    pub(super) rows: &'static [Row],
}

impl Row {
    /// The key of the row's control, if it is a control.
    pub(super) const fn key(&self) -> Option<&'static str> {
        match self {
            Self::Slider(slider) => Some(slider.key),
            Self::Options(choice) | Self::List(choice) | Self::Toggles(choice) => Some(choice.key),
            Self::Text(text) => Some(text.key),
            Self::Sentence(_) | Self::Late(_) | Self::Fold(..) | Self::When(..) | Self::Machine => {
                None
            }
        }
    }
}

impl Slider {
    /// The index of the offered value nearest to the one in force.
    pub(super) fn stop(&self, plan: &Plan) -> usize {
        nearest(&(self.values)(plan), (self.get)(plan))
    }

    /// The slider's position for a plan.
    pub(super) fn state(&self, plan: &Plan) -> SliderState {
        let values = (self.values)(plan);
        SliderState {
            last: values.len().saturating_sub(1),
            stop: nearest(&values, (self.get)(plan)),
        }
    }
}

impl TextControl {
    /// The text in force; empty if the plan sets none.
    pub(super) fn value(&self, plan: &Plan) -> String {
        let text = link::value(plan, self.key);
        if text == NONE { String::new() } else { text }
    }

    /// Sets the plan's field from typed text; `false` leaves the plan unchanged.
    pub(super) fn set(&self, plan: &mut Plan, typed: &str) -> bool {
        // People separate thousands by spaces, links do not.
        let text = typed.replace(' ', "");
        let text = if text.is_empty() { NONE } else { text.as_str() };
        link::set_value(plan, self.key, text)
    }
}

/// Word of links for a value that is left open.
const NONE: &str = "none";

/// The index of the value nearest to `value` among rising ones.
pub(super) fn nearest(values: &[f64], value: f64) -> usize {
    let above = values.iter().take_while(|&&other| other < value).count();
    let next = values.get(above).copied().unwrap_or(f64::INFINITY);
    let closer_below = above > 0 && value - values[above - 1] < next - value;
    if closer_below { above - 1 } else { above }
}
