//! Plot of throughput against memory: the fastest layout within each limit, the best of all, and
//! the reader's own.

use leptos::prelude::*;
use search::worker::FoundRow;
use text::number::BytesText as _;

use super::adopting::adopting_point;
use super::answers::Answers;
use super::state::Search;
use crate::components::{Axis, Plot, PlotLine, spot};
use crate::store::{Page, PanelStore};

/// Margin above the fastest layout, as a factor.
const ROOM: f64 = 1.08;

/// The plot: memory across, throughput up.
pub(super) fn picture(panel: PanelStore<Search>, answers: &Answers, page: &Page) -> AnyView {
    let (rows, front) = (answers.rows(), answers.front());
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
    let dots = rows.map(|row| {
        let [left, bottom] = spot(&axes, place(row));
        view! { <i class="dot" aria-hidden="true" style:left=left style:bottom=bottom></i> }
    });
    // Layouts that differ by less than the drawing shows are one point.
    let mut last = None;
    let buttons = front.iter().filter_map(|row| {
        let spot = spot(&axes, place(row));
        let is_new = last.as_ref() != Some(&spot);
        last = Some(spot.clone());
        is_new.then(|| adopting_point(panel, &answers.plan, row.found.candidate, spot))
    });
    let is_right = axes[0].place(own[0]) > 0.7;
    let class = if is_right { "here left" } else { "here" };
    let [left, bottom] = spot(&axes, own);
    let here = view! {
        <i class=class aria-hidden="true" style:left=left style:bottom=bottom>
            <span>{text::search_figure::own()}</span>
        </i>
    };
    // One view for each kind, so that a button stays where the number of dots changes.
    let marks = vec![
        dots.collect_view().into_any(),
        buttons.collect_view().into_any(),
        here.into_any(),
    ];
    let plot = Plot {
        axes,
        ticks: axes.map(|axis| axis.named_ticks()),
        titles: [
            text::search_figure::title_memory(units.symbol()),
            text::search_figure::title_throughput().to_owned(),
            String::new(),
        ],
        has_columns: false,
        areas: Vec::new(),
        lines: vec![PlotLine {
            class: "own",
            points: stairs(&points, capacity),
            label: String::new(),
        }],
        points: Vec::new(),
        marks,
    };
    view! { <div class="swept">{plot.draw()}</div> }.into_any()
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
