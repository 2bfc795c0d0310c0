//! Tables behind the timeline: a row for each stage, and the blocks of the chosen stage.

use cost::units::Seconds;
use leptos::prelude::*;
use text::number::{self, BytesText as _, duration, grouped, percent};

use super::chart::Chart;
use super::ids::BLOCKS;
use super::state::TimelineFigure;
use crate::components::{Table, data_table};
use crate::panels::figure::Details;
use crate::store::{Page, PanelStore};
use text::timeline;

/// Rows of the table of blocks.
const MOST_REPEATS: usize = 200;

/// The table of the stages.
pub(super) fn stages(figure: &TimelineFigure, page: &Page) -> Table {
    let mut rows = Vec::new();
    if let Some(Chart { timeline, .. }) = &figure.charts[0] {
        for (rank, row) in timeline.rows().iter().enumerate() {
            let step = &row.step;
            let rest = step.bubble + row.tail[0] + row.tail[1];
            rows.push(vec![
                grouped(rank as u64),
                duration(step.total().beyond(rest)),
                duration(step.bubble),
                percent(step.bubble_fraction()),
                grouped(row.in_flight as u64),
                page.units().size(row.held),
            ]);
        }
    }
    Table {
        headings: timeline::headings().map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    }
}

/// The blocks of the chosen stage, as a table that is made only while it is open.
#[component]
pub(super) fn Blocks(panel: PanelStore<TimelineFigure>) -> impl IntoView {
    let is_open = panel.page().slice(|page| page.is_open(BLOCKS));
    view! {
        <Details
            id=BLOCKS
            fold=BLOCKS
            summary=timeline::blocks()
            is_open=is_open
            inside=panel.view(|figure, _| listed(figure))
        />
    }
}

/// The blocks of the chosen stage; repetitions are listed once. Above them is a sentence if there
/// are more.
fn listed(figure: &TimelineFigure) -> impl IntoView + use<> {
    let (mut rows, mut cut) = (Vec::new(), None);
    if let Some(Chart { timeline, .. }) = figure.chart() {
        let blocks = &timeline.rows()[figure.selection.rank].blocks;
        let repeats = timeline.repeats(figure.selection.rank);
        for &repeat in repeats.iter().take(MOST_REPEATS) {
            let last = repeat.first + repeat.period * repeat.times - 1;
            let pattern = &blocks[repeat.first..][..repeat.period];
            let lengths: Vec<String> = pattern
                .iter()
                .map(|cell| duration(Seconds(cell.end - cell.start)))
                .collect();
            let moment = |time| duration(Seconds(time));
            rows.push(vec![
                timeline::repeat(timeline, figure.selection.rank, repeat),
                moment(blocks[repeat.first].start),
                moment(blocks[last].end),
                number::listed(&lengths),
            ]);
        }
        cut = (repeats.len() > MOST_REPEATS)
            .then(|| timeline::cut(MOST_REPEATS as u64, repeats.len() as u64));
    }
    let table = Table {
        headings: timeline::columns().map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    };
    view! {
        {cut.map(|cut| view! { <p>{cut}</p> })}
        {data_table(timeline::blocks(), table)}
    }
}
