//! The region of the drawing: for each schedule its result, the stages' names, a canvas, and the
//! curve of what the chosen stage holds.

use crate::markup::{Element, element};
use formats::number::{Units, fixed, grouped};
use text::figures::TimelineText;

use super::{Chart, Comb, REGION, curve};

/// Pixels of a row with the gap below it, and of that gap, by the number of rows.
pub(super) const fn pitch(rows: usize) -> [usize; 2] {
    match rows {
        0..=8 => [26, 6],
        9..=16 => [19, 4],
        17..=32 => [12, 3],
        33..=64 => [8, 2],
        65..=160 => [5, 1],
        _ => [2, 0],
    }
}

/// Everything that scrolls.
pub(super) fn region(words: &TimelineText, comb: &Comb, units: Units) -> Element {
    let mut sheet = element("div")
        .class("comb")
        .style("--zoom", fixed(comb.scale(), 0))
        .style("--now", fixed(comb.now, 5));
    for (index, chart) in comb.charts.iter().enumerate() {
        if let Some(chart) = chart {
            sheet = sheet.child(one(words, comb, index, chart, units));
        }
    }
    let cursor = element("i").class("comb-now");
    let cursor = cursor.attribute("hidden", comb.now <= 0.0);
    element("div")
        .class("comb-region")
        .id(REGION)
        .attribute("role", "application")
        .attribute("tabindex", "0")
        .attribute("aria-label", words.region)
        .child(sheet.child(cursor))
}

/// One schedule: in words if there are two, the stages' names, the canvas beside them, and what
/// the chosen stage holds.
fn one(words: &TimelineText, comb: &Comb, index: usize, chart: &Chart, units: Units) -> Element {
    let rows = &chart.timeline.rows;
    let [pitch, _] = pitch(rows.len());
    // As many names as there is room for.
    let every = 11_usize.div_ceil(pitch);
    let mut names = Vec::new();
    for first in (0..rows.len()).step_by(every) {
        let is_chosen = comb.look.rank / every == first / every && comb.look.chart == index;
        let rank = if is_chosen { comb.look.rank } else { first };
        let name = element(if is_chosen { "b" } else { "span" });
        let word = element("span").class("word").child(words.stage);
        names.push(name.child(word).child(grouped(rank as u64)));
    }
    let result = comb.charts[1].as_ref().map(|_| {
        let held = rows.iter().map(|row| row.held).max().unwrap_or_default();
        let said = (words.result)(chart.schedule, chart.bubble, held, units);
        element("p").class("comb-result").child(said)
    });
    let names = element("div")
        .class("comb-names")
        .attribute("aria-hidden", "true")
        .children(names);
    let canvas = element("canvas").attribute("aria-hidden", "true");
    let mut sheet = element("div")
        .class(if index == 0 {
            "comb-chart"
        } else {
            "comb-chart second"
        })
        .style("--pitch", [&fixed(pitch as f64, 0), "px"].concat())
        .style("--every", fixed(every as f64, 0))
        // No comma stands in a thousand thousandths.
        .style("--kilorows", fixed(rows.len() as f64 / 1e3, 3))
        .children(result.into_iter().collect())
        .child(names)
        .child(canvas);
    let rank = comb.look.rank;
    if let (Some(row), Some(&room)) = (rows.get(rank), chart.rooms.get(rank)) {
        let said = (words.held)(&chart.timeline, rank, room, units);
        sheet = sheet
            .child(element("p").class("comb-held").child(said))
            .child(curve::curve(comb, chart, rank, row.held, room));
    }
    sheet
}

/// What the block that is looked at does.
pub(super) fn readout(words: &TimelineText, comb: &Comb) -> Element {
    let said = match (comb.chart(), comb.look.index) {
        (Some(chart), Some(index)) => (words.block)(&chart.timeline, comb.look.rank, index),
        _ => words.hint.to_owned(),
    };
    element("p")
        .class("comb-readout")
        .attribute("aria-live", "polite")
        .child(said)
}
