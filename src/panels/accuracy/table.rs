//! The table of the runs, the worst prediction first. Every row is a link to the run's plan.

use cost::units::{Bytes, Seconds};
use formats::link;
use formats::number::{duration, signed_percent};
use text::figures::AccuracyText;

use super::plot::mark;
use super::sheet::ChosenRuns;
use super::state::{MORE, ROWS, TABLE};
use crate::dom::{Element, element};

/// The table, and the button that shows more of it.
pub(super) fn table(words: &'static AccuracyText, sheet: &ChosenRuns) -> Vec<Element> {
    let worst = sheet.worst_first();
    let shown = (ROWS + sheet.choice.more).min(worst.len());
    let rows = worst.iter().take(shown);
    let rows = rows.filter_map(|&index| row(words, sheet, index)).collect();
    let headings = words.headings.into_iter();
    let headings = headings.map(|words| element("th").attribute("scope", "col").child(words));
    let head = element("tr").children(headings.collect());
    let table = element("table")
        .child(element("thead").child(head))
        .child(element("tbody").children(rows));
    let region = element("div")
        .class("scroll")
        .id(TABLE)
        .attribute("tabindex", "0")
        .attribute("role", "region")
        .attribute("aria-label", words.heading)
        .child(table);
    let left = worst.len() - shown;
    let more = (left > 0).then(|| {
        element("button")
            .attribute("type", "button")
            .class("more")
            .attribute("data-at", "0")
            .child((words.more)(left.min(MORE), left))
    });
    std::iter::once(region).chain(more).collect()
}

fn row(words: &AccuracyText, sheet: &ChosenRuns, index: usize) -> Option<Element> {
    let run = sheet.runs.all.get(index)?;
    let pair = run.published.figures[sheet.choice.figure]?;
    let figure = |figure| {
        if sheet.choice.figure == 0 {
            duration(Seconds(figure))
        } else {
            sheet.units.size(Bytes::from_gib(figure))
        }
    };
    let name = element("a")
        .class("run")
        .attribute("data-at", index.to_string())
        .attribute("href", link::encode(&run.plan))
        .child((words.label)(&run.plan));
    let source = sheet.runs.sources.get(run.source)?;
    let heading = element("th")
        .attribute("scope", "row")
        .child(name)
        .child(element("small").child((words.detail)(&run.plan)));
    let cell = |words: String| element("td").child(words);
    let row = element("tr")
        .child(heading)
        .child(element("td").child(mark(run.source)).child(source.clone()))
        .child(cell(figure(pair.measured)))
        .child(cell(figure(pair.predicted)))
        .child(cell(signed_percent(pair.error())));
    Some(row)
}
