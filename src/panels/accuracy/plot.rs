//! Plot of predicted against measured values: a square with logarithmic axes, a mark for each run.
//! Shape and colour show the source. The table has the same data, for keyboards and screen readers.

use formats::number::fixed;
use text::figures::AccuracyText;

use super::sheet::{ChosenRuns, SIDE};
use crate::dom::plot::path;
use crate::dom::{Element, element, svg};

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
pub(super) fn plot(words: &AccuracyText, sheet: &ChosenRuns) -> Element {
    let mut grid = String::new();
    let mut ticks = Vec::new();
    for (figure, word) in sheet.axis.named_ticks() {
        let place = sheet.place(figure);
        let at = fixed(place, 1);
        let top = fixed(SIDE - place, 1);
        grid = [&grid, "M", &at, " 0V999M0 ", &top, "H999"].concat();
        let share = [&fixed(place / SIDE * 100.0, 2), "%"].concat();
        for (class, side) in [("x", "left"), ("y", "bottom")] {
            let tick = element("span").class(class).style(side, share.clone());
            ticks.push(tick.child(word.clone()));
        }
    }
    let [above, below] = OFF.map(|factor| sheet.length(factor));
    let (above, below) = (fixed(SIDE - above, 1), fixed(-below, 1));
    let band = [
        "M0 999V", &above, "L", &above, " 0H999V", &below, "L", &below, " 999z",
    ];
    let sources = (0..sheet.runs.sources.len()).map(|source| {
        let runs = sheet.runs.all.iter().filter(|run| run.source == source);
        let points = runs.filter_map(|run| sheet.point(run));
        let marks: Vec<String> = points.map(|point| spot(point, shape(source))).collect();
        let is_faint = sheet.choice.source.is_some_and(|chosen| chosen != source);
        path(class_of(source, is_faint), marks.join(""))
    });
    let at = sheet.choice.at.and_then(|at| sheet.runs.all.get(at));
    let ring = at.and_then(|run| sheet.point(run));
    let ring = ring.map(|point| spot(point, "m-18,0a18,18 0 1,0 36,0a18,18 0 1,0-36,0"));
    let drawing = svg("svg")
        .attribute("viewBox", "0 0 999 999")
        .child(path("band", band.concat()))
        .child(path("grid", grid))
        .child(path("exact", String::from("M0 999L999 0")))
        .children(sources.collect())
        .child(path("ring", ring.unwrap_or_default()));
    let axes = ["x", "y"].into_iter().zip(words.axes).map(|(class, axis)| {
        element("b")
            .class(class)
            .child([axis, ", ", sheet.unit()].concat())
    });
    element("div")
        .class("plot")
        .attribute("aria-hidden", "true")
        .child(drawing)
        .children(ticks)
        .children(axes.collect())
        .child(element("em").child(words.off))
        .child(element("div").class("hit").attribute("data-at", "0"))
}

/// The mark of a source, alone.
pub(super) fn mark(source: usize) -> Element {
    svg("svg")
        .attribute("viewBox", "-12 -12 24 24")
        .attribute("aria-hidden", "true")
        .child(path(
            class_of(source, false),
            ["M0 0", shape(source)].concat(),
        ))
}

/// An outline around a point.
fn spot([x, y]: [f64; 2], outline: &str) -> String {
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
