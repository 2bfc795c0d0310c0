//! Last inch: every kernel of a step under the roofs of its card, and attention with and without
//! Flash Attention.

mod flash;
mod roofs;

use crate::browser::events::target;
use crate::markup::figure::Table;
use cost::last_inch::{LastInch, Roof};
use cost::legal::Legal;
use cost::operation::Work;
use formats::number::{Units, duration, percent, rate, three_digits};
use search::flash as attention;
use text::figures::LastInchText;
use web_sys::Event;

use super::desk::Desk;
use super::pieces;
use super::view::{Drawing, View, no_paint};

/// The view.
pub(super) static VIEW: View = View {
    id: "lastinch",
    caption: "lastinch-caption",
    name: |desk| desk.words.last_inch.heading,
    draw,
    paint: no_paint,
    table: Some(numbers),
};

/// What the reader looks at.
#[derive(Default)]
pub(crate) struct Looked {
    /// The point: kernels first, then exchanges.
    at: Option<usize>,
}

fn draw(desk: &mut Desk) -> Drawing {
    let (words, units) = (&desk.words.last_inch, desk.sight.units);
    let (Some(inch), Some(sides)) = (last_inch(desk), attention::compare(&desk.plan)) else {
        return Drawing {
            sentence: String::new(),
            body: Vec::new(),
        };
    };
    let said = desk
        .last_inch
        .at
        .and_then(|at| said(words, &inch, at, units));
    let readout = said.unwrap_or_else(|| words.hint.to_owned());
    Drawing {
        sentence: (words.sentence)(&desk.plan, &inch, &sides, units),
        body: vec![
            roofs::plot(desk, &inch),
            pieces::said("p", "readout", readout.into()),
            flash::panel(words, &desk.plan, &sides, units),
        ],
    }
}

fn last_inch(desk: &Desk) -> Option<LastInch> {
    let legal = Legal::check(&desk.plan).ok()?;
    Some(LastInch::of(&legal, &desk.estimate))
}

/// What is said of a point.
fn said(words: &LastInchText, inch: &LastInch, at: usize, units: Units) -> Option<String> {
    match inch.kernels.get(at) {
        Some(spent) => Some((words.kernel)(spent, units)),
        None => {
            let exchanged = inch.exchanges.get(at - inch.kernels.len())?;
            Some((words.exchange)(exchanged, units))
        }
    }
}

/// The pointer or the focus comes to a point: it is looked at.
pub(super) fn look_at(desk: &mut Desk, event: &Event) -> bool {
    let point = target(event).and_then(|target| target.closest("#lastinch [data-at]").ok()?);
    let at = point.and_then(|point| point.get_attribute("data-at")?.parse().ok());
    let is_new = at.is_some() && desk.last_inch.at != at;
    if is_new {
        desk.last_inch.at = at;
    }
    is_new
}

/// One row a kernel, then one an exchange.
fn numbers(desk: &mut Desk) -> Table {
    let (words, units) = (&desk.words.last_inch, desk.sight.units);
    let mut rows = Vec::new();
    if let Some(inch) = last_inch(desk) {
        for spent in &inch.kernels {
            let which = words.roof[usize::from(spent.roof == Roof::Memory)];
            let name = words.kernels[spent.kernel as usize];
            let shares = [percent(spent.share), percent(spent.reached)];
            rows.push(row(name, &spent.work, shares, which, units));
        }
        for exchanged in &inch.exchanges {
            let name = desk.words.map.routes[exchanged.route as usize];
            rows.push(row(
                name,
                &exchanged.work,
                Default::default(),
                words.roof[2],
                units,
            ));
        }
    }
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    }
}

/// A row: its share of all kernels and of its roof, and which roof that is.
fn row(
    name: &str,
    work: &Work,
    [share, reached]: [String; 2],
    roof: &str,
    units: Units,
) -> Vec<String> {
    vec![
        name.to_owned(),
        [&three_digits(work.flops.0 / 1e12), "\u{a0}T"].concat(),
        units.amount(work.bytes),
        three_digits(work.intensity()),
        duration(work.seconds),
        share,
        rate(work.rate()),
        [&reached, " ", roof].concat(),
    ]
}
