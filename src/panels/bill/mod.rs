//! The bill: what the model needs before any layout, line by line.
//!
//! Tests: `tests.rs`.

#[cfg(test)]
mod tests;

use cost::bill::BYTES_PER_PARAMETER;
use formats::number::Units;
use leptos::prelude::*;
use text::bill;
use text::number::{BytesText as _, grouped};

use crate::components::{Table, percent_of};
use crate::panels::figure::Figure;
use crate::panels::why::figure_button;
use crate::store::{Page, Store, use_store};

/// Classes of the parts of 16 N, by what they store.
static CLASSES: [&str; 5] = [
    "weights",
    "gradients",
    "optimizer",
    "optimizer",
    "optimizer",
];

/// The id of the figure, and its word in a query's `view`.
const ID: &str = "bill";

/// The figure.
#[component]
pub(super) fn Bill() -> impl IntoView {
    let store = use_store();
    let lines = store.shown(|page| {
        let store = use_store();
        let lines = lines(page).map(|each| line(store, page, each));
        lines.collect_view().into_any()
    });
    view! {
        <Figure
            id=ID
            caption="bill-caption"
            name=bill::heading()
            sentence=store.shown(|page| bill::sentence(page.bill()))
            table=store.shown(numbers)
        >
            {sixteen()}
            <ul class="worked">{lines}</ul>
        </Figure>
    }
}

/// The parts of 16 N.
fn sixteen() -> impl IntoView {
    let whole: u64 = BYTES_PER_PARAMETER.iter().sum();
    let parts = BYTES_PER_PARAMETER.iter().zip(bill::parts());
    let parts = parts.zip(CLASSES).map(|((bytes, name), class)| {
        view! {
            <li class=class style=("--of", percent_of(*bytes as f64 / whole as f64))>
                <i class=class></i>
                <b>{[&grouped(*bytes), " N"].concat()}</b>
                <small>{name}</small>
            </li>
        }
    });
    view! { <ul class="sixteen">{parts.collect_view()}</ul> }
}

/// The lines of the bill: name, working and result of each.
fn lines(page: &Page) -> [bill::Line; 6] {
    bill::lines(page.bill(), &page.plan, &page.estimate, page.units())
}

/// A line of the bill, whose result opens its arithmetic.
fn line(
    store: Store,
    page: &Page,
    (root, [name, working, result]): bill::Line,
) -> impl IntoView + use<> {
    view! {
        <li>
            <span class="name">{name}</span>
            <span class="working">{working}</span>
            <b>{figure_button(store, page.opened, root.into(), result)}</b>
        </li>
    }
}

/// The parts of 16 N, then the lines.
fn numbers(page: &Page) -> Table {
    let amounts = page.bill().parts;
    let parts = BYTES_PER_PARAMETER.iter().zip(amounts).zip(bill::parts());
    let parts = parts.map(|((bytes, size), name)| {
        let working = [&grouped(*bytes), " × N"].concat();
        vec![name.to_owned(), working, Units::Gb.size(size)]
    });
    Table {
        headings: bill::headings().map(str::to_owned).to_vec(),
        rows: parts
            .chain(lines(page).map(|(_, line)| line.to_vec()))
            .collect(),
        foot: Vec::new(),
    }
}
