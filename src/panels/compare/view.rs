//! View of two plans side by side, and of the stored plans.

use cost::reading::{Better, READINGS, Reading};
use formats::link;
use formats::number::{amount, moved};

use super::state::{ACTS, Compare, ID};
use crate::dom::figure::{Table, percent_of};
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::words;
use crate::store::Page;

/// The whole figure.
pub(super) fn figure(compare: &Compare, page: &Page) -> Element {
    let frame = FigureIdentity {
        id: ID,
        caption: "compare-caption",
        name: words().compare.heading,
    };
    frame.draw_with(page, drawing(compare, page), || numbers(page))
}

fn drawing(compare: &Compare, page: &Page) -> Drawing {
    let words = &words().compare;
    let kept = compare.kept.view(words);
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
    let units = page.units();
    let (sentence, which): (String, &[usize]) = match (&page.plan.rival, &page.rival) {
        (None, _) => (words.invitation.to_owned(), &[0]),
        (Some(_), None) => (words.impossible.to_owned(), &[0, 1, 2, 3]),
        (Some(_), Some(pinned)) => {
            let sentence = (words.sentence)(&page.estimate, pinned, units);
            (sentence, &[0, 1, 2, 3])
        }
    };
    // Always the same number of children, so that the open details below are not drawn anew.
    Drawing {
        sentence,
        body: vec![differing(page), bars(page), acts(which), kept],
    }
}

/// List of the controls in which the plans differ.
fn differing(page: &Page) -> Element {
    let words = &words().compare;
    let rival = page.plan.rival.as_ref();
    let changes = rival.map(|rival| link::differing(&page.plan, rival));
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

/// The figures that differ, each with a bar from the middle: to the right if A has more.
fn bars(page: &Page) -> Element {
    let names = words().compare.readings.into_iter();
    let rows = READINGS.iter().zip(names).filter_map(|(reading, name)| {
        let pinned = page.rival.as_deref()?;
        let [now, then] = [&*page.estimate, pinned].map(reading.of);
        let (a, b) = (now.number(), then.number());
        if a == 0.0 && b == 0.0 {
            return None;
        }
        let units = page.units();
        let share = change(a, b);
        let bar = element("i")
            .class(judgement(reading, a, b))
            .style("--by", percent_of(share.abs() / 2.0))
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

/// Relative difference of A from B, from −1 (A is zero) to 1 (B is zero); ±½ is a factor of three.
fn change(a: f64, b: f64) -> f64 {
    (a - b) / (a + b)
}

/// The class of plan A in a figure: better, worse or the same.
fn judgement(reading: &Reading, a: f64, b: f64) -> &'static str {
    match (reading.better, a > b) {
        _ if a == b => "same",
        (Better::More, true) | (Better::Less, false) => "better",
        (Better::More, false) | (Better::Less, true) => "worse",
    }
}

/// Every reading of both plans.
fn numbers(page: &Page) -> Table {
    let words = &words().compare;
    let rows = match page.rival.as_deref() {
        None => Vec::new(),
        Some(pinned) => {
            let row = |(reading, name): (&Reading, &str)| {
                let [now, then] = [&*page.estimate, pinned].map(reading.of);
                let [first, second] = [now, then].map(|each| amount(each, page.units()));
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
