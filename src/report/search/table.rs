//! The answer of a search as a table for a terminal.

use std::fmt::Write;

use super::{Answer, Row};
use crate::link;
use crate::search::best::{AXES, Axis, Leg, Without};
use crate::text::number::{Units, duration, percent, signed_percent};
use crate::text::{SearchText, Strings};

/// Letters of a layout that a column shows.
const NAME: usize = 46;

/// The best layouts with what each pays, the way there, what each axis buys, and the links; with
/// a line break at its end.
#[must_use]
pub fn report(answer: &Answer, units: Units, words: &SearchText, strings: &Strings) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", (strings.plan_title)(answer.plan));
    let _ = writeln!(text, "{}", (words.goal)(answer.goal));
    let _ = writeln!(text, "{}", (words.counts)(&answer.counts));
    let rows: Vec<Row> = answer.rows().collect();
    let Some(first) = rows.first() else {
        let _ = writeln!(text, "\n{}", words.nothing);
        return text.replace('\u{a0}', " ");
    };
    let [layout, others @ ..] = words.columns;
    let _ = write!(text, "\n{:>3} {layout:<NAME$}", "");
    for name in others {
        let _ = write!(text, " {name:>10}");
    }
    text.push('\n');
    for (index, row) in rows.iter().enumerate() {
        line(&mut text, index + 1, row, units, words);
    }
    let _ = writeln!(text, "\n{}", (words.tie)(&answer.ties()));
    way(&mut text, answer, units, words);
    without(&mut text, &answer.without, first, units, words);
    text.push('\n');
    for (index, row) in rows.iter().enumerate() {
        let _ = writeln!(text, "{:>3} {}", index + 1, link::encode(&row.plan));
    }
    text.replace('\u{a0}', " ")
}

fn line(text: &mut String, place: usize, row: &Row, units: Units, words: &SearchText) {
    let Row {
        found, estimate, ..
    } = row;
    let tolls = &estimate.tolls;
    let rest = tolls.ceiling + tolls.last_inch + tolls.state;
    let _ = write!(text, "{place:>3} {:<NAME$}", (words.layout)(&found.cut));
    for cell in [
        duration(found.step),
        percent(estimate.utilisation.mfu),
        units.size(found.peak),
        percent(tolls.bubble),
        percent(tolls.cable),
        percent(tolls.scratchpad),
        percent(rest),
    ] {
        let _ = write!(text, " {cell:>10}");
    }
    text.push('\n');
}

fn way(text: &mut String, answer: &Answer, units: Units, words: &SearchText) {
    let Some(legs) = &answer.way else { return };
    if legs.is_empty() {
        let _ = writeln!(text, "\n{}", words.no_way);
        return;
    }
    let _ = writeln!(text, "\n{}:", words.way);
    let mut before = crate::cost::estimate(answer.plan)
        .ok()
        .map(|estimate| estimate.time.total());
    for leg in legs {
        let Leg {
            axes,
            cut,
            step,
            peak,
            ..
        } = leg;
        let names: Vec<&str> = axes.iter().map(|axis| name(words, *axis)).collect();
        let gain = before.map_or(0.0, |before| step.0 / before.0 - 1.0);
        let _ = writeln!(
            text,
            "  {:<28} {:<NAME$} {:>10} {:>9} {:>10}",
            names.join(", "),
            (words.layout)(cut),
            duration(*step),
            signed_percent(gain),
            units.size(*peak),
        );
        before = Some(*step);
    }
}

fn without(text: &mut String, all: &[Without], first: &Row, units: Units, words: &SearchText) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{}:", words.without);
    for Without { axis, best } in all {
        let Some(found) = best else {
            let _ = writeln!(text, "  {}", (words.needed)(*axis));
            continue;
        };
        let loss = found.step.0 / first.found.step.0 - 1.0;
        let _ = writeln!(
            text,
            "  {:<28} {:<NAME$} {:>10} {:>9} {:>10}",
            name(words, *axis),
            (words.layout)(&found.cut),
            duration(found.step),
            signed_percent(loss),
            units.size(found.peak),
        );
    }
}

fn name(words: &SearchText, axis: Axis) -> &'static str {
    let place = AXES.iter().position(|other| *other == axis);
    place.map_or("", |place| words.axes[place])
}
