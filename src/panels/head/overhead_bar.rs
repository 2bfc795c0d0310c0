//! Shares of a GPU's second, in one bar with text below.

use cost::Estimate;
use cost::shares::Overhead;
use formats::number::fixed;
use leptos::prelude::*;

use crate::dom::figure::percent_of;
use crate::store::{Page, use_store};

/// A part of the overheads' bar: its class, its overhead if it is one, its share of the step.
type BarPart = (&'static str, Option<Overhead>, fn(&Estimate) -> f64);

static PARTS: [BarPart; 8] = [
    ("useful", None, |estimate| estimate.shares.useful),
    ("ceiling", None, |estimate| estimate.shares.ceiling),
    ("last-inch", Some(Overhead::Kernels), |estimate| {
        estimate.shares.kernels
    }),
    ("scratchpad", Some(Overhead::Activations), |estimate| {
        estimate.shares.recompute
    }),
    ("cable", Some(Overhead::Communication), |estimate| {
        estimate.shares.communication
    }),
    ("bubble", Some(Overhead::Bubble), |estimate| {
        estimate.shares.bubble
    }),
    ("imbalance", Some(Overhead::Imbalance), |estimate| {
        estimate.shares.imbalance
    }),
    ("state", Some(Overhead::ModelState), |estimate| {
        estimate.shares.optimizer
    }),
];

/// The bar, and the name and share of each part.
#[component]
pub(super) fn OverheadBar() -> impl IntoView {
    let store = use_store();
    let marks = PARTS.iter().map(|&(class, _, share)| {
        let width = store.slice(move |page| percent_of(share(&page.estimate)));
        view! { <i class=class style:width=width></i> }
    });
    let words = PARTS.iter().enumerate().map(|(index, part)| {
        view! { <PartWords index=index part=part/> }
    });
    view! {
        <div class="toll-bar">
            <div class="marks" aria-hidden="true">
                {marks.collect_view()}
            </div>
            <ul class="words">{words.collect_view()}</ul>
        </div>
    }
}

/// Name and share of a part.
#[component]
fn PartWords(index: usize, part: &'static BarPart) -> impl IntoView {
    let &(class, overhead, _) = part;
    let store = use_store();
    let strings = store.read(|page| page.strings);
    let name = match overhead {
        Some(overhead) => (strings.overhead)(overhead).name,
        None if index == 0 => strings.time.useful,
        None => strings.time.ceiling,
    };
    let share = store.slice(|page| whole_percent(page, part));
    let classes = store.slice(move |page| {
        let is_none = whole_percent(page, part) == "0";
        let is_dominant = overhead == Some(page.estimate.shares.dominant);
        [
            class,
            if is_none { " none" } else { "" },
            if is_dominant { " dominant" } else { "" },
        ]
        .concat()
    });
    view! {
        <li class=classes>
            {name}
            " "
            {share}
        </li>
    }
}

/// A part's share of the step, as a whole number of percent.
fn whole_percent(page: &Page, (_, _, share): &BarPart) -> String {
    fixed(share(&page.estimate) * 100.0, 0)
}
