//! The five overheads (the tolls of the lessons): the cost of each for the present plan, with the
//! largest one named.
//!
//! Tests: `tests.rs`.

#[cfg(test)]
mod tests;

use cost::Estimate;
use cost::shares::Overhead;
use leptos::prelude::*;

use crate::components::Caption;
use crate::dom::figure::percent_of;
use crate::panels::OVERHEADS_TABLE;
use crate::store::use_store;

/// The id of the figure.
pub(crate) const NAME: &str = "tolls";

/// An overhead, and its bars: the class of each, and its share of the GPU or of the step.
type OverheadRow = (Overhead, &'static [Bar]);
type Bar = (&'static str, fn(&Estimate) -> f64);

/// Overheads on capacity, as shares of GPU memory.
static CAPACITY: [OverheadRow; 2] = [
    (Overhead::ModelState, &[("state", Estimate::state_share)]),
    (
        Overhead::Activations,
        &[("scratchpad", Estimate::activation_share)],
    ),
];

/// Overheads on throughput, as shares of the step.
static THROUGHPUT: [OverheadRow; 3] = [
    (
        Overhead::Communication,
        &[("cable", |estimate| estimate.shares.communication)],
    ),
    // Both are waits of stages; the imbalance is drawn apart.
    (
        Overhead::Bubble,
        &[
            ("bubble", |estimate| estimate.shares.bubble),
            ("imbalance", |estimate| estimate.shares.imbalance),
        ],
    ),
    (
        Overhead::Kernels,
        &[("last-inch", |estimate| estimate.shares.kernels)],
    ),
];

/// The figure.
#[component]
pub(crate) fn OverheadsFigure() -> impl IntoView {
    let store = use_store();
    let words = store.read(|page| &page.strings.verdict);
    let sentence =
        store.slice(|page| (page.strings.dominant_sentence)(page.estimate.shares.dominant));
    let half = |heading: &'static str, rows: &'static [OverheadRow]| {
        let rows = rows
            .iter()
            .map(|row| view! { <Row row=row/> })
            .collect_view();
        view! {
            <h3>{heading}</h3>
            <ul>{rows}</ul>
        }
    };
    view! {
        <figure id=NAME class="tolls" aria-labelledby="tolls-caption">
            <Caption id="tolls-caption" name=words.overheads_caption sentence=sentence/>
            {half(words.memory_overheads, &CAPACITY)}
            {half(words.time_overheads, &THROUGHPUT)}
            <div id=OVERHEADS_TABLE class="behind"></div>
        </figure>
    }
}

/// An overhead: its name, its bars, and its cost.
#[component]
fn Row(row: &'static OverheadRow) -> impl IntoView {
    let &(overhead, bars) = row;
    let store = use_store();
    let text = store.read(|page| (page.strings.overhead)(overhead));
    let is_dominant = store.slice(move |page| {
        let dominant = page.estimate.shares.dominant;
        let is_imbalance = dominant == Overhead::Imbalance;
        dominant == overhead || (is_imbalance && overhead == Overhead::Bubble)
    });
    let cost = store.slice(move |page| {
        (page.strings.overhead_cost)(overhead, &page.draft, &page.estimate, page.units())
    });
    let bars = bars.iter().map(|&(class, share)| {
        let width = store.slice(move |page| percent_of(share(&page.estimate)));
        view! { <i class=class style:width=width></i> }
    });
    view! {
        <li class:dominant=is_dominant title=text.what>
            <span class="name">
                <i class=row.1[0].0></i>
                {text.name}
            </span>
            <span class="track" aria-hidden="true">
                {bars.collect_view()}
            </span>
            <span class="cost">{cost}</span>
        </li>
    }
}
