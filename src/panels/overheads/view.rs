//! View of the overheads.

use cost::Estimate;
use cost::plan::Plan;
use cost::shares::Overhead;
use formats::number::Units;
use text::Strings;

use crate::dom::figure::{bar, caption};
use crate::dom::{Element, element};
use crate::panels::OVERHEADS_TABLE;
use crate::store::Page;

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

/// The whole figure.
pub(super) fn figure(page: &Page) -> Element {
    let strings = page.strings;
    let words = &strings.verdict;
    let units = page.units();
    let halves = [
        (words.memory_overheads, &CAPACITY[..]),
        (words.time_overheads, &THROUGHPUT[..]),
    ];
    let (plan, estimate) = (&page.draft, &page.estimate);
    let half = |(heading, rows): (&'static str, &'static [OverheadRow])| {
        let rows = rows.iter();
        let rows = rows.map(|overhead| row(strings, plan, estimate, units, overhead));
        [
            element("h3").child(heading),
            element("ul").children(rows.collect()),
        ]
    };
    let sentence = (strings.dominant_sentence)(estimate.shares.dominant);
    element("figure")
        .id("tolls")
        .class("tolls")
        .attribute("aria-labelledby", "tolls-caption")
        .child(caption("tolls-caption", words.overheads_caption, sentence))
        .children(halves.into_iter().flat_map(half).collect())
        .child(element("div").id(OVERHEADS_TABLE).class("behind"))
}

fn row(
    strings: &'static Strings,
    plan: &Plan,
    estimate: &Estimate,
    units: Units,
    &(overhead, bars): &'static OverheadRow,
) -> Element {
    let text = (strings.overhead)(overhead);
    let dominant = match estimate.shares.dominant {
        Overhead::Imbalance => Overhead::Bubble,
        other => other,
    };
    let is_dominant = dominant == overhead;
    let name = element("span")
        .class("name")
        .child(element("i").class(bars[0].0))
        .child(text.name);
    let bars = bars.iter();
    let bars = bars.map(|&(class, share)| bar(class, share(estimate)));
    let track = element("span")
        .class("track")
        .attribute("aria-hidden", "true")
        .children(bars.collect());
    let cost = (strings.overhead_cost)(overhead, plan, estimate, units);
    element("li")
        .class(if is_dominant { "dominant" } else { "" })
        .attribute("title", text.what)
        .child(name)
        .child(track)
        .child(element("span").class("cost").child(cost))
}
