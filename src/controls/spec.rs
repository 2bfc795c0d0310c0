//! Specifications of controls: the key that each sets, and the values that it offers.

use crate::store::LatePlace;
use std::ops::RangeInclusive;

use cost::plan::Plan;
use formats::link::{self, Key, Values};
use formats::number::{grouped, three_digits};
use text::figures::FigureFrame;
use text::{Groups, Label, Strings};

use crate::components::SliderState;

/// A slider over the values that an axis offers, with a box for any other number. Values are
/// numbers as a person would write them, whole or not.
pub(super) struct Slider {
    /// The slider's key in a link, and its id.
    pub(super) key: &'static str,
    /// The values that it steps through.
    pub(super) stops: Stops,
    /// The number that it sets.
    pub(super) number: SliderNumber,
}

/// The rising values that a slider steps through.
pub(super) enum Stops {
    /// Whole numbers that depend on the plan.
    Of(fn(&Plan) -> Vec<u64>),
    /// Whole numbers from one to another at even distances.
    Every {
        /// The first.
        first: u64,
        /// The distance.
        step: u64,
        /// The last.
        last: u64,
    },
    /// Always the same numbers.
    Fixed(&'static [f64]),
}

/// The number that a slider sets.
pub(super) enum SliderNumber {
    /// That of a key of links.
    Key(Key),
    /// Another one, or one that a reader counts in another way than links.
    Own {
        /// Reads the current value.
        get: fn(&Plan) -> f64,
        /// Sets a value.
        set: fn(&mut Plan, f64),
        /// Values that the box accepts.
        limits: RangeInclusive<f64>,
        /// The value in words, for a screen reader.
        spoken: fn(f64) -> String,
    },
}

/// A choice of one word from a list, or of any number of them as [`Row::Toggles`].
pub(super) struct ChoiceControl {
    /// The choice's key in a link, and its id.
    pub(super) key: &'static str,
    /// The target of the choice.
    pub(super) target: ChoiceTarget,
    /// True if the framework decides until the reader does, which a note says.
    pub(super) is_by_recipe: bool,
}

/// The part of a plan that a choice sets.
pub(super) enum ChoiceTarget {
    /// A key of links.
    Key(Key),
    /// An entry of a catalogue. To choose one is a change that the browser's Back undoes.
    Entry {
        /// Names of the entries.
        names: fn() -> Vec<&'static str>,
        /// Position of the current entry, past the last for one that is not offered.
        get: fn(&Plan) -> usize,
        /// Sets an entry.
        set: fn(&mut Plan, usize),
    },
    /// A part of a plan that a reader switches off and on.
    Switch {
        /// True if it is on.
        get: fn(&Plan) -> bool,
        /// Switches it.
        set: fn(&mut Plan, bool),
    },
}

/// A text field, which is read and written as in a link.
pub(super) struct TextControl {
    /// The field's key in a link, and its id.
    pub(super) key: &'static str,
    /// Sentence about a text that cannot be read.
    pub(super) wrong: fn(&FigureFrame) -> &'static str,
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

/// Label of a control whose key has none: a test lists the keys without one.
static UNNAMED: Label = Label {
    key: "",
    name: "",
    aside: "",
    help: "",
    options: &[],
};

/// The label of a control.
pub(super) fn label(strings: &Strings, key: &str) -> &'static Label {
    strings.label(key).unwrap_or(&UNNAMED)
}

impl Row {
    /// The key of the row's control, if it is a control.
    pub(super) const fn key(&self) -> Option<&'static str> {
        match self {
            Self::Slider(slider) => Some(slider.key),
            Self::Options(choice) | Self::List(choice) | Self::Toggles(choice) => Some(choice.key),
            Self::Text(text) => Some(text.key),
            Self::Sentence(_) | Self::Late(_) | Self::Fold(..) | Self::When(..) => None,
        }
    }
}

impl Stops {
    /// The values, for a plan.
    fn values(&self, plan: &Plan) -> Vec<f64> {
        let numbers = |values: Vec<u64>| values.into_iter().map(|value| value as f64).collect();
        match *self {
            Self::Of(values) => numbers(values(plan)),
            Self::Every { first, step, last } => {
                numbers((first..=last).step_by(step as usize).collect())
            }
            Self::Fixed(values) => values.to_vec(),
        }
    }
}

impl Slider {
    /// The rising values that it steps through.
    pub(super) fn values(&self, plan: &Plan) -> Vec<f64> {
        self.stops.values(plan)
    }

    /// The current value.
    pub(super) fn get(&self, plan: &Plan) -> f64 {
        match self.number {
            SliderNumber::Key(key) => key.number(plan).unwrap_or_default(),
            SliderNumber::Own { get, .. } => get(plan),
        }
    }

    /// Sets a value within the limits.
    pub(super) fn set(&self, plan: &mut Plan, value: f64) {
        match self.number {
            SliderNumber::Key(key) => {
                let is_whole = matches!(key.values(), Values::Whole(_));
                let value = if is_whole { value.trunc() } else { value };
                key.set_number(plan, value);
            }
            SliderNumber::Own { set, .. } => set(plan, value),
        }
    }

    /// Values that the box accepts.
    pub(super) fn limits(&self) -> RangeInclusive<f64> {
        match &self.number {
            SliderNumber::Key(key) => key.limits().unwrap_or(0.0..=0.0),
            SliderNumber::Own { limits, .. } => limits.clone(),
        }
    }

    /// A value in words, for a screen reader.
    pub(super) fn spoken(&self, value: f64) -> String {
        match self.number {
            SliderNumber::Own { spoken, .. } => spoken(value),
            SliderNumber::Key(key) => match key.values() {
                Values::Whole(_) => grouped(value as u64),
                _ => three_digits(value),
            },
        }
    }

    /// The index of the offered value nearest to the current one.
    pub(super) fn stop(&self, plan: &Plan) -> usize {
        nearest(&self.values(plan), self.get(plan))
    }

    /// The slider's position for a plan.
    pub(super) fn state(&self, plan: &Plan) -> SliderState {
        let values = self.values(plan);
        SliderState {
            last: values.len().saturating_sub(1),
            stop: nearest(&values, self.get(plan)),
        }
    }
}

impl ChoiceControl {
    /// The texts of its options.
    pub(super) fn options(&self, strings: &Strings) -> Vec<&'static str> {
        match self.target {
            ChoiceTarget::Entry { names, .. } => names(),
            ChoiceTarget::Key(_) | ChoiceTarget::Switch { .. } => {
                label(strings, self.key).options.to_vec()
            }
        }
    }

    /// The index of the current option, past the last for a value that is not offered. For toggles:
    /// one bit for each.
    pub(super) fn get(&self, plan: &Plan) -> usize {
        match self.target {
            ChoiceTarget::Key(key) => key.choice(plan).unwrap_or(usize::MAX),
            ChoiceTarget::Entry { get, .. } => get(plan),
            ChoiceTarget::Switch { get, .. } => usize::from(get(plan)),
        }
    }

    /// Sets an option, or all the toggles.
    pub(super) fn set(&self, plan: &mut Plan, index: usize) {
        match self.target {
            ChoiceTarget::Key(key) => _ = key.choose(plan, index),
            ChoiceTarget::Entry { set, .. } => set(plan, index),
            ChoiceTarget::Switch { set, .. } => set(plan, index == 1),
        }
    }

    /// True if choosing is a change that the browser's Back undoes.
    pub(super) const fn is_jump(&self) -> bool {
        matches!(self.target, ChoiceTarget::Entry { .. })
    }

    /// Text beside the choice's name: "by recipe" if it follows the framework, else the framework's
    /// default; empty for a choice that no framework makes.
    pub(super) fn note(&self, strings: &Strings, plan: &Plan) -> String {
        let ChoiceTarget::Key(key) = self.target else {
            return String::new();
        };
        if !self.is_by_recipe {
            return String::new();
        }
        let mut plain = plan.clone();
        if !key.unset(&mut plain) {
            return strings.frame.by_recipe.to_owned();
        }
        let options = label(strings, self.key).options;
        let choice = key.choice(&plain).unwrap_or_default();
        let words = match key.values() {
            Values::Set(_) => some_of(options, choice),
            _ => options.get(choice).copied().unwrap_or_default().to_owned(),
        };
        [strings.frame.recipe_has, &words].concat()
    }
}

/// The words at the set bits: "tp dp", or a dash for none.
fn some_of(words: &[&'static str], bits: usize) -> String {
    let members = words.iter().enumerate();
    let members = members.filter(|(index, _)| bits & 1 << index != 0);
    let members: Vec<&str> = members.map(|(_, word)| *word).collect();
    if members.is_empty() {
        String::from("–")
    } else {
        members.join(" ")
    }
}

impl TextControl {
    /// The current text; empty if the plan sets none.
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

/// Limits of whole numbers as those of a slider.
pub(super) const fn within(limits: &RangeInclusive<u64>) -> RangeInclusive<f64> {
    *limits.start() as f64..=*limits.end() as f64
}

/// The index of the value nearest to `value` among rising ones.
pub(super) fn nearest(values: &[f64], value: f64) -> usize {
    let above = values.iter().take_while(|&&other| other < value).count();
    let next = values.get(above).copied().unwrap_or(f64::INFINITY);
    let closer_below = above > 0 && value - values[above - 1] < next - value;
    if closer_below { above - 1 } else { above }
}
