//! View of the bill.

use cost::bill::BYTES_PER_PARAMETER;
use formats::number::{Units, grouped};
use leptos::prelude::*;

use super::state::{BillFigure, ID};
use crate::components::{Table, percent_of};
use crate::panels::figure::Figure;
use crate::panels::words;
use crate::store::{Page, PanelStore};

/// Classes of the parts of 16 N, by what they store.
static CLASSES: [&str; 5] = [
    "weights",
    "gradients",
    "optimizer",
    "optimizer",
    "optimizer",
];

/// The whole figure.
pub(super) fn figure(panel: PanelStore<BillFigure>) -> AnyView {
    let words = &words().bill;
    view! {
        <Figure
            id=ID
            caption="bill-caption"
            name=words.heading
            sentence=panel.shown(|_, page| (words.sentence)(page.bill()))
            table=panel.shown(|_, page| numbers(page))
        >
            {sixteen()}
            <ul class="worked">{panel.view(|_, page| lines(page))}</ul>
        </Figure>
    }
    .into_any()
}

/// The parts of 16 N.
fn sixteen() -> impl IntoView {
    let whole: u64 = BYTES_PER_PARAMETER.iter().sum();
    let parts = BYTES_PER_PARAMETER.iter().zip(words().bill.parts);
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

/// The lines of the bill, with their working.
fn lines(page: &Page) -> Vec<impl IntoView + use<>> {
    let words = &words().bill;
    let lines = (words.lines)(page.bill(), &page.plan, &page.estimate, page.units());
    let lines = lines.into_iter();
    lines
        .map(|[name, working, result]| {
            view! {
                <li>
                    <span class="name">{name}</span>
                    <span class="working">{working}</span>
                    <b>{result}</b>
                </li>
            }
        })
        .collect()
}

/// The parts of 16 N, then the lines.
fn numbers(page: &Page) -> Table {
    let words = &words().bill;
    let bill = page.bill();
    let parts = BYTES_PER_PARAMETER.iter().zip(bill.parts).zip(words.parts);
    let parts = parts.map(|((bytes, size), name)| {
        let working = [&grouped(*bytes), " × N"].concat();
        vec![name.to_owned(), working, Units::Gb.size(size)]
    });
    let lines = (words.lines)(bill, &page.plan, &page.estimate, page.units());
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows: parts.chain(lines.map(|line| line.to_vec())).collect(),
        foot: Vec::new(),
    }
}
