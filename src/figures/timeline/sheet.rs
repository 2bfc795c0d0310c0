//! The region of the drawing: for each schedule its result, the stages' names, a canvas, and the
//! curve of what the chosen stage holds.

use shardwise::cost::units::Bytes;
use shardwise::markup::{Element, element};
use shardwise::text::figures::TimelineText;
use shardwise::text::number::{Units, fixed, grouped};

use super::{Chart, Comb, REGION, curve};

/// Heights of a row and of the gap below it, by the number of rows.
pub(super) const fn pitch(rows: usize) -> [usize; 2] {
    match rows {
        0..=8 => [20, 6],
        9..=16 => [15, 4],
        17..=32 => [9, 3],
        33..=64 => [6, 2],
        65..=160 => [4, 1],
        _ => [2, 0],
    }
}

/// Everything that scrolls.
pub(super) fn region(words: &TimelineText, comb: &Comb, units: Units) -> Element {
    let mut charts = Vec::new();
    let is_compared = comb.charts[1].is_some();
    for (index, chart) in comb.charts.iter().enumerate() {
        let Some(chart) = chart else {
            continue;
        };
        if is_compared {
            charts.push(result(words, chart, units));
        }
        charts.extend(rows(words, comb, index, chart));
        charts.extend(held(words, comb, chart, units).into_iter().flatten());
    }
    let cursor = element("i")
        .id("timeline-now")
        .attribute("hidden", comb.now <= 0.0)
        .style("--now", fixed(comb.now, 5));
    let sheet = element("div")
        .class("comb")
        .style("--zoom", fixed(comb.scale(), 0))
        .children(charts)
        .child(cursor);
    element("div")
        .class("comb-region")
        .id(REGION)
        .attribute("role", "application")
        .attribute("tabindex", "0")
        .attribute("aria-label", words.region)
        .attribute("aria-describedby", "timeline-caption")
        .child(sheet)
}

/// A schedule's bubble and the most it holds, in words.
fn result(words: &TimelineText, chart: &Chart, units: Units) -> Element {
    let held = chart.timeline.rows.iter().map(|row| row.held).max();
    let said = (words.result)(
        chart.schedule,
        chart.estimate.time.bubble_fraction(),
        held.unwrap_or_default(),
        units,
    );
    element("p").class("comb-result").child(said)
}

/// The stages' names, and the canvas beside them.
fn rows(words: &TimelineText, comb: &Comb, index: usize, chart: &Chart) -> [Element; 2] {
    let count = chart.timeline.rows.len();
    let [height, gap] = pitch(count);
    let pitch = height + gap;
    // As many names as there is room for.
    let every = 11_usize.div_ceil(pitch);
    let names = (0..count).step_by(every).map(|rank| {
        let is_chosen = comb.look.rank / every == rank / every && comb.look.chart == index;
        let rank = if is_chosen { comb.look.rank } else { rank };
        element(if is_chosen { "b" } else { "span" })
            .style("height", pixels(pitch * every))
            .style("line-height", pixels((pitch * every).min(height.max(11))))
            .child(element("span").class("word").child(words.stage))
            .child(grouped(rank as u64))
    });
    let names = element("div")
        .class("comb-names")
        .attribute("aria-hidden", "true")
        .style("height", pixels(count * pitch))
        .children(names.collect());
    let canvas = element("canvas")
        .attribute("aria-hidden", "true")
        .attribute("data-at", if index == 0 { "0" } else { "1" })
        .style("height", pixels(count * pitch));
    [names, canvas]
}

/// What the chosen stage holds.
fn held(words: &TimelineText, comb: &Comb, chart: &Chart, units: Units) -> Option<[Element; 2]> {
    let rank = comb.look.rank;
    let row = chart.timeline.rows.get(rank)?;
    let memory = &chart.estimate.memory;
    let room = memory.room(memory.stages.get(rank)?);
    let said = (words.held)(rank, row, room, units);
    let most = if room < row.held * 2 {
        row.held.max(room)
    } else {
        row.held
    };
    let drawing = curve::curve(comb, chart, rank, most.max(Bytes(1)), room);
    Some([element("p").class("comb-held").child(said), drawing])
}

/// What the block that is looked at does.
pub(super) fn readout(words: &TimelineText, comb: &Comb) -> Element {
    let chosen = comb.chart().zip(comb.look.index);
    let said = chosen.map_or(words.hint.to_owned(), |(chart, index)| {
        (words.block)(&chart.timeline, comb.look.rank, index)
    });
    element("p")
        .class("comb-readout")
        .attribute("aria-live", "polite")
        .child(said)
}

fn pixels(length: usize) -> String {
    let mut text = fixed(length as f64, 0);
    text.retain(|character| character != ',');
    text.push_str("px");
    text
}
