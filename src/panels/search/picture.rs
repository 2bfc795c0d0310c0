//! Plot of throughput against memory: the fastest layout within each limit, the best of all, and
//! the reader's own.

use crate::dom::{Element, element};
use search::worker::FoundRow;

use super::adopting::{LayoutButton, adopting};
use super::state::Search;
use super::texts::words;
use crate::dom::plot::{Axis, Plot, PlotLine};
use crate::store::Page;

/// Margin above the fastest layout, as a factor.
const ROOM: f64 = 1.08;

/// The plot: memory across, throughput up.
pub(super) fn picture(
    search: &Search,
    page: &Page,
    rows: &[FoundRow],
    front: &[FoundRow],
) -> Element {
    let words = words();
    let units = page.units();
    let own_cluster = page.plan.cluster.gpus;
    let place = |row: &FoundRow| [units.of(row.found.peak), row.reading.tokens_per_second];
    let own = [
        units.of(page.estimate.memory.peak()),
        page.estimate.utilisation.tokens_per_second,
    ];
    // Layouts of smaller clusters are in another plane.
    let rows = rows
        .iter()
        .filter(|row| row.found.candidate.gpus == own_cluster);
    let points: Vec<[f64; 2]> = front.iter().map(place).collect();
    let all = rows.clone().map(place).chain(points.iter().copied());
    let most = all.fold(own[1], |most, [_, up]| most.max(up));
    let capacity = units.of(page.plan.cluster.gpu.usable_memory());
    let axes = [
        Axis::over(0.0, capacity, false),
        Axis::over(0.0, most * ROOM, false),
    ];
    let mut marks = Vec::new();
    for row in rows {
        let dot = element("i").class("dot").attribute("aria-hidden", "true");
        marks.push((place(row), dot));
    }
    for (index, row) in front.iter().enumerate() {
        let name = (words.layout)(&row.found.candidate);
        let button = adopting(
            search,
            LayoutButton::Front,
            index,
            &row.found.candidate,
            String::new(),
        );
        let button = button
            .attribute("aria-label", name.clone())
            .attribute("title", name);
        marks.push((place(row), button));
    }
    let is_right = axes[0].place(own[0]) > 0.7;
    let here = element("i")
        .class(if is_right { "here left" } else { "here" })
        .attribute("aria-hidden", "true")
        .child(element("span").child(words.own));
    marks.push((own, here));
    let [across, up] = words.titles;
    let plot = Plot {
        axes,
        ticks: axes.map(|axis| axis.named_ticks()),
        titles: [
            [across, units.symbol()].concat(),
            up.to_owned(),
            String::new(),
        ],
        has_columns: false,
        shaded_above: None,
        lines: vec![PlotLine {
            class: "own",
            points: stairs(&points, capacity),
            label: String::new(),
        }],
        marks,
    };
    element("div").class("swept").child(plot.draw())
}

/// Steps from point to point: between two of them nothing is faster than the first.
fn stairs(points: &[[f64; 2]], end: f64) -> Vec<[f64; 2]> {
    let mut stairs = Vec::with_capacity(2 * points.len() + 1);
    let mut level = None;
    for &[right, up] in points {
        if let Some(level) = level {
            stairs.push([right, level]);
        }
        stairs.push([right, up]);
        level = Some(up);
    }
    stairs.extend(level.map(|level| [end, level]));
    stairs
}
