//! The table of a trace's moments.
//!
//! Tests: `src/panels/watch/tests.rs`.

use crate::number::{BytesText as _, short_time};
use cost::legal::Legal;
use cost::trace::{Trace, TraceMoment};
use cost::units::Seconds;
use formats::number::Units;

use super::messages as say;
use super::names::receivers;
use super::results::conclusion;
use crate::moments::moment as described;

/// Headings of the table: number, moment, from, takes, a GPU sends, to whom, exposed.
#[must_use]
pub fn headings() -> [&'static str; 7] {
    [
        say::column_number(),
        say::column_moment(),
        say::column_from(),
        say::column_takes(),
        say::column_sends(),
        say::column_to(),
        say::column_exposed(),
    ]
}

/// A row for each moment: its number, name, start, length, what a GPU sends while it lasts and to
/// whom, and the exposed time. Cells are in the order of [`headings`].
#[must_use]
pub fn rows(legal: &Legal, trace: &Trace, units: Units) -> Vec<[String; 7]> {
    let moments = trace.moments.iter().enumerate();
    moments
        .map(|(index, moment)| row(legal, trace, index, moment, units))
        .collect()
}

fn row(
    legal: &Legal,
    trace: &Trace,
    index: usize,
    moment: &TraceMoment,
    units: Units,
) -> [String; 7] {
    let [name, _] = described(legal, trace, index, units);
    let [bytes, partners] = sent(trace, index, units);
    let exposed = trace.exposed_of(index);
    [
        (index + 1).to_string(),
        name.trim_end_matches('.').to_owned(),
        short_time(moment.from),
        short_time(moment.to.beyond(moment.from)),
        bytes,
        partners,
        if exposed > Seconds::ZERO {
            short_time(exposed)
        } else {
            String::new()
        },
    ]
}

/// Bytes that a GPU sends most of in a moment, while it lasts, and their receivers; both empty if
/// it sends none.
fn sent(trace: &Trace, index: usize, units: Units) -> [String; 2] {
    trace.sent_within(index).map_or_else(
        || [String::new(), String::new()],
        |(route, form, bytes)| [units.amount(bytes), receivers(route, form).to_owned()],
    )
}

/// The foot of the table: the scene's conclusion, its length and its exposed time.
#[must_use]
pub fn foot(legal: &Legal, trace: &Trace, units: Units) -> [String; 7] {
    [
        say::all().to_owned(),
        conclusion(legal, trace, units),
        String::new(),
        short_time(trace.end),
        String::new(),
        String::new(),
        short_time(trace.exposed()),
    ]
}
