//! The bill: what the model needs before any layout, worked out line by line.

use crate::markup::element;
use crate::markup::figure::Table;
use cost::bill::{BYTES_PER_PARAMETER, Bill};
use cost::legal::Legal;
use formats::number::{Units, grouped};

use super::desk::Desk;
use super::view::{Drawing, View, no_paint};

/// The view.
pub(super) static VIEW: View = View {
    id: "bill",
    caption: "bill-caption",
    name: |desk| desk.words.bill.heading,
    draw,
    paint: no_paint,
    table: Some(numbers),
};

/// Classes of the parts of 16 N, by what keeps them.
static CLASSES: [&str; 5] = [
    "weights",
    "gradients",
    "optimizer",
    "optimizer",
    "optimizer",
];

fn bill(desk: &Desk) -> Option<Bill> {
    let legal = Legal::check(&desk.plan).ok()?;
    Some(Bill::of(
        &legal,
        desk.estimate.utilisation.tokens_per_second,
    ))
}

fn draw(desk: &mut Desk) -> Drawing {
    let words = &desk.words.bill;
    let Some(bill) = bill(desk) else {
        return Drawing::default();
    };
    let whole: u64 = BYTES_PER_PARAMETER.iter().sum();
    let parts = BYTES_PER_PARAMETER.iter().zip(words.parts).zip(CLASSES);
    let parts = parts.map(|((bytes, name), class)| {
        element("li")
            .class(class)
            .style(
                "--of",
                crate::markup::figure::percent_of(*bytes as f64 / whole as f64),
            )
            .child(element("i").class(class))
            .child(element("b").child([&grouped(*bytes), " N"].concat()))
            .child(element("small").child(name))
    });
    let lines = (words.lines)(&bill, &desk.plan, &desk.estimate, desk.sight.units);
    let lines = lines.into_iter().map(|[name, working, result]| {
        element("li")
            .child(element("span").class("name").child(name))
            .child(element("span").class("working").child(working))
            .child(element("b").child(result))
    });
    Drawing {
        sentence: (words.sentence)(&bill),
        body: vec![
            element("ul").class("sixteen").children(parts.collect()),
            element("ul").class("worked").children(lines.collect()),
        ],
    }
}

/// The parts of 16 N, then the lines.
fn numbers(desk: &mut Desk) -> Table {
    let words = &desk.words.bill;
    let Some(bill) = bill(desk) else {
        return Table::default();
    };
    let parts = BYTES_PER_PARAMETER.iter().zip(bill.parts).zip(words.parts);
    let parts = parts.map(|((bytes, size), name)| {
        let working = [&grouped(*bytes), " × N"].concat();
        vec![name.to_owned(), working, Units::Gb.size(size)]
    });
    let lines = (words.lines)(&bill, &desk.plan, &desk.estimate, desk.sight.units);
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows: parts.chain(lines.map(|line| line.to_vec())).collect(),
        foot: Vec::new(),
    }
}
