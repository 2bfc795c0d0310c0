//! The list of the best layouts: the overheads of each, and the parts of its step.

use leptos::prelude::*;
use search::optimize::Candidate;
use search::worker::FoundRow;
use text::number::{BytesText as _, days, dollars, duration, percent};
use text::search_figure as words;

use super::adopting::adopting;
use super::answers::Answers;
use super::state::Search;
use crate::components::{Table, track};
use crate::store::{Page, PanelStore};

/// Parts of a step, as classes of their colours: useful work, then the overheads of a
/// [`search::worker::LayoutFigures`].
static PARTS: [&str; 8] = [
    "useful",
    "bubble",
    "imbalance",
    "cable",
    "scratchpad",
    "state",
    "ceiling",
    "last-inch",
];
/// Class of the forwards without a backward.
const FORWARD_ONLY: &str = "forward-only";
/// Number of columns before the columns of overheads.
const PLAIN: usize = 5;
/// Number of columns of the list; further ones are only in the table.
const LISTED: usize = PLAIN + PARTS.len() - 1;

/// The list.
pub(super) fn list(panel: PanelStore<Search>) -> impl IntoView {
    let headings = words::columns().into_iter().take(LISTED).enumerate();
    let headings = headings.map(|(index, name)| {
        // The overheads' headings have the colours of the bars.
        let overhead = index.checked_sub(PLAIN);
        let class = overhead.map(|overhead| PARTS[overhead + 1]);
        view! {
            <th scope="col" class=class>
                {name}
            </th>
        }
    });
    let layouts = move || panel.follow(|search, _| search.listed());
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=words::list()>
            <table class="best">
                <thead>
                    <tr>{headings.collect_view()}</tr>
                </thead>
                <tbody>
                    <For each=layouts key=|layout| *layout let:layout>
                        {line(panel, layout)}
                    </For>
                </tbody>
            </table>
        </div>
    }
}

/// The row of a layout. It stays the row of this layout wherever it moves, and so does its focus.
fn line(panel: PanelStore<Search>, layout: Candidate) -> impl IntoView {
    let figures = move || {
        panel.follow(|search, page| {
            let row = search.in_sight()?.row(&layout)?;
            Some(figures(row, page))
        })
    };
    let others = move || {
        panel.follow(|search, _| {
            let answers = search.in_sight();
            text::search::others(answers.map_or(0, |answers| answers.others(&layout)))
        })
    };
    let button = panel.read(|search, page| {
        let plan = search
            .in_sight()
            .map_or(&page.plan, |answers| &answers.plan);
        adopting(panel, "adopt row", plan, layout)
    });
    view! {
        <tr>
            <th scope="row">{button} " " <small>{others}</small></th>
            {figures}
        </tr>
    }
}

/// The figures of a layout: the parts of its step as bars, then as numbers.
fn figures(row: &FoundRow, page: &Page) -> impl IntoView + use<> {
    let (found, reading) = (&row.found, &row.reading);
    let shares = [reading.mfu].into_iter().chain(reading.shares);
    let mut bars: Vec<(&str, f64)> = PARTS.into_iter().zip(shares).collect();
    // Most plans have none of it: it has no column.
    bars.push((FORWARD_ONLY, reading.forward_only));
    let mut cells = vec![
        duration(found.step),
        percent(reading.mfu),
        page.units().size(found.peak),
    ];
    cells.extend(reading.shares.map(percent));
    let cells = cells.into_iter().map(|cell| view! { <td>{cell}</td> });
    view! {
        <td>{track(&bars)}</td>
        {cells.collect_view()}
    }
}

/// All columns as plain text, with the days and the cost of the run.
pub(super) fn table(search: &Search, page: &Page) -> Table {
    let columns = words::columns()
        .into_iter()
        .enumerate()
        .filter(|(index, _)| *index != 1);
    let headings = columns.map(|(_, name)| name.to_owned()).collect();
    let rows = search.shown.iter().flat_map(|answers| {
        let rows = answers.rows().into_iter();
        rows.map(move |row| cells(answers, &row, page))
    });
    Table {
        headings,
        rows: rows.collect(),
        foot: Vec::new(),
    }
}

/// The cells of a layout.
fn cells(answers: &Answers, FoundRow { found, reading }: &FoundRow, page: &Page) -> Vec<String> {
    let mut cells = vec![
        text::search::layout_of(&answers.plan, &found.candidate),
        duration(found.step),
        percent(reading.mfu),
        page.units().size(found.peak),
    ];
    cells.extend(reading.shares.map(percent));
    cells.extend([
        days(reading.days),
        dollars(reading.dollars),
        text::search::others(answers.others(&found.candidate)),
    ]);
    cells
}
