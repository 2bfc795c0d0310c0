//! The plot of a sweep.

use shardwise::cost::memory::Verdict;
use shardwise::markup::{Element, element};
use shardwise::search::sweep::{Point, Sweep};
use shardwise::text::figures::in_unit;
use shardwise::text::number::{count, plain};

use super::work::is_old;
use super::{Asked, point_id, told};
use crate::desk::Desk;
use crate::plot::{Axis, Line, Mark, Plot};

/// From which ratio of the largest to the least an axis is logarithmic unless the reader says
/// otherwise: across, up.
const WIDE: [f64; 2] = [8.0, 30.0];
/// How far beyond the most the card's line may lie to be shown.
const BEYOND: f64 = 3.0;

/// The plot.
pub(super) fn picture(desk: &Desk, sweep: &Sweep, asked: Asked) -> Element {
    let words = &desk.words.sweep;
    let units = desk.sight.units;
    let reading = asked.reading;
    let up = |value: f64| in_unit(reading, value, units);
    let own = reading.of(&desk.estimate, desk.counting());
    let (here, own_line) = sweep.place_of(&desk.plan);
    let [x, y] = axes(desk, sweep, asked);
    let capacity = sweep
        .capacity()
        .filter(|_| reading.is_memory())
        .map(|bytes| (bytes, up(bytes.0 as f64)))
        .filter(|(_, value)| *value <= y.high);
    let is_own = |line: usize| own_line == Some(line);
    let mut lines = Vec::new();
    let mut marks = Vec::new();
    for (line, &value) in sweep.lines.iter().enumerate() {
        let class = if is_own(line) { "own" } else { "other" };
        let mut points = Vec::new();
        for place in 0..sweep.values.len() {
            let Some(Point::Legal {
                readings, verdict, ..
            }) = sweep.point(line, place)
            else {
                continue;
            };
            let at = [across(sweep, place), up(readings[reading as usize])];
            points.push(at);
            let said = told(desk, sweep, reading, (line, place)).unwrap_or_default();
            let is_over = *verdict == Verdict::OutOfMemory;
            // One of all points is in the way of the Tab key; arrows reach the others.
            let is_stop = match desk.sweep.at {
                Some(at) => at == (line, place),
                None => marks.is_empty(),
            };
            let numbers = [&line.to_string(), "-", &place.to_string()].concat();
            let point = element("button")
                .attribute("type", "button")
                .class(["point ", class, if is_over { " over" } else { "" }].concat())
                .attribute("id", point_id(line, place))
                .attribute("data-at", numbers)
                .attribute("tabindex", if is_stop { "0" } else { "-1" })
                .attribute("aria-label", said);
            marks.push(Mark { at, element: point });
        }
        let label = sweep
            .between
            .map_or(String::new(), |axis| (words.value)(axis.key, value));
        lines.push(Line {
            class,
            points,
            label,
        });
    }
    // The plan's own line lies over the others.
    if let Some(line) = own_line {
        let own = lines.remove(line);
        lines.push(own);
    }
    let mut areas = Vec::new();
    if let Some((bytes, value)) = capacity {
        areas.push(("excess-area", [[x.low, value], [x.high, y.high]]));
        let card = element("span")
            .class("card")
            .attribute("aria-hidden", "true");
        marks.push(Mark {
            at: [x.low, value],
            element: card.child((words.card)(bytes, units)),
        });
    }
    let here = here_on(sweep, here).filter(|here| (0.0..=1.0).contains(&x.place(*here)));
    if let Some(here) = here {
        let own = up(own).clamp(y.low, y.high);
        let side = if x.place(here) > 0.7 {
            "here left"
        } else {
            "here"
        };
        let words = element("span").child(words.here);
        let element = element("i")
            .class(side)
            .attribute("aria-hidden", "true")
            .child(words);
        marks.push(Mark {
            at: [here, own],
            element,
        });
    }
    let unit = (words.unit)(reading, units);
    let name = words.readings[reading as usize];
    let title = if unit.is_empty() {
        name.to_owned()
    } else {
        [name, ", ", unit].concat()
    };
    let ticks = [across_ticks(desk, sweep, &x), up_ticks(&y)];
    let plot = Plot {
        x,
        y,
        ticks,
        titles: [(words.axis)(sweep.across.key).to_owned(), title],
        labels_title: sweep
            .between
            .map_or(String::new(), |axis| (words.axis)(axis.key).to_owned()),
        areas,
        lines,
        marks,
    };
    let class = if is_old(desk) { "swept old" } else { "swept" };
    element("div")
        .class(class)
        .attribute("role", "group")
        .attribute("aria-label", words.heading)
        .child(plot.draw())
}

/// Where a point stands across: its value, or its place in the list where values are words.
fn across(sweep: &Sweep, place: usize) -> f64 {
    if sweep.across.is_numeric() {
        sweep.values.get(place).copied().unwrap_or_default()
    } else {
        place as f64
    }
}

/// The same for the plan's own value.
fn here_on(sweep: &Sweep, here: f64) -> Option<f64> {
    if sweep.across.is_numeric() {
        return Some(here);
    }
    let place = sweep.values.iter().position(|&value| value == here);
    place.map(|place| place as f64)
}

/// Whether the axes are logarithmic: across, up.
pub(super) fn scales(desk: &Desk) -> [bool; 2] {
    let asked = desk.sweep.asked;
    desk.sweep.work.shown().map_or([false; 2], |sweep| {
        axes(desk, sweep, asked).map(|axis| axis.is_logarithmic)
    })
}

/// The axes: across all values, up from nothing to a little beyond the most.
fn axes(desk: &Desk, sweep: &Sweep, asked: Asked) -> [Axis; 2] {
    let reading = asked.reading;
    let units = desk.sight.units;
    let places: Vec<f64> = (0..sweep.values.len())
        .map(|place| across(sweep, place))
        .collect();
    let mut figures = Vec::new();
    for line in 0..sweep.lines.len() {
        for place in 0..sweep.values.len() {
            let figure = sweep.reading(line, place, reading);
            figures.extend(figure.map(|figure| in_unit(reading, figure, units)));
        }
    }
    let most = figures.iter().copied().fold(0.0, f64::max);
    let capacity = sweep.capacity().filter(|_| reading.is_memory());
    let capacity = capacity.map(|bytes| units.of(bytes));
    let is_numeric = sweep.across.is_numeric();
    let is_wide = |values: &[f64], wide: f64| {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(0.0, f64::max);
        low > 0.0 && high / low >= wide
    };
    let logarithmic = [
        is_numeric && asked.scales[0].unwrap_or_else(|| is_wide(&places, WIDE[0])),
        asked.scales[1].unwrap_or_else(|| is_wide(&figures, WIDE[1])),
    ];
    let x = if logarithmic[0] || places.len() < 2 {
        Axis::around(&places, logarithmic[0])
    } else {
        let room = (places[places.len() - 1] - places[0]) * 0.03;
        Axis {
            low: places[0] - room,
            high: places[places.len() - 1] + room,
            is_logarithmic: false,
        }
    };
    // A little beyond the most; the card's line too where it is not far.
    figures.push(most * 1.06);
    figures.extend(
        capacity
            .filter(|&line| line < most * BEYOND)
            .map(|line| line * 1.15),
    );
    if !logarithmic[1] {
        figures.push(0.0);
    }
    [x, Axis::around(&figures, logarithmic[1])]
}

/// The values themselves are the ticks: they are what a plan can have.
fn across_ticks(desk: &Desk, sweep: &Sweep, x: &Axis) -> Vec<(f64, String)> {
    let words = &desk.words.sweep;
    let mut ticks = Vec::new();
    for (place, &value) in sweep.values.iter().enumerate() {
        let at = across(sweep, place);
        if (-1e-6..=1.0 + 1e-6).contains(&x.place(at)) {
            ticks.push((at, (words.value)(sweep.across.key, value)));
        }
    }
    ticks
}

fn up_ticks(y: &Axis) -> Vec<(f64, String)> {
    let words = |tick: f64| {
        if tick < 9_999.5 {
            plain(tick)
        } else {
            count(tick as u64)
        }
    };
    y.ticks()
        .into_iter()
        .map(|tick| (tick, words(tick)))
        .collect()
}
