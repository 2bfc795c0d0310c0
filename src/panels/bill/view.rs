//! View of the bill.

use cost::bill::{BYTES_PER_PARAMETER, Bill};
use cost::legal::Legal;
use formats::number::{Units, grouped};

use crate::dom::figure::{Table, percent_of};
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::words;
use crate::store::Page;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "bill";

/// Classes of the parts of 16 N, by what they store.
static CLASSES: [&str; 5] = [
    "weights",
    "gradients",
    "optimizer",
    "optimizer",
    "optimizer",
];

/// The whole figure.
pub(super) fn figure(page: &Page) -> Element {
    let frame = FigureIdentity {
        id: ID,
        caption: "bill-caption",
        name: words().bill.heading,
    };
    frame.draw_with(page, drawing(page), || numbers(page))
}

/// The bill of the plan that is shown.
fn bill(page: &Page) -> Option<Bill> {
    let legal = Legal::check(&page.plan).ok()?;
    let tokens_per_second = page.estimate.utilisation.tokens_per_second;
    Some(Bill::of(&legal, tokens_per_second))
}

fn drawing(page: &Page) -> Drawing {
    let words = &words().bill;
    let Some(bill) = bill(page) else {
        return Drawing::default();
    };
    let whole: u64 = BYTES_PER_PARAMETER.iter().sum();
    let parts = BYTES_PER_PARAMETER.iter().zip(words.parts).zip(CLASSES);
    let parts = parts.map(|((bytes, name), class)| {
        element("li")
            .class(class)
            .style("--of", percent_of(*bytes as f64 / whole as f64))
            .child(element("i").class(class))
            .child(element("b").child([&grouped(*bytes), " N"].concat()))
            .child(element("small").child(name))
    });
    let lines = (words.lines)(&bill, &page.plan, &page.estimate, page.units());
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
fn numbers(page: &Page) -> Table {
    let words = &words().bill;
    let Some(bill) = bill(page) else {
        return Table::default();
    };
    let parts = BYTES_PER_PARAMETER.iter().zip(bill.parts).zip(words.parts);
    let parts = parts.map(|((bytes, size), name)| {
        let working = [&grouped(*bytes), " × N"].concat();
        vec![name.to_owned(), working, Units::Gb.size(size)]
    });
    let lines = (words.lines)(&bill, &page.plan, &page.estimate, page.units());
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows: parts.chain(lines.map(|line| line.to_vec())).collect(),
        foot: Vec::new(),
    }
}
