//! The five overheads (the tolls of the lessons): what each costs the present plan, the largest
//! one named.

use std::convert::Infallible;

use crate::dom::figure::{bar, caption};
use crate::dom::{Element, element};
use cost::Estimate;
use cost::plan::Plan;
use cost::shares::Overhead;
use formats::number::Units;
use text::Strings;

use crate::panels::{FIGURES, OVERHEADS_BEHIND};
use crate::store::{Effects, Mount, Page, Panel};

/// An overhead, its class, and its share of the GPU or of the step.
type Row = (Overhead, &'static str, fn(&Estimate) -> f64);

/// Overheads on capacity, as shares of the GPU.
static CAPACITY: [Row; 2] = [
    (Overhead::ModelState, "state", Estimate::state_share),
    (
        Overhead::Activations,
        "scratchpad",
        Estimate::activation_share,
    ),
];

/// Overheads on throughput, as shares of the step.
static THROUGHPUT: [Row; 3] = [
    (Overhead::Communication, "cable", |estimate| {
        estimate.shares.communication
    }),
    (Overhead::Bubble, "bubble", |estimate| {
        estimate.shares.bubble
    }),
    (Overhead::Kernels, "last-inch", |estimate| {
        estimate.shares.kernels
    }),
];

/// The figure; all that it shows is the page's.
pub(crate) struct OverheadsFigure;

impl Panel for OverheadsFigure {
    type Event = Infallible;
    const NAME: &'static str = "tolls";

    fn mount(&self) -> Mount {
        Mount::In(FIGURES)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn view(&self, page: &Page) -> Element {
        figure(page)
    }
}

fn figure(page: &Page) -> Element {
    let strings = page.strings;
    let words = &strings.verdict;
    let units = page.units();
    let halves = [
        (words.memory_overheads, &CAPACITY[..]),
        (words.time_overheads, &THROUGHPUT[..]),
    ];
    let (plan, estimate) = (&page.draft, &page.estimate);
    let half = |(heading, rows): (&'static str, &'static [Row])| {
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
        .child(element("div").id(OVERHEADS_BEHIND).class("behind"))
}

fn row(
    strings: &'static Strings,
    plan: &Plan,
    estimate: &Estimate,
    units: Units,
    &(overhead, class, share): &'static Row,
) -> Element {
    let text = (strings.overhead)(overhead);
    let is_dominant = estimate.shares.dominant == overhead;
    let name = element("span")
        .class("name")
        .child(element("i").class(class))
        .child(text.name);
    let track = element("span")
        .class("track")
        .attribute("aria-hidden", "true")
        .child(bar(class, share(estimate)));
    let cost = (strings.overhead_cost)(overhead, plan, estimate, units);
    element("li")
        .class(if is_dominant { "dominant" } else { "" })
        .attribute("title", text.what)
        .child(name)
        .child(track)
        .child(element("span").class("cost").child(cost))
}
