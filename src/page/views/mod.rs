//! The figures, one view a file, and the table that each has behind it.

pub(crate) mod accuracy;
pub(crate) mod memory;
pub(crate) mod tolls;

use leptos::ev::Event;

use super::markup::{Element, element};
use super::planner::Planner;
use crate::browser::events::target;

/// The numbers behind a figure: headings, rows that begin with their own, and what is said of
/// each column below them, if anything.
pub(crate) struct Table {
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    pub(crate) foot: Vec<String>,
}

/// A figure's caption: its name, and the sentence that it shows.
fn caption(id: &'static str, name: &'static str, sentence: String) -> Element {
    element("figcaption")
        .id(id)
        .child(element("b").child(name))
        .child(" ")
        .child(sentence)
}

/// A table folded away under its figure, made only while it is open.
fn folded_table(
    planner: Planner,
    figure: &'static str,
    name: &'static str,
    numbers: fn(Planner) -> Table,
) -> Element {
    let is_open = planner.look().open_tables.iter().any(|open| open == figure);
    let frame = &planner.strings.frame;
    let shown = is_open.then(|| {
        let legend = element("small").child(frame.certainties);
        [table(name, numbers(planner)), legend]
    });
    element("details")
        .child(element("summary").child(frame.table))
        .children(shown.into_iter().flatten().collect())
}

/// Notes whether a figure's table is open now, if it is one that was opened or closed.
pub(crate) fn fold(planner: Planner, event: &Event) {
    let Some(details) = target(event) else {
        return;
    };
    let Ok(Some(figure)) = details.closest("figure") else {
        return;
    };
    let figure = figure.id();
    let is_open = details.has_attribute("open");
    if is_open {
        accuracy::on_open(planner, &figure);
    }
    planner.set_look(|look| {
        look.open_tables.retain(|open| *open != figure);
        if is_open {
            look.open_tables.push(figure);
        }
    });
}

fn table(name: &'static str, numbers: Table) -> Element {
    let cell = |cell| element("td").child(cell);
    let heading = |heading, scope| element("th").attribute("scope", scope).child(heading);
    let headings = numbers
        .headings
        .into_iter()
        .map(|words| heading(words, "col"));
    let row = |row: Vec<String>| {
        let mut cells = row.into_iter();
        let first = cells.next().unwrap_or_default();
        element("tr")
            .child(heading(first, "row"))
            .children(cells.map(cell).collect())
    };
    let foot = Some(numbers.foot).filter(|foot| !foot.is_empty());
    let foot = foot.map(|foot| element("tfoot").child(row(foot)));
    let rows = numbers.rows.into_iter().map(row);
    let head = element("tr").children(headings.collect());
    let table = element("table")
        .child(element("thead").child(head))
        .child(element("tbody").children(rows.collect()))
        .children(foot.into_iter().collect());
    element("div")
        .class("scroll")
        .attribute("tabindex", "0")
        .attribute("role", "region")
        .attribute("aria-label", name)
        .child(table)
}
