//! The panel of lessons.

use formats::number::{Units, as_typed};
use lesson::Lacking;

use crate::goal as goals;
use crate::number::clauses;

messages!("lesson_figure");

/// Number of steps of a lesson, and of those that are done.
#[must_use]
pub fn progress(all: usize, done: usize) -> String {
    match done as u64 {
        0 => steps(all as u64),
        done => steps_done(all as u64, done),
    }
}

/// The present values beside a part of a goal: names with values.
#[must_use]
pub fn now_values(values: &[(String, String)]) -> String {
    let values = values.iter();
    let values = values.map(|(name, value)| [name, " ", value].concat());
    now(&values.collect::<Vec<_>>())
}

/// Number of controls changed, and par if there is one.
#[must_use]
pub fn changed(controls: u64, par: Option<u64>) -> String {
    match par {
        Some(par) => changes_with_par(controls, par),
        None => changes(controls),
    }
}

/// Hint on the parts of the goal that are not reached, and on the largest costs beside them.
#[must_use]
pub fn lacks(lacking: &Lacking, units: Units) -> String {
    let parts = lacking.parts.iter();
    let parts: Vec<String> = parts.map(|part| part.written(&goals::STYLE)).collect();
    let mut sentences = vec![still_to_reach(&clauses(&parts))];
    let largest = lacking.memory;
    let largest =
        largest.and_then(|(kind, bytes)| Some((*crate::kinds::memory_terms().get(kind)?, bytes)));
    sentences.extend(largest.map(|(name, bytes)| largest_memory(name, bytes, units)));
    let largest = lacking.time;
    sentences.extend(
        largest.map(|(overhead, share)| largest_time(crate::overheads::term(overhead), share)),
    );
    sentences.join(" ")
}

/// Names of the controls that a path needs.
#[must_use]
pub fn controls(names: &[String]) -> String {
    match names {
        [name] => one_control(name),
        names => several_controls(&listed(names)),
    }
}

/// Settings of that path: names with values.
#[must_use]
pub fn settings(settings: &[(String, String)]) -> String {
    set_all(&each_set(settings))
}

/// Message when the search found no path, but settings that come nearer; and whether it was
/// stopped.
#[must_use]
pub fn nearest(settings: &[(String, String)], is_stopped: bool) -> String {
    let sentence = if is_stopped { nearer_in_time } else { nearer };
    sentence(&each_set(settings))
}

fn each_set(settings: &[(String, String)]) -> String {
    let settings = settings.iter().map(|(name, value)| setting(name, value));
    listed(&settings.collect::<Vec<_>>())
}

/// Names, the last one behind an “and”.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => names_and(names, last),
    }
}

/// Message on a number with another unit than the question's, which may be empty.
#[must_use]
pub fn other_unit(unit: &str) -> String {
    match unit {
        "" => without_unit().to_owned(),
        unit => in_unit(unit),
    }
}

/// A number with the unit of its question, which may be empty.
#[must_use]
pub fn number(number: f64, unit: &str) -> String {
    match unit {
        "" => as_typed(number),
        unit => [&as_typed(number), "\u{a0}", unit].concat(),
    }
}

/// The summary's line of a step: its title, whether it is done, how many controls were changed.
#[must_use]
pub fn summary_of_step(title: &str, is_done: bool, changes: Option<u64>) -> String {
    let state = if is_done { State::Done } else { State::Open };
    let line = summary_line(state, title);
    match changes {
        Some(controls) => summary_line_changes(&line, controls),
        None => line,
    }
}
