//! The best layouts in a list: what each pays, and where its step goes.

use crate::markup::figure::Table;
use crate::markup::{Element, element};
use formats::number::{days, dollars, duration, percent};
use search::worker::Row;

use super::runs::Answers;
use super::view::{Kind, adopting, words};
use crate::figures::desk::Desk;
use crate::figures::pieces::track;

/// What a step goes to, as classes of their colours: useful work, then the tolls of a
/// [`search::worker::Reading`].
static PARTS: [&str; 7] = [
    "useful",
    "bubble",
    "cable",
    "scratchpad",
    "state",
    "ceiling",
    "last-inch",
];
/// Columns before those of the tolls.
const PLAIN: usize = 5;
/// Columns of the list; those after them stand in the table alone.
const LISTED: usize = PLAIN + PARTS.len() - 1;

/// The list.
pub(super) fn list(desk: &Desk, rows: &[Row]) -> Element {
    let words = words();
    let mut head = element("tr");
    for (index, name) in words.columns.iter().take(LISTED).enumerate() {
        let mut cell = element("th").attribute("scope", "col").child(*name);
        // The tolls' headings carry the colours of the bars.
        if let Some(toll) = index.checked_sub(PLAIN) {
            cell = cell.class(PARTS[toll + 1]);
        }
        head = head.child(cell);
    }
    let body = rows
        .iter()
        .enumerate()
        .map(|(index, row)| line(desk, index, row));
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

fn line(desk: &Desk, index: usize, row: &Row) -> Element {
    let words = words();
    let (found, reading) = (&row.found, &row.reading);
    let button = adopting(
        desk,
        Kind::Row,
        index,
        &found.candidate,
        (words.layout)(&found.candidate),
    );
    let shares = [reading.mfu].into_iter().chain(reading.tolls);
    let bars: Vec<(&str, f64)> = PARTS.into_iter().zip(shares).collect();
    let mut line = element("tr")
        .child(element("th").attribute("scope", "row").child(button))
        .child(element("td").child(track(&bars)));
    let mut cells = vec![
        duration(found.step),
        percent(reading.mfu),
        desk.sight.units.size(found.peak),
    ];
    cells.extend(reading.tolls.map(percent));
    for cell in cells {
        line = line.child(element("td").child(cell));
    }
    line
}

/// All of it as plain words, with the days and the cost of the run.
pub(super) fn table(desk: &mut Desk) -> Table {
    let words = words();
    let columns = words
        .columns
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != 1);
    let headings = columns.map(|(_, name)| (*name).to_owned()).collect();
    let answers = desk.search.runs.shown.as_ref();
    let rows = answers.map_or(Vec::new(), Answers::rows);
    let rows = rows.iter().map(|Row { found, reading }| {
        let mut cells = vec![
            (words.layout)(&found.candidate),
            duration(found.step),
            percent(reading.mfu),
            desk.sight.units.size(found.peak),
        ];
        cells.extend(reading.tolls.map(percent));
        cells.extend([days(reading.days), dollars(reading.dollars)]);
        cells
    });
    Table {
        headings,
        rows: rows.collect(),
        foot: Vec::new(),
    }
}
