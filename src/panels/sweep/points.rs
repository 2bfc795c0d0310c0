//! Axes and points of a sweep as text.

use formats::number::Units;
use search::sweep::{Point, Sweep, SweepAxis, SweepReading};
use text::sweep as words;

/// An axis's name, if there is one.
pub(super) fn name(axis: Option<&SweepAxis>) -> &'static str {
    axis.map_or("", |axis| words::axis(axis.key))
}

/// Position of a point as text: "pipeline stages 4, micro-batches 16".
pub(super) fn place_words(sweep: &Sweep, line: usize, place: usize) -> String {
    let mut text = String::new();
    let pairs = [
        (sweep.between(), sweep.lines().get(line)),
        (Some(sweep.across()), sweep.values().get(place)),
    ];
    for pair in pairs {
        if let (Some(axis), Some(&value)) = pair {
            if !text.is_empty() {
                text.push_str(", ");
            }
            text.push_str(words::axis(axis.key));
            text.push(' ');
            text.push_str(&words::value(axis.key, value));
        }
    }
    text
}

/// A point as text; empty if its plan is illegal.
pub(super) fn point_words(
    sweep: &Sweep,
    reading: SweepReading,
    units: Units,
    (line, place): (usize, usize),
) -> String {
    let Some(Point::Legal {
        readings, verdict, ..
    }) = sweep.point(line, place)
    else {
        return String::new();
    };
    let figure = words::figure(reading, readings[reading as usize], units);
    words::point(
        &place_words(sweep, line, place),
        &figure,
        text::verdict::inside(*verdict),
    )
}

/// The id of a point, which contains its indices.
pub(super) fn point_id(line: usize, place: usize) -> String {
    [&line.to_string(), "-", &place.to_string()].concat()
}
