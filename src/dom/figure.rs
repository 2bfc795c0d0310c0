//! Parts that all figures share: a caption, bars, and the table behind.

use super::{Element, element};
use formats::number::fixed;

/// The data behind a figure: headings, rows with a heading each, and a foot for each column, if
/// any.
#[derive(Clone, Default, PartialEq)]
pub struct Table {
    /// Names of the columns.
    pub headings: Vec<String>,
    /// Cells; the first of each row is its heading.
    pub rows: Vec<Vec<String>>,
    /// Cells of the foot; may be empty.
    pub foot: Vec<String>,
}

/// A figure's caption: its name, and its main statement.
#[must_use]
pub fn caption(id: &'static str, name: &'static str, sentence: String) -> Element {
    element("figcaption")
        .id(id)
        .child(element("b").child(name))
        .child(" ")
        .child(sentence)
}

/// A coloured bar of this share of its track.
#[must_use]
pub fn bar(class: &'static str, share: f64) -> Element {
    element("i").class(class).style("width", percent_of(share))
}

/// A share as a CSS length.
#[must_use]
pub fn percent_of(share: f64) -> String {
    let hundredths = (share.clamp(0.0, 1.0) * 10_000.0).round() as u64;
    let mut length = fixed(hundredths as f64 / 100.0, 2);
    length.push('%');
    length
}

/// File formats of a figure: the value of a button, and its name.
static FILES: [(&str, &str); 3] = [("svg", "SVG"), ("png", "PNG"), ("csv", "CSV")];

/// The details behind a figure: the buttons that save it as a file, and `inside`, while it is open.
/// `start.js` handles the buttons and reports failures; `text::figures::FigureFrame::keeping` names
/// them.
#[must_use]
pub fn details(
    summary: &'static str,
    [keep, unkept, again]: [&'static str; 3],
    inside: Vec<Element>,
) -> Element {
    let buttons = FILES.iter().map(|(kind, name)| {
        element("button")
            .attribute("type", "button")
            .attribute("data-keep", *kind)
            .attribute("aria-label", [keep, " ", *name].concat())
            .child(*name)
    });
    let again = element("button")
        .attribute("type", "button")
        .attribute("data-keep", "")
        .child(again);
    let unkept = element("span")
        .class("unloaded")
        .attribute("role", "alert")
        .attribute("hidden", true)
        .child(unkept)
        .child(" ")
        .child(again);
    element("details")
        .class("numbers")
        .attribute("open", !inside.is_empty())
        .child(element("summary").child(summary))
        .child(
            element("p")
                .class("keep")
                .child(keep)
                .children(buttons.collect())
                .child(unkept),
        )
        .children(inside)
}

/// An HTML table in a region of its own that scrolls.
#[must_use]
pub fn table(name: &'static str, numbers: Table) -> Element {
    let cell = |cell| element("td").child(cell);
    let heading = |heading, scope| element("th").attribute("scope", scope).child(heading);
    let headings = numbers
        .headings
        .into_iter()
        .map(|words| heading(words, "col"));
    let row = |row: Vec<String>| {
        let mut cells = row.into_iter();
        let first = cells.next().unwrap_or_default();
        element("tr")
            .child(heading(first, "row"))
            .children(cells.map(cell).collect())
    };
    let foot = Some(numbers.foot).filter(|foot| !foot.is_empty());
    let foot = foot.map(|foot| element("tfoot").child(row(foot)));
    let rows = numbers.rows.into_iter().map(row);
    let head = element("tr").children(headings.collect());
    let table = element("table")
        .child(element("thead").child(head))
        .child(element("tbody").children(rows.collect()))
        .children(foot.into_iter().collect());
    element("div")
        .class("scroll")
        .attribute("tabindex", "0")
        .attribute("role", "region")
        .attribute("aria-label", name)
        .child(table)
}
