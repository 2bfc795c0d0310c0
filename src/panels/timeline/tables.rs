//! Tables behind the timeline: a row for each stage, and the blocks of the chosen stage.

use cost::units::Seconds;
use formats::number::{duration, grouped, percent};

use super::chart::Chart;
use super::ids::BLOCKS;
use super::state::TimelineFigure;
use crate::dom::figure::{Table, table};
use crate::dom::{Element, element};
use crate::panels::words;
use crate::store::Page;

/// Rows of the table of blocks.
const MOST_REPEATS: usize = 200;

/// The table of the stages.
pub(super) fn stages(figure: &TimelineFigure, page: &Page) -> Table {
    let words = &words().timeline;
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
        headings: words.headings.map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    }
}

/// The blocks of the chosen stage; repetitions are listed once.
pub(super) fn blocks(figure: &TimelineFigure, page: &Page) -> Element {
    let words = &words().timeline;
    let (mut rows, mut cut) = (Vec::new(), String::new());
    let is_open = page.is_open(BLOCKS);
    if let Some(Chart { timeline, .. }) = figure.chart().filter(|_| is_open) {
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
                (words.repeat)(timeline, figure.selection.rank, repeat),
                moment(blocks[repeat.first].start),
                moment(blocks[last].end),
                lengths.join(", "),
            ]);
        }
        if repeats.len() > MOST_REPEATS {
            cut = (words.cut)(MOST_REPEATS, repeats.len());
        }
    }
    let open = is_open.then(|| {
        let headings = words.columns.map(str::to_owned).to_vec();
        table(
            words.blocks,
            Table {
                headings,
                rows,
                foot: Vec::new(),
            },
        )
    });
    element("details")
        .class("numbers")
        .id(BLOCKS)
        .child(element("summary").child(words.blocks))
        .child(element("p").attribute("hidden", cut.is_empty()).child(cut))
        .children(open.into_iter().collect())
}
