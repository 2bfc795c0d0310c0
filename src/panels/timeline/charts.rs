//! The region of the charts. Each schedule has its result, the stages' names, a canvas, and the
//! curve of the chosen stage's activations.

use crate::dom::{Element, element};
use formats::number::{Units, fixed, grouped};
use text::figures::TimelineText;

use super::chart::{Chart, pitch};
use super::curve;
use super::ids::REGION;
use super::state::TimelineFigure;

/// The scrolling region.
pub(super) fn region(words: &TimelineText, figure: &TimelineFigure, units: Units) -> Element {
    let mut drawing = element("div")
        .class("lanes")
        .style("--zoom", fixed(figure.scale(), 0))
        .style("--now", fixed(figure.now, 5));
    for (index, chart) in figure.charts.iter().enumerate() {
        if let Some(chart) = chart {
            drawing = drawing.child(one(words, figure, index, chart, units));
        }
    }
    let cursor = element("i").class("lanes-now");
    let cursor = cursor.attribute("hidden", figure.now <= 0.0);
    element("div")
        .class("lanes-region")
        .id(REGION)
        .attribute("role", "application")
        .attribute("tabindex", "0")
        .attribute("aria-label", words.region)
        .child(drawing.child(cursor))
}

/// One schedule: its result if there are two, the stages' names, the canvas beside them, and the
/// curve of the chosen stage.
fn one(
    words: &TimelineText,
    figure: &TimelineFigure,
    index: usize,
    chart: &Chart,
    units: Units,
) -> Element {
    let rows = &chart.timeline.rows();
    let [pitch, _] = pitch(rows.len());
    // As many names as fit.
    let every = 11_usize.div_ceil(pitch);
    let mut names = Vec::new();
    for first in (0..rows.len()).step_by(every) {
        let is_chosen =
            figure.selection.rank / every == first / every && figure.selection.chart == index;
        let rank = if is_chosen {
            figure.selection.rank
        } else {
            first
        };
        let name = element(if is_chosen { "b" } else { "span" });
        let word = element("span").class("word").child(words.stage);
        names.push(name.child(word).child(grouped(rank as u64)));
    }
    let result = figure.charts[1].as_ref().map(|_| {
        let held = rows.iter().map(|row| row.held).max().unwrap_or_default();
        let said = (words.result)(chart.schedule, chart.bubble, held, units);
        element("p").class("lanes-result").child(said)
    });
    let names = element("div")
        .class("lanes-names")
        .attribute("aria-hidden", "true")
        .children(names);
    let canvas = element("canvas").attribute("aria-hidden", "true");
    let mut chart_view = element("div")
        .class(if index == 0 {
            "lanes-chart"
        } else {
            "lanes-chart second"
        })
        .style("--pitch", [&fixed(pitch as f64, 0), "px"].concat())
        .style("--every", fixed(every as f64, 0))
        // Three decimals of a thousandth, so that the number needs no thousands separator.
        .style("--kilorows", fixed(rows.len() as f64 / 1e3, 3))
        .children(result.into_iter().collect())
        .child(names)
        .child(canvas);
    let rank = figure.selection.rank;
    if let (Some(row), Some(&room)) = (rows.get(rank), chart.rooms.get(rank)) {
        let said = (words.held)(&chart.timeline, rank, room, units);
        chart_view = chart_view
            .child(element("p").class("lanes-held").child(said))
            .child(curve::curve(figure, chart, rank, row.held, room));
    }
    chart_view
}

/// Description of the selected block.
pub(super) fn readout(words: &TimelineText, figure: &TimelineFigure) -> Element {
    let said = match (figure.chart(), figure.selection.index) {
        (Some(chart), Some(index)) => (words.block)(&chart.timeline, figure.selection.rank, index),
        _ => words.hint.to_owned(),
    };
    element("p")
        .class("lanes-readout")
        .attribute("aria-live", "polite")
        .child(said)
}
