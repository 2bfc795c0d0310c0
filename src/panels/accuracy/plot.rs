//! Plot of predicted against measured values: a square with logarithmic axes, a mark for each run.
//! Shape and colour show the source. The table has the same data, for keyboards and screen readers.

use formats::number::fixed;
use leptos::prelude::*;
use web_sys::{HtmlDivElement, MouseEvent};

use super::Accuracy;
use super::run_events::{look, press};
use super::sheet::{ChosenRuns, SIDE, ShownRuns};
use crate::browser::pointer;
use crate::components::path;
use crate::panels::words;
use crate::store::PanelStore;

/// Outlines of the marks around their centre.
static SHAPES: [&str; 6] = [
    "m-8,0a8,8 0 1,0 16,0a8,8 0 1,0-16,0",
    "m-7-7h14v14h-14z",
    "m0-10l9 16h-18z",
    "m0-10l10 10-10 10-10-10z",
    "m-3-10h6v7h7v6h-7v7h-6v-7h-7v-6h7z",
    "m0 10l9-16h-18z",
];

/// The ratios of the lines beside the diagonal.
const OFF: [f64; 2] = [1.2, 0.8];

/// The plot.
pub(super) fn plot(panel: PanelStore<Accuracy>, shown: &ShownRuns) -> AnyView {
    let words = &words().accuracy;
    let sheet = shown.sheet();
    let sources = (0..sheet.runs.sources.len()).map(|source| marks(&sheet, source));
    let ring_of = shown.clone();
    let ring = move || panel.follow(|state, _| ring(&ring_of, state.choice.at));
    let axes = ["x", "y"].into_iter().zip(words.axes).map(|(class, axis)| {
        view! { <b class=class>{[axis, ", ", sheet.unit()].concat()}</b> }
    });
    view! {
        <div class="plot" aria-hidden="true">
            <svg viewBox="0 0 999 999">
                {path("band", band(&sheet))}
                {path("grid", grid(&sheet))}
                {path("exact", "M0 999L999 0".to_owned())}
                {sources.collect_view()}
                <path class="ring" d=ring></path>
            </svg>
            {ticks(&sheet)}
            {axes.collect_view()}
            <em>{words.off}</em>
            {hit(panel, shown)}
        </div>
    }
    .into_any()
}

/// The area over the plot, which finds the nearest run.
fn hit(panel: PanelStore<Accuracy>, shown: &ShownRuns) -> impl IntoView + use<> {
    let shown = shown.clone();
    let near = move |ev: &MouseEvent, area: &HtmlDivElement| {
        let place = pointer::place(ev)?;
        shown.nearest(place, pointer::width(area))
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
}

/// The band of predictions that are off by no more than the ratios beside the diagonal.
fn band(sheet: &ChosenRuns) -> String {
    let [above, below] = OFF.map(|factor| sheet.length(factor));
    let (above, below) = (fixed(SIDE - above, 1), fixed(-below, 1));
    let band = [
        "M0 999V", &above, "L", &above, " 0H999V", &below, "L", &below, " 999z",
    ];
    band.concat()
}

/// The lines at the ticks of both axes.
fn grid(sheet: &ChosenRuns) -> String {
    let lines = sheet.axis.ticks().into_iter().map(|figure| {
        let place = sheet.place(figure);
        let (at, top) = (fixed(place, 1), fixed(SIDE - place, 1));
        ["M", &at, " 0V999M0 ", &top, "H999"].concat()
    });
    lines.collect()
}

/// The texts at the ticks of both axes.
fn ticks(sheet: &ChosenRuns) -> Vec<impl IntoView + use<>> {
    let ticks = sheet.axis.named_ticks().into_iter();
    let ticks = ticks.flat_map(|(figure, word)| {
        let share = [&fixed(sheet.place(figure) / SIDE * 100.0, 2), "%"].concat();
        [
            ("x", Some(share.clone()), None, word.clone()),
            ("y", None, Some(share), word),
        ]
    });
    ticks
        .map(|(class, left, bottom, word)| {
            view! {
                <span class=class style:left=left style:bottom=bottom>
                    {word}
                </span>
            }
        })
        .collect()
}

/// The marks of the runs of a source.
fn marks(sheet: &ChosenRuns, source: usize) -> impl IntoView + use<> {
    let runs = sheet.runs.all.iter().filter(|run| run.source == source);
    let points = runs.filter_map(|run| sheet.point(run));
    let marks: String = points.map(|point| around(point, shape(source))).collect();
    let is_faint = sheet.choice.source.is_some_and(|chosen| chosen != source);
    view! { <path class=class_of(source, is_faint) d=marks></path> }
}

/// The outline of the ring around the run that is looked at.
fn ring(shown: &ShownRuns, at: Option<usize>) -> String {
    let run = at.and_then(|at| shown.runs.all.get(at));
    let point = run.and_then(|run| shown.sheet().point(run));
    let ring = point.map(|point| around(point, "m-18,0a18,18 0 1,0 36,0a18,18 0 1,0-36,0"));
    ring.unwrap_or_default()
}

/// The mark of a source, alone.
pub(super) fn mark(source: usize) -> AnyView {
    let outline = ["M0 0", shape(source)].concat();
    view! {
        <svg viewBox="-12 -12 24 24" aria-hidden="true">
            <path class=class_of(source, false) d=outline></path>
        </svg>
    }
    .into_any()
}

/// An outline around a point.
fn around([x, y]: [f64; 2], outline: &str) -> String {
    ["M", &fixed(x, 1), " ", &fixed(y, 1), outline].concat()
}

fn shape(source: usize) -> &'static str {
    SHAPES[source % SHAPES.len()]
}

/// The class of a source's colour; after the first source of each shape the mark is hollow.
fn class_of(source: usize, is_faint: bool) -> String {
    let hue = ["teal", "rose", "earth", "slate"][source % 4];
    let hollow = if source / SHAPES.len() % 2 == 1 {
        " hollow"
    } else {
        ""
    };
    let faint = if is_faint { " faint" } else { "" };
    ["mark ", hue, hollow, faint].concat()
}
