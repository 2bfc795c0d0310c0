//! Plot of predicted against measured values: a square with logarithmic axes, a mark for each run.
//! Shape and colour show the source. The table has the same data, for keyboards and screen readers.

use leptos::prelude::*;
use text::accuracy;
use web_sys::{HtmlDivElement, MouseEvent};

use super::Accuracy;
use super::run_events::{look, press};
use super::sheet::{ChosenRuns, ShownRuns};
use crate::browser::pointer;
use crate::components::{Axis, Marker, Plot, PlotArea, PlotLine, PlotPoints, spot};
use crate::store::PanelStore;

/// Classes of marks by the colour of their sources: filled, hollow, and both where another source is
/// chosen.
static CLASSES: [[&str; 4]; 4] = [
    [
        "mark teal",
        "mark teal hollow",
        "mark teal faint",
        "mark teal hollow faint",
    ],
    [
        "mark rose",
        "mark rose hollow",
        "mark rose faint",
        "mark rose hollow faint",
    ],
    [
        "mark earth",
        "mark earth hollow",
        "mark earth faint",
        "mark earth hollow faint",
    ],
    [
        "mark slate",
        "mark slate hollow",
        "mark slate faint",
        "mark slate hollow faint",
    ],
];

/// Least and greatest ratio of predicted to measured in the band.
const BAND: [f64; 2] = [0.8, 1.2];

/// The plot.
pub(super) fn plot(panel: PanelStore<Accuracy>, shown: &ShownRuns) -> AnyView {
    let sheet = shown.sheet();
    let axis = sheet.axis;
    let [measured, predicted] = accuracy::axes().map(|axis| [axis, ", ", sheet.unit()].concat());
    let sources = (0..sheet.runs.sources.len()).map(|source| points(&sheet, source));
    let plot = Plot {
        axes: [axis; 2],
        ticks: [axis.named_ticks(), axis.named_ticks()],
        titles: [measured, predicted, String::new()],
        has_columns: true,
        areas: vec![band(&axis)],
        lines: vec![exact(&axis)],
        points: sources.collect(),
        marks: vec![
            view! { <em>{accuracy::off()}</em> }.into_any(),
            ring(panel, shown),
            hit(panel, shown),
        ],
    };
    view! {
        <div class="plot" aria-hidden="true">
            {plot.draw()}
        </div>
    }
    .into_any()
}

/// The area over the plot, which finds the nearest run.
fn hit(panel: PanelStore<Accuracy>, shown: &ShownRuns) -> AnyView {
    let shown = shown.clone();
    let near = move |ev: &MouseEvent, area: &HtmlDivElement| {
        let place = pointer::place(ev)?;
        let side = pointer::width(area);
        shown.sheet().nearest(place.map(|from| from / side))
    };
    let near_of_press = near.clone();
    view! {
        <div
            class="hit"
            data-at="0"
            on:pointermove:target=move |ev| {
                let index = near(&ev, &ev.target());
                index.into_iter().for_each(|index| look(panel, index));
            }
            on:click:target=move |ev| {
                let index = near_of_press(&ev, &ev.target());
                index.into_iter().for_each(|index| press(panel, &ev, index));
            }
        ></div>
    }
    .into_any()
}

/// The band of predictions that differ from the measurement by no more than 20 %.
fn band(axis: &Axis) -> PlotArea {
    let (low, high) = (axis.low, axis.high);
    let [below, above] = BAND;
    PlotArea {
        class: "band",
        corners: vec![
            [low, low],
            [low, low * above],
            [high / above, high],
            [high, high],
            [high, high * below],
            [low / below, low],
        ],
    }
}

/// The line of exact predictions.
fn exact(axis: &Axis) -> PlotLine {
    PlotLine {
        class: "exact",
        points: vec![[axis.low; 2], [axis.high; 2]],
        label: String::new(),
    }
}

/// The runs of a source.
fn points(sheet: &ChosenRuns, source: usize) -> PlotPoints {
    let runs = sheet.runs.all.iter().filter(|run| run.source == source);
    let is_faint = sheet.choice.source.is_some_and(|chosen| chosen != source);
    PlotPoints {
        class: class_of(source, is_faint),
        marker: marker(source),
        points: runs.filter_map(|run| sheet.figures(run)).collect(),
    }
}

/// The ring around the run that is looked at.
fn ring(panel: PanelStore<Accuracy>, shown: &ShownRuns) -> AnyView {
    let shown = shown.clone();
    let ring = move |at: Option<usize>| {
        let sheet = shown.sheet();
        let figures = sheet.figures(shown.runs.all.get(at?)?)?;
        let [left, bottom] = spot(&[sheet.axis; 2], figures);
        Some(view! { <i class="ring" style:left=left style:bottom=bottom></i> })
    };
    (move || panel.follow(|state, _| ring(state.choice.at))).into_any()
}

/// The mark of a source, alone.
pub(super) fn mark(source: usize) -> AnyView {
    marker(source).icon(class_of(source, false))
}

fn marker(source: usize) -> Marker {
    Marker::ALL[source % Marker::ALL.len()]
}

/// The class of a source's colour; after the first source of each shape the mark is hollow.
fn class_of(source: usize, is_faint: bool) -> &'static str {
    let is_hollow = source / Marker::ALL.len() % 2 == 1;
    let colour = CLASSES[source % CLASSES.len()];
    colour[usize::from(is_hollow) + 2 * usize::from(is_faint)]
}
