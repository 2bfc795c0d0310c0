//! The best layouts in a list: what each pays, and where its step goes.

use shardwise::markup::figure::Table;
use shardwise::markup::{Element, element};
use shardwise::searcher::Row;
use shardwise::text::number::{days, dollars, duration, percent};

use super::runs::Answers;
use super::view::{Kind, adopting, words};
use crate::figures::desk::Desk;
use crate::figures::pieces::track;

/// What a step goes to, as classes of their colours: useful work, then the tolls of a
/// [`shardwise::searcher::Reading`].
static PARTS: [&str; 5] = ["useful", "bubble", "cable", "scratchpad", "last-inch"];

/// The list.
pub(super) fn list(desk: &Desk, rows: &[Row]) -> Element {
    let words = words();
    let mut head = element("tr");
    for (index, name) in words.columns.iter().take(9).enumerate() {
        let mut cell = element("th").attribute("scope", "col").child(*name);
        // The shares' headings carry the colours of the bars.
        if let Some(part) = index.checked_sub(4).and_then(|part| PARTS.get(part)) {
            cell = cell.class(if index == 4 { "" } else { part });
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
        &found.cut,
        (words.layout)(&found.cut),
    );
    let [bubble, cable, recompute, rest] = reading.tolls;
    let shares = [reading.mfu, bubble, cable, recompute, rest];
    let mut bars = [("", 0.0); 5];
    for (bar, part) in bars.iter_mut().zip(PARTS.into_iter().zip(shares)) {
        *bar = part;
    }
    let mut line = element("tr")
        .child(element("th").attribute("scope", "row").child(button))
        .child(element("td").child(track(&bars)));
    for cell in [
        duration(found.step),
        percent(reading.mfu),
        desk.sight.units.size(found.peak),
        percent(bubble),
        percent(cable),
        percent(recompute),
        percent(rest),
    ] {
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
            (words.layout)(&found.cut),
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
