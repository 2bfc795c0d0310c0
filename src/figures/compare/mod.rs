//! Two plans beside each other: the present one, A, and the one that is pinned, B. Both stand in
//! one link.

mod bar;
pub(super) mod snapshots;

pub(super) use bar::{bar, deltas};
pub(super) use snapshots::Snapshots;

use crate::browser::events::target;
use crate::browser::focus;
use crate::markup::figure::Table;
use crate::markup::{Element, element};
use cost::plan::Plan;
use cost::reading::{Better, READINGS, Reading};
use formats::link;
use formats::number::{amount, moved};
use web_sys::Event;

use super::desk::Desk;
use super::view::{Drawing, View, no_paint};
use crate::page::planner::Way;

/// The id of the figure, and its word in a query's `view`.
const ID: &str = "compare";

/// The view.
pub(super) static VIEW: View = View {
    id: ID,
    caption: "compare-caption",
    name: |desk| desk.words.compare.heading,
    draw,
    paint: no_paint,
    table: Some(numbers),
};

/// What can be done: the values of the buttons, in the order of their names.
const ACTS: [&str; 4] = ["pin", "exchange", "return", "unpin"];

fn draw(desk: &mut Desk) -> Drawing {
    let words = &desk.words.compare;
    let snapshots = desk.snapshots.shown(words);
    let act = |index: usize| {
        element("button")
            .attribute("type", "button")
            .attribute("value", ACTS[index])
            .class("act")
            .child(words.acts[index])
    };
    let acts = |which: &[usize]| {
        let buttons = which.iter().map(|&index| act(index));
        element("div").class("acts").children(buttons.collect())
    };
    let units = desk.sight.units;
    let (sentence, which): (String, &[usize]) = match (&desk.plan.rival, &desk.rival) {
        (None, _) => (words.invitation.to_owned(), &[0]),
        (Some(_), None) => (words.impossible.to_owned(), &[0, 1, 2, 3]),
        (Some(_), Some(pinned)) => {
            let sentence = (words.sentence)(&desk.estimate, pinned, units);
            (sentence, &[0, 1, 2, 3])
        }
    };
    // Always so many pieces: what is folded open below must not be drawn anew.
    Drawing {
        sentence,
        body: vec![differing(desk), bars(desk), acts(which), snapshots],
    }
}

/// What the plans differ in.
fn differing(desk: &Desk) -> Element {
    let words = &desk.words.compare;
    let rival = desk.plan.rival.as_ref();
    let changes = rival.map(|rival| link::differing(&desk.plan, rival));
    let changes = changes.unwrap_or_default();
    let name = if changes.is_empty() {
        words.alike
    } else {
        words.differ
    };
    let changes = changes.into_iter().map(|(key, now, then)| {
        element("li")
            .child(element("b").child(key))
            .child([" ", &now, " → ", &then].concat())
    });
    element("div")
        .class("differ")
        .attribute("hidden", rival.is_none())
        .child(element("span").child(name))
        .child(element("ul").children(changes.collect()))
}

/// The figures that moved, each with a bar from the middle: to the right what A has more of.
fn bars(desk: &Desk) -> Element {
    let names = desk.words.compare.readings.into_iter();
    let rows = READINGS.iter().zip(names).filter_map(|(reading, name)| {
        let pinned = desk.rival.as_ref()?;
        let [now, then] = [&*desk.estimate, pinned].map(reading.of);
        let (a, b) = (now.number(), then.number());
        if a == 0.0 && b == 0.0 {
            return None;
        }
        let units = desk.sight.units;
        let share = change(a, b);
        let bar = element("i")
            .class(judgement(reading, a, b))
            .style("--by", crate::markup::figure::percent_of(share.abs() / 2.0))
            .attribute("data-way", if share < 0.0 { "less" } else { "more" });
        let row = element("li")
            .attribute("data-reading", reading.key)
            .child(element("span").class("name").child(name))
            .child(element("span").class("now").child(amount(now, units)))
            .child(
                element("span")
                    .class("track")
                    .attribute("aria-hidden", "true")
                    .child(bar),
            )
            .child(element("b").child(moved(now, then)));
        Some(row)
    });
    element("ul").class("moves").children(rows.collect())
}

/// How far A lies from B, from −1 (nothing left) to 1 (everything new); half is a factor of three.
fn change(a: f64, b: f64) -> f64 {
    (a - b) / (a + b)
}

/// Whether A is better or worse in it; nothing where it is the same.
fn judgement(reading: &Reading, a: f64, b: f64) -> &'static str {
    match (reading.better, a > b) {
        _ if a == b => "same",
        (Better::More, true) | (Better::Less, false) => "better",
        (Better::More, false) | (Better::Less, true) => "worse",
    }
}

/// Every reading of both plans.
fn numbers(desk: &mut Desk) -> Table {
    let words = &desk.words.compare;
    let rows = match &desk.rival {
        None => Vec::new(),
        Some(pinned) => {
            let row = |(reading, name): (&Reading, &str)| {
                let [now, then] = [&*desk.estimate, pinned].map(reading.of);
                let [first, second] = [now, then].map(|each| amount(each, desk.sight.units));
                vec![name.to_owned(), first, second, moved(now, then)]
            };
            READINGS.iter().zip(words.readings).map(row).collect()
        }
    };
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    }
}

/// One of the acts is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    let Some(button) = target(event) else {
        return false;
    };
    if button.id() == bar::PIN {
        // The button in the head pins, and takes the pin out again.
        let is_pinned = desk.plan.rival.is_some();
        act(desk, if is_pinned { "unpin" } else { "pin" });
        return false;
    }
    if !button.matches("#compare .act").unwrap_or(false) {
        return false;
    }
    let value = button.get_attribute("value").unwrap_or_default();
    act(desk, &value);
    // The button may be gone in a moment, and the focus must not go with it.
    desk.afterwards(|| focus(ID));
    false
}

fn act(desk: &mut Desk, value: &str) {
    // The plan at hand is not the one that the page shows.
    if desk.is_stale {
        return;
    }
    let mut plan = Plan::clone(&desk.plan);
    let rival = plan.rival.take();
    match (value, rival) {
        ("pin", _) => plan.pin(),
        ("exchange", Some(rival)) => {
            let pinned = plan;
            plan = *rival;
            plan.rival = Some(Box::new(pinned));
        }
        ("return", Some(rival)) => {
            plan = (*rival).clone();
            plan.rival = Some(rival);
        }
        _ => {}
    }
    desk.go_to(plan, Way::Jump);
}
