//! The list of the best layouts: the overheads of each, and the parts of its step.

use crate::dom::figure::Table;
use crate::dom::{Element, element};
use formats::number::{days, dollars, duration, percent};
use search::worker::FoundRow;

use super::adopting::{LayoutButton, adopting};
use super::answers::Answers;
use super::state::Search;
use super::texts::words;
use crate::dom::components::track;
use crate::store::Page;

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
/// Number of columns before those of the overheads.
const PLAIN: usize = 5;
/// Number of columns of the list; further ones are only in the table.
const LISTED: usize = PLAIN + PARTS.len() - 1;

/// The list.
pub(super) fn list(search: &Search, page: &Page, rows: &[FoundRow]) -> Element {
    let words = words();
    let mut head = element("tr");
    for (index, name) in words.columns.iter().take(LISTED).enumerate() {
        let mut cell = element("th").attribute("scope", "col").child(*name);
        // The overheads' headings have the colours of the bars.
        if let Some(overhead) = index.checked_sub(PLAIN) {
            cell = cell.class(PARTS[overhead + 1]);
        }
        head = head.child(cell);
    }
    let body = rows
        .iter()
        .enumerate()
        .map(|(index, row)| line(search, page, index, row));
    let table = element("table")
        .class("best")
        .child(element("thead").child(head))
        .child(element("tbody").children(body.collect()));
    element("div")
        .class("scroll")
        .attribute("tabindex", "0")
        .attribute("role", "region")
        .attribute("aria-label", words.list)
        .child(table)
}

fn line(search: &Search, page: &Page, index: usize, row: &FoundRow) -> Element {
    let words = words();
    let (found, reading) = (&row.found, &row.reading);
    let button = adopting(
        search,
        LayoutButton::Row,
        index,
        &found.candidate,
        (words.layout)(&found.candidate),
    );
    let shares = [reading.mfu].into_iter().chain(reading.shares);
    let bars: Vec<(&str, f64)> = PARTS.into_iter().zip(shares).collect();
    let mut line = element("tr")
        .child(element("th").attribute("scope", "row").child(button))
        .child(element("td").child(track(&bars)));
    let mut cells = vec![
        duration(found.step),
        percent(reading.mfu),
        page.units().size(found.peak),
    ];
    cells.extend(reading.shares.map(percent));
    for cell in cells {
        line = line.child(element("td").child(cell));
    }
    line
}

/// All columns as plain text, with the days and the cost of the run.
pub(super) fn table(search: &Search, page: &Page) -> Table {
    let words = words();
    let columns = words
        .columns
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != 1);
    let headings = columns.map(|(_, name)| (*name).to_owned()).collect();
    let answers = search.shown.as_ref();
    let rows = answers.map_or(Vec::new(), Answers::rows);
    let rows = rows.iter().map(|FoundRow { found, reading }| {
        let mut cells = vec![
            (words.layout)(&found.candidate),
            duration(found.step),
            percent(reading.mfu),
            page.units().size(found.peak),
        ];
        cells.extend(reading.shares.map(percent));
        cells.extend([days(reading.days), dollars(reading.dollars)]);
        cells
    });
    Table {
        headings,
        rows: rows.collect(),
        foot: Vec::new(),
    }
}
