//! The five tolls: what each costs the present plan, the dearest one named.

use crate::markup::figure::{bar, caption};
use crate::markup::{Element, element};
use cost::Estimate;
use cost::plan::Plan;
use cost::tolls::Toll;
use formats::number::Units;
use text::Strings;

use super::room_behind;
use crate::page::planner::Planner;

/// A toll, its class, and its share of the card or of the step.
type Row = (Toll, &'static str, fn(&Estimate) -> f64);

/// Tolls on capacity, as shares of the card.
static CAPACITY: [Row; 2] = [
    (Toll::State, "state", Estimate::state_share),
    (Toll::Scratchpad, "scratchpad", Estimate::scratchpad_share),
];

/// Tolls on throughput, as shares of the step.
static THROUGHPUT: [Row; 3] = [
    (Toll::Cable, "cable", |estimate| estimate.tolls.cable),
    (Toll::Bubble, "bubble", |estimate| estimate.tolls.bubble),
    (Toll::LastInch, "last-inch", |estimate| {
        estimate.tolls.last_inch
    }),
];

/// The figure.
pub(crate) fn figure(planner: Planner) -> Element {
    let strings = planner.strings;
    let words = &strings.verdict;
    let units = planner.units();
    let halves = [
        (words.capacity_tolls, &CAPACITY[..]),
        (words.throughput_tolls, &THROUGHPUT[..]),
    ];
    let (plan, estimate) = (planner.plan(), planner.estimate());
    let half = |(heading, rows): (&'static str, &'static [Row])| {
        let rows = rows.iter();
        let rows = rows.map(|toll| row(strings, &plan, &estimate, units, toll));
        [
            element("h3").child(heading),
            element("ul").children(rows.collect()),
        ]
    };
    let sentence = (strings.dominant_sentence)(estimate.tolls.dominant);
    element("figure")
        .id("tolls")
        .class("tolls")
        .attribute("aria-labelledby", "tolls-caption")
        .child(caption("tolls-caption", words.tolls_caption, sentence))
        .children(halves.into_iter().flat_map(half).collect())
        .child(room_behind("tolls-behind"))
}

fn row(
    strings: &'static Strings,
    plan: &Plan,
    estimate: &Estimate,
    units: Units,
    &(toll, class, share): &'static Row,
) -> Element {
    let text = (strings.toll)(toll);
    let is_dominant = estimate.tolls.dominant == toll;
    let name = element("span")
        .class("name")
        .child(element("i").class(class))
        .child(text.name);
    let track = element("span")
        .class("track")
        .attribute("aria-hidden", "true")
        .child(bar(class, share(estimate)));
    let cost = (strings.toll_cost)(toll, plan, estimate, units);
    element("li")
        .class(if is_dominant { "dominant" } else { "" })
        .attribute("title", text.what)
        .child(name)
        .child(track)
        .child(element("span").class("cost").child(cost))
}
