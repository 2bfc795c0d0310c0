//! The plot of a sweep.

use std::sync::Arc;

use cost::memory::Verdict;
use cost::units::Bytes;
use leptos::prelude::*;
use search::sweep::{Point, Sweep, SweepReading};
use text::sweep::{self as words, in_unit};

use super::axes::{across, axes};
use super::choices::scales;
use super::point_button::PointButton;
use super::points::name;
use super::state::{SweepChoice, SweepFigure};
use super::sweep_picture::SweepPicture;
use crate::components::{Axis, Plot, PlotArea, PlotLine, spot};
use crate::store::{Page, PanelStore};

/// Position across from which the words of the plan's mark are on its left.
const LEFT_FROM: f64 = 0.7;

/// The plot, and below it the switches of its axes.
pub(super) fn chart(panel: PanelStore<SweepFigure>, picture: &SweepPicture) -> AnyView {
    let Some(sweep) = &picture.sweep else {
        return pending(panel, &picture.asked);
    };
    let axes = axes(sweep, &picture.asked, picture.units);
    let class = move || {
        let is_old = panel.follow(SweepFigure::is_old);
        if is_old { "swept old" } else { "swept" }
    };
    view! {
        <div class=class role="group" aria-label=words::heading()>
            {plot(panel, picture, sweep, axes).draw()}
            {scales(panel, axes.map(|axis| axis.is_logarithmic))}
        </div>
    }
    .into_any()
}

/// Placeholder of the plot until its points are estimated. It has the plot's height, so that the
/// figures below do not move.
fn pending(panel: PanelStore<SweepFigure>, asked: &SweepChoice) -> AnyView {
    view! {
        <div class="swept">
            <div class="chart"></div>
            {scales(panel, asked.scales.map(Option::unwrap_or_default))}
        </div>
    }
    .into_any()
}

/// The plot of a sweep over axes.
fn plot(
    panel: PanelStore<SweepFigure>,
    picture: &SweepPicture,
    sweep: &Arc<Sweep>,
    axes: [Axis; 2],
) -> Plot {
    let units = picture.units;
    let reading = picture.asked.reading;
    let [x, y] = axes;
    // The values themselves are the ticks, because only they are legal.
    let ticks = sweep.values().iter().enumerate();
    let ticks = ticks.map(|(place, &value)| {
        let word = words::value(sweep.across().key, value);
        (across(sweep, place), word)
    });
    let capacity = sweep.capacity().filter(|_| reading.is_memory());
    let capacity = capacity.filter(|&bytes| units.of(bytes) < y.high);
    let excess = capacity.map(|bytes| {
        let (low, high) = (units.of(bytes), y.high);
        PlotArea {
            class: "excess-area",
            corners: vec![[x.low, low], [x.high, low], [x.high, high], [x.low, high]],
        }
    });
    let mut marks = points(panel, picture, sweep, &axes);
    marks.extend(capacity.map(|bytes| card(picture, bytes, &axes)));
    let own_sweep = Arc::clone(sweep);
    let own = move || panel.follow(|_, page| here(page, &own_sweep, reading, &axes));
    marks.push(own.into_any());
    let mut title = words::reading(reading).to_owned();
    let unit = words::unit(reading, units);
    if !unit.is_empty() {
        title.push_str(", ");
        title.push_str(unit);
    }
    Plot {
        axes,
        ticks: [ticks.collect(), y.named_ticks()],
        titles: [
            name(Some(sweep.across())).to_owned(),
            title,
            name(sweep.between()).to_owned(),
        ],
        has_columns: false,
        areas: excess.into_iter().collect(),
        lines: lines(picture, sweep),
        points: Vec::new(),
        marks,
    }
}

/// The lines, the plan's own over the others.
fn lines(picture: &SweepPicture, sweep: &Sweep) -> Vec<PlotLine> {
    let between = sweep.between().map(|axis| axis.key);
    let label = |value| between.map_or(String::new(), |key| words::value(key, value));
    let lines = sweep.lines().iter().enumerate();
    let lines = lines.map(|(line, &value)| {
        let is_own = picture.own_line == Some(line);
        let points = legal_points(picture, sweep, line);
        PlotLine {
            class: if is_own { "own" } else { "other" },
            points: points.map(|(_, at, _)| at).collect(),
            label: label(value),
        }
    });
    let mut lines: Vec<PlotLine> = lines.collect();
    if let Some(own) = lines.iter().position(|line| line.class == "own") {
        let last = lines.len() - 1;
        lines.swap(own, last);
    }
    lines
}

/// The points that can exist, as buttons.
fn points(
    panel: PanelStore<SweepFigure>,
    picture: &SweepPicture,
    sweep: &Arc<Sweep>,
    axes: &[Axis; 2],
) -> Vec<AnyView> {
    let mut points = Vec::new();
    for line in 0..sweep.lines().len() {
        for (place, at, verdict) in legal_points(picture, sweep, line) {
            let is_own = picture.own_line == Some(line);
            let button = PointButton {
                sweep,
                reading: picture.asked.reading,
                units: picture.units,
                line,
                place,
                class: match (is_own, verdict == Verdict::OutOfMemory) {
                    (false, false) => "point",
                    (false, true) => "point over",
                    (true, false) => "point own",
                    (true, true) => "point own over",
                },
                // Only one point is a stop of the Tab key; arrows reach the others.
                is_stop: match picture.at {
                    Some(at) => at == (line, place),
                    None => points.is_empty(),
                },
            };
            points.push(button.draw(panel, axes, at));
        }
    }
    points
}

/// The points of a line that can exist: their indices, their positions on the axes, their verdicts.
fn legal_points(
    picture: &SweepPicture,
    sweep: &Sweep,
    line: usize,
) -> impl Iterator<Item = (usize, [f64; 2], Verdict)> {
    let (reading, units) = (picture.asked.reading, picture.units);
    let places = 0..sweep.values().len();
    places.filter_map(move |place| match sweep.point(line, place) {
        Some(Point::Legal {
            readings, verdict, ..
        }) => {
            let up = in_unit(reading, readings[reading as usize], units);
            Some((place, [across(sweep, place), up], *verdict))
        }
        Some(Point::Illegal(_)) | None => None,
    })
}

/// The line of the GPU's memory limit.
fn card(picture: &SweepPicture, capacity: Bytes, axes: &[Axis; 2]) -> AnyView {
    let [x, _] = axes;
    let [left, bottom] = spot(axes, [x.low, picture.units.of(capacity)]);
    view! {
        <span class="card" aria-hidden="true" style:left=left style:bottom=bottom>
            {words::card(capacity, picture.units)}
        </span>
    }
    .into_any()
}

/// The mark of the plan, if it is among the values across.
fn here(
    page: &Page,
    sweep: &Sweep,
    reading: SweepReading,
    axes: &[Axis; 2],
) -> Option<impl IntoView + use<>> {
    let (own, _) = sweep.place_of(&page.plan);
    let place = sweep.values().iter().position(|&value| value == own)?;
    let right = across(sweep, place);
    let figure = reading.of(&page.estimate, page.settings.conventions());
    let [left, bottom] = spot(axes, [right, in_unit(reading, figure, page.units())]);
    let [x, _] = axes;
    let is_right = x.place(right) > LEFT_FROM;
    Some(view! {
        <i
            class=if is_right { "here left" } else { "here" }
            aria-hidden="true"
            style:left=left
            style:bottom=bottom
        >
            <span>{words::here()}</span>
        </i>
    })
}
