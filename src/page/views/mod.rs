//! The figures, one view a file, and the table that each has behind it.

pub(crate) mod memory;
pub(crate) mod tolls;

use leptos::ev::Event;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;

use super::markup::{Element, element, live};
use super::planner::Planner;

/// The numbers behind a figure: headings, and rows that begin with their own.
pub(crate) struct Table {
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// A table folded away under its figure, made only while it is open.
#[component]
fn FoldedTable(
    planner: Planner,
    figure: &'static str,
    name: &'static str,
    numbers: fn(Planner) -> Table,
) -> impl IntoView {
    let toggle = move |event| {
        let is_open = is_open(&event);
        planner.set_look(|look| {
            look.open_tables.retain(|open| *open != figure);
            look.open_tables.extend(is_open.then_some(figure));
        });
    };
    let is_open = move || planner.look(|look| look.open_tables.contains(&figure));
    let table = live(move || {
        let table = is_open().then(|| table(name, numbers(planner)));
        table.into_iter().collect()
    });
    view! {
        <details on:toggle=toggle>
            <summary>{planner.strings.frame.table}</summary>
            {table}
        </details>
    }
}

fn table(name: &'static str, numbers: Table) -> Element {
    let cell = |cell| element("td").child(cell);
    let heading = |heading, scope| element("th").attribute("scope", scope).child(heading);
    let headings = numbers
        .headings
        .into_iter()
        .map(|words| heading(words, "col"));
    let rows = numbers.rows.into_iter().map(|row| {
        let mut cells = row.into_iter();
        let first = cells.next().unwrap_or_default();
        element("tr")
            .child(heading(first, "row"))
            .children(cells.map(cell).collect())
    });
    let head = element("tr").children(headings.collect());
    let table = element("table")
        .child(element("thead").child(head))
        .child(element("tbody").children(rows.collect()));
    element("div")
        .class("scroll")
        .attribute("tabindex", "0")
        .attribute("role", "region")
        .attribute("aria-label", name)
        .child(table)
}

/// Whether the `details` element that sent the event is open now.
fn is_open(event: &Event) -> bool {
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| element.has_attribute("open"))
}
