//! Sliders among the controls: the values that each steps through, and the number that it sets.
//!
//! Tests: `tests.rs`.

use std::ops::RangeInclusive;

use cost::plan::Plan;
use formats::link::{Key, Values};
use text::number::{grouped, three_digits};

use crate::components::{SliderInput, SliderState};
use crate::store::{Event, Page};

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

    /// The event for an input; none if it leaves the value in force. Keys and buttons skip stops that
    /// lead to no plan; a pointer that is pressed on the slider does not.
    pub(super) fn slid(&self, page: &Page, input: SliderInput) -> Option<Event> {
        let plan = &*page.draft;
        let here = self.stop(plan);
        let to = match input {
            SliderInput::Number(value) => return self.set_event(plan, value),
            SliderInput::Stop(stop) => stop,
            SliderInput::Less => here.saturating_sub(1),
            SliderInput::More => here + 1,
        };
        let stop = match &page.stops {
            Some(stops) if !page.is_by_pointer() => stops.reached(plan, self.key, here, to),
            _ => to,
        };
        if stop == here && to != here {
            return None;
        }
        let values = self.values(plan);
        self.set_event(plan, *values.get(stop)?)
    }

    fn set_event(&self, plan: &Plan, value: f64) -> Option<Event> {
        if !self.limits().contains(&value) || value == self.get(plan) {
            return None;
        }
        let mut changed = plan.clone();
        self.set(&mut changed, value);
        Some(Event::Edit(Box::new(changed)))
    }
}

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
