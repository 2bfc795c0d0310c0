//! The plot of a sweep.

use crate::dom::{Element, element};
use cost::memory::Verdict;
use search::sweep::{Point, Sweep};
use text::figures::{SweepText, in_unit};

use super::choices::scales;
use super::points::{name, point_id, told};
use super::state::{SweepChoice, SweepFigure};
use crate::dom::plot::{Axis, Plot, PlotLine};
use crate::panels::words;
use crate::store::Page;

/// Ratio of the largest to the least value from which an axis is logarithmic by default: across,
/// up.
const WIDE: [f64; 2] = [8.0, 30.0];
/// Largest factor by which the GPU's memory limit may exceed the values and still be drawn.
const BEYOND: f64 = 3.0;
/// Margin beyond the greatest value, as a factor.
const ROOM: f64 = 1.06;

impl SweepFigure {
    /// The plot, and below it the switches of its axes.
    pub(super) fn picture(&self, page: &Page, sweep: &Sweep) -> Element {
        let words = &words().sweep;
        let units = page.units();
        let reading = self.asked.reading;
        let axes = axes(page, sweep, &self.asked);
        let [x, y] = axes;
        let (own_value, own_line) = sweep.place_of(&page.plan);
        let mut ticks = Vec::new();
        let mut here = None;
        for (place, &value) in sweep.values().iter().enumerate() {
            let at = across(sweep, place);
            // The values themselves are the ticks, because only they are legal.
            ticks.push((at, (words.value)(sweep.across().key, value)));
            if value == own_value {
                here = Some(at);
            }
        }
        let mut lines = Vec::new();
        let mut marks = Vec::new();
        let mut own_index = None;
        for (line, &value) in sweep.lines().iter().enumerate() {
            let is_own = own_line == Some(line);
            let class = if is_own { "own" } else { "other" };
            let mut points = Vec::new();
            for place in 0..sweep.values().len() {
                let Some(Point::Legal {
                    readings, verdict, ..
                }) = sweep.point(line, place)
                else {
                    continue;
                };
                let at = [
                    across(sweep, place),
                    in_unit(reading, readings[reading as usize], units),
                ];
                points.push(at);
                // Only one point is a stop of the Tab key; arrows reach the others.
                let is_stop = match self.at {
                    Some(at) => at == (line, place),
                    None => marks.is_empty(),
                };
                let class = match (is_own, *verdict == Verdict::OutOfMemory) {
                    (false, false) => "point",
                    (false, true) => "point over",
                    (true, false) => "point own",
                    (true, true) => "point own over",
                };
                let id = point_id(line, place);
                let point = element("button")
                    .attribute("type", "button")
                    .class(class)
                    .attribute("data-at", id.clone())
                    .attribute("id", id)
                    .attribute("tabindex", if is_stop { "0" } else { "-1" })
                    .attribute("aria-label", told(page, sweep, reading, (line, place)));
                marks.push((at, point));
            }
            if is_own {
                own_index = Some(lines.len());
            }
            let key = sweep.between().map(|axis| axis.key);
            lines.push(PlotLine {
                class,
                points,
                label: key.map_or(String::new(), |key| (words.value)(key, value)),
            });
        }
        // The plan's own line is drawn over the others.
        if let Some(index) = own_index {
            let last = lines.len() - 1;
            lines.swap(index, last);
        }
        let capacity = sweep.capacity().filter(|_| reading.is_memory());
        let capacity = capacity.filter(|&bytes| units.of(bytes) < y.high);
        if let Some(bytes) = capacity {
            let line = element("span")
                .class("card")
                .attribute("aria-hidden", "true");
            let line = line.child((words.card)(bytes, units));
            marks.push(([x.low, units.of(bytes)], line));
        }
        if let Some(here) = here {
            let own = in_unit(
                reading,
                reading.of(&page.estimate, page.settings.conventions()),
                units,
            );
            let is_right = x.place(here) > 0.7;
            let mark = element("i")
                .class(if is_right { "here left" } else { "here" })
                .attribute("aria-hidden", "true")
                .child(element("span").child(words.here));
            marks.push(([here, own], mark));
        }
        let mut title = words.readings[reading as usize].to_owned();
        let unit = (words.unit)(reading, units);
        if !unit.is_empty() {
            title.push_str(", ");
            title.push_str(unit);
        }
        let plot = Plot {
            axes,
            ticks: [ticks, y.named_ticks()],
            titles: [
                name(words, Some(sweep.across())).to_owned(),
                title,
                name(words, sweep.between()).to_owned(),
            ],
            has_columns: false,
            shaded_above: capacity.map(|bytes| units.of(bytes)),
            lines,
            marks,
        };
        element("div")
            .class(if self.is_old(page) {
                "swept old"
            } else {
                "swept"
            })
            .attribute("role", "group")
            .attribute("aria-label", words.heading)
            .child(plot.draw())
            .child(scales(words, axes.map(|axis| axis.is_logarithmic)))
    }
}

/// Placeholder of the plot until its points are estimated. It has the plot's height, so that the
/// figures below do not move.
pub(super) fn pending(words: &SweepText, asked: &SweepChoice) -> Element {
    element("div")
        .class("swept")
        .child(element("div").class("chart"))
        .child(scales(words, asked.scales.map(Option::unwrap_or_default)))
}

/// Position of a point across: its value, or its index if the values are words.
fn across(sweep: &Sweep, place: usize) -> f64 {
    if sweep.across().is_numeric() {
        sweep.values()[place]
    } else {
        place as f64
    }
}

impl SweepFigure {
    /// The axes of the sweep that is shown.
    pub(super) fn axes_now(&self, page: &Page) -> Option<[Axis; 2]> {
        let sweep = self.sweeps.shown()?;
        Some(axes(page, sweep, &self.asked))
    }
}

/// The axes. Across: all values. Up: from zero, or from the least if logarithmic, to a margin above
/// the greatest, and to the GPU's memory limit if that is near.
fn axes(page: &Page, sweep: &Sweep, asked: &SweepChoice) -> [Axis; 2] {
    let reading = asked.reading;
    let units = page.units();
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for line in 0..sweep.lines().len() {
        for place in 0..sweep.values().len() {
            if let Some(figure) = sweep.reading(line, place, reading) {
                let figure = in_unit(reading, figure, units);
                least = least.min(figure);
                most = most.max(figure);
            }
        }
    }
    let last = sweep.values().len().saturating_sub(1);
    let (low, high) = match sweep.values().is_empty() {
        true => (0.0, 1.0),
        false => (across(sweep, 0), across(sweep, last)),
    };
    let is_wide = |low: f64, high: f64, wide: f64| low > 0.0 && high / low >= wide;
    let by_ratio = [
        sweep.across().is_numeric() && asked.scales[0].unwrap_or(is_wide(low, high, WIDE[0])),
        asked.scales[1].unwrap_or(is_wide(least, most, WIDE[1])),
    ];
    let mut top = most * ROOM;
    if let Some(capacity) = sweep.capacity().filter(|_| reading.is_memory()) {
        let line = units.of(capacity);
        if line < most * BEYOND {
            top = top.max(line * ROOM * ROOM);
        }
    }
    let bottom = if by_ratio[1] { least } else { 0.0 };
    [
        Axis::over(low, high, by_ratio[0]),
        Axis::over(bottom, top, by_ratio[1]),
    ]
}
