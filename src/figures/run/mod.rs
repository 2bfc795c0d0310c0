//! The run: its tokens, days, money and energy, the three walls, what failures take, what an MFU
//! is worth.

mod failures;
mod scale;
mod table;
mod walls;
mod worth;

use crate::browser::events::target;
use crate::markup::figure::bar;
use crate::markup::{Element, element};
use cost::plan::Plan;
use cost::run::{ratio_at, set_tokens_per_parameter, tokens_per_parameter};
use cost::walls::{Grant, Wall};
use formats::number::percent;
use text::figures::Told;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

use super::desk::Desk;
use super::view::{Drawing, View, no_paint};
use crate::page::planner::Way;

/// The id of the figure, and its word in a query's `view`.
const ID: &str = "run";

/// The view.
pub(super) static VIEW: View = View {
    id: ID,
    caption: "run-caption",
    name: |desk| desk.words.run.heading,
    draw,
    paint: no_paint,
    table: Some(table::table),
};

/// Days that a reader may grant.
static DAYS: [f64; 13] = [
    1.0, 2.0, 4.0, 7.0, 14.0, 30.0, 60.0, 90.0, 120.0, 180.0, 365.0, 730.0, 1_826.0,
];
/// Dollars.
static DOLLARS: [f64; 19] = [
    1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8, 5e8, 1e9,
];
/// Attainable MFU in per cent, from the least to the most.
const ATTAINABLE: [f64; 2] = [20.0, 80.0];

/// What the reader grants, and thinks attainable.
pub(crate) struct RunView {
    /// Position in [`DAYS`].
    days: usize,
    /// Position in [`DOLLARS`].
    dollars: usize,
    /// Per cent.
    attainable: f64,
}

impl Default for RunView {
    fn default() -> Self {
        Self {
            days: 7,
            dollars: 12,
            attainable: 50.0,
        }
    }
}

impl RunView {
    fn granted(&self) -> Grant {
        let at = |values: &[f64], index: usize| values.get(index).copied().unwrap_or(1.0);
        Grant {
            days: at(&DAYS, self.days),
            dollars: at(&DOLLARS, self.dollars),
        }
    }
}

/// The walls of the present plan.
fn walls_of(desk: &Desk) -> [Wall; 3] {
    cost::walls::walls(&desk.estimate, desk.run.granted())
}

fn draw(desk: &mut Desk) -> Drawing {
    let words = &desk.words.run;
    let run = desk.estimate.run;
    let sentence = (words.sentence)(&Told {
        tokens: run.tokens,
        ratio: tokens_per_parameter(&desk.plan),
        run,
        gpus: desk.plan.cluster.gpus,
        walls: walls_of(desk),
    });
    let mut figures = element("dl").class("run-figures");
    for (name, value) in words.figures.into_iter().zip((words.figure_values)(&run)) {
        let figure = element("div")
            .child(element("dt").child(name))
            .child(element("dd").child(value));
        figures = figures.child(figure);
    }
    let body = vec![
        scale::scale(desk),
        figures,
        walls::walls(desk),
        failures::failures(desk),
        worth::worth(desk),
    ];
    Drawing { sentence, body }
}

/// A part of the view under a heading of its own.
fn part(heading: &'static str) -> Element {
    element("section").child(element("h3").child(heading))
}

/// Shares of something as one bar, and below it what each is.
fn shares(
    part: Element,
    names: &[&'static str],
    shares: &[f64],
    classes: &[&'static str],
    whole: f64,
) -> Element {
    let mut bars = element("div")
        .class("lost")
        .attribute("aria-hidden", "true");
    let mut keys = element("div").class("keys");
    for ((name, share), class) in names.iter().zip(shares).zip(classes) {
        bars = bars.child(bar(class, share / whole));
        let key = element("span")
            .child(element("i").class(*class))
            .child(*name)
            .child(" ")
            .child(percent(*share));
        keys = keys.child(key);
    }
    part.child(bars).child(keys)
}

/// A slider with its name and its value.
fn slider(
    id: &'static str,
    name: &'static str,
    value: String,
    [least, most]: [f64; 2],
    now: f64,
) -> Element {
    let input = element("input")
        .attribute("type", "range")
        .id(id)
        .attribute("autocomplete", "off")
        .attribute("aria-valuetext", value.clone())
        .attribute("aria-describedby", VIEW.caption)
        .property("min", least)
        .property("max", most)
        .property("value", now);
    let words = element("span")
        .child(name)
        .child(element("output").attribute("for", id).child(value));
    // The value is an element that labels could name, too: this one names the slider.
    element("label")
        .class("granting")
        .attribute("for", id)
        .child(words)
        .child(input)
}

/// A slider moves.
pub(super) fn slide(desk: &mut Desk, event: &Event) -> bool {
    let input = target(event).and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else {
        return false;
    };
    let value = input.value_as_number();
    let view = &mut desk.run;
    match input.id().as_str() {
        scale::SLIDER => {
            let mut plan = Plan::clone(&desk.plan);
            set_tokens_per_parameter(&mut plan, ratio_at(value as i32));
            // Browsers tell of one movement twice.
            if plan.run.tokens != desk.plan.run.tokens {
                desk.go_to(plan, Way::Move);
            }
            return false;
        }
        walls::DAYS_SLIDER => view.days = value as usize,
        walls::DOLLARS_SLIDER => view.dollars = value as usize,
        worth::SLIDER => view.attainable = value,
        _ => return false,
    }
    desk.again(ID);
    false
}
