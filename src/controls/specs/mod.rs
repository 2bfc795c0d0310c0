//! Specifications of all controls, one file a group.

use std::ops::RangeInclusive;

use cost::plan::{Plan, Stack};
use text::Strings;

/// A slider over integers that the plan stores as they are.
macro_rules! whole {
    ($key:ident, $limits:expr, $($field:ident).+, $values:expr) => {
        Slider {
            key: stringify!($key),
            label: |controls| &controls.$key,
            values: |plan| { let values: fn(&Plan) -> Vec<u64> = $values; numbers(values(plan)) },
            get: |plan| plan.$($field).+ as f64,
            set: |plan, value| plan.$($field).+ = value as u64,
            limits: within(&$limits),
            spoken: |value| grouped(value as u64),
        }
    };
}

/// A slider over integers that follow other fields until they are chosen.
macro_rules! follows {
    ($key:ident, $limits:expr, $($field:ident).+, $now:expr, $values:expr) => {
        Slider {
            key: stringify!($key),
            label: |controls| &controls.$key,
            values: |plan| { let values: fn(&Plan) -> Vec<u64> = $values; numbers(values(plan)) },
            get: |plan| { let now: fn(&Plan) -> u64 = $now; now(plan) as f64 },
            set: |plan, value| plan.$($field).+ = Some(value as u64),
            limits: within(&$limits),
            spoken: |value| grouped(value as u64),
        }
    };
}

/// A slider over a rate or a price.
macro_rules! rate {
    ($key:ident, $($field:ident).+, $values:expr) => {
        Slider {
            key: stringify!($key),
            label: |controls| &controls.$key,
            values: |_| $values.to_vec(),
            get: |plan| plan.$($field).+,
            set: |plan, value| plan.$($field).+ = value,
            limits: limits::NUMBER,
            spoken: three_digits,
        }
    };
}

/// A switch: off or on.
macro_rules! switch {
    ($key:ident, $get:expr, $set:expr) => {
        ChoiceControl {
            key: stringify!($key),
            label: |controls| &controls.$key,
            options: |strings| strings.choices.switch.to_vec(),
            get: |plan| {
                let get: fn(&Plan) -> bool = $get;
                usize::from(get(plan))
            },
            set: |plan, index| {
                let set: fn(&mut Plan, bool) = $set;
                set(plan, index == 1);
            },
            note: no_note,
            is_jump: false,
        }
    };
}

/// A choice among the words of a vocabulary.
macro_rules! word {
    ($key:ident, $words:ty, $options:ident, $($field:ident).+) => {
        ChoiceControl {
            key: stringify!($key),
            label: |controls| &controls.$key,
            options: |strings| strings.choices.$options.to_vec(),
            get: |plan| plan.$($field).+.index(),
            set: |plan, index| {
                if let Some(&word) = <$words>::ALL.get(index) {
                    plan.$($field).+ = word;
                }
            },
            note: no_note,
            is_jump: false,
        }
    };
}

/// A choice of any number of words of a vocabulary.
macro_rules! toggles {
    ($key:ident, $options:ident, $($field:ident).+) => {
        ChoiceControl {
            key: stringify!($key),
            label: |controls| &controls.$key,
            options: |strings| strings.choices.$options.to_vec(),
            get: |plan| plan.$($field).+.bits() as usize,
            set: |plan, bits| plan.$($field).+ = WordSet::from_bits(bits as u32),
            note: no_note,
            is_jump: false,
        }
    };
}

/// A choice with a framework default. Choosing the default value makes the field follow the
/// framework again. `$index` maps a value to its option's index, `$value` maps the index back.
macro_rules! habit {
    ($key:ident, $options:ident, $($field:ident).+, $now:path, $index:expr, $value:expr, $words:expr) => {
        ChoiceControl {
            key: stringify!($key),
            label: |controls| &controls.$key,
            options: |strings| strings.choices.$options.to_vec(),
            get: |plan| $index($now(plan)),
            set: |plan, index| {
                plan.$($field).+ = None;
                plan.$($field).+ = $value(index).filter(|&value| value != $now(plan));
            },
            note: |strings, plan| {
                habit(strings, plan.$($field).+.is_some(), || {
                    let words: fn(&[&'static str], usize) -> String = $words;
                    words(&strings.choices.$options, $index($now(&by_recipe(plan))))
                })
            },
            is_jump: false,
        }
    };
}

/// A choice among the words of a vocabulary with a framework default.
macro_rules! word_habit {
    ($key:ident, $words:ident, $options:ident, $($field:ident).+, $now:path) => {
        habit!(
            $key,
            $options,
            $($field).+,
            $now,
            $words::index,
            |index| $words::ALL.get(index).copied(),
            one_of
        )
    };
}

pub(super) mod layout;
pub(super) mod levers;
pub(super) mod machines;
pub(super) mod model;
pub(super) mod run;

const fn within(limits: &RangeInclusive<u64>) -> RangeInclusive<f64> {
    *limits.start() as f64..=*limits.end() as f64
}

fn numbers(values: Vec<u64>) -> Vec<f64> {
    values.into_iter().map(|value| value as f64).collect()
}

fn every(step: u64, most: u64) -> Vec<u64> {
    (1..=most / step).map(|times| times * step).collect()
}

/// The plan with all of its framework defaults.
fn by_recipe(plan: &Plan) -> Plan {
    let mut plain = plan.clone();
    plain.stack = Stack {
        recipe: plan.stack.recipe,
        ..Stack::default()
    };
    plain.levers.master = None;
    plain.levers.gradients = None;
    plain
}

fn one_of(words: &[&'static str], index: usize) -> String {
    words.get(index).copied().unwrap_or_default().to_owned()
}

/// The note of a choice: "by recipe" if it follows the framework, else the framework's default.
fn habit(strings: &Strings, is_chosen: bool, recipes: impl Fn() -> String) -> String {
    if is_chosen {
        [strings.frame.recipe_has, &recipes()].concat()
    } else {
        strings.frame.by_recipe.to_owned()
    }
}

/// An empty note: nothing beside a choice but its label.
fn no_note(_: &'static Strings, _: &Plan) -> String {
    String::new()
}
