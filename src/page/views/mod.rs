//! The figures, one view a file, and the table that each has behind it.

pub(crate) mod memory;
pub(crate) mod tolls;

use leptos::ev::Event;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::Element;

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
    view! {
        <details on:toggle=toggle>
            <summary>{planner.strings.frame.table}</summary>
            {move || is_open().then(|| table(name, numbers(planner)))}
        </details>
    }
}

fn table(name: &'static str, numbers: Table) -> impl IntoView {
    let headings = numbers
        .headings
        .into_iter()
        .map(|heading| view! { <th scope="col">{heading}</th> });
    let rows = numbers.rows.into_iter().map(|row| {
        let mut cells = row.into_iter();
        let heading = cells.next();
        let cells = cells.map(|cell| view! { <td>{cell}</td> });
        view! { <tr><th scope="row">{heading}</th>{cells.collect_view()}</tr> }
    });
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=name>
            <table>
                <thead><tr>{headings.collect_view()}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// Whether the `details` element that sent the event is open now.
fn is_open(event: &Event) -> bool {
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.has_attribute("open"))
}
