//! View of the waterfall.

use cost::certainty::STEP;
use cost::legal::Legal;
use cost::waterfall::{Cause, Tenths, Waterfall};
use formats::number::{duration, fixed};
use text::figures::CauseText;

use super::{ID, WaterfallFigure};
use crate::controls::{lever, stands};
use crate::dom::figure::{Table, percent_of};
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::words;
use crate::store::Page;

/// The colour of each of [`Cause::ALL`]: that of its overhead.
static COLOURS: [&str; 16] = [
    "ceiling",
    "last-inch",
    "last-inch",
    "last-inch",
    "last-inch",
    "last-inch",
    "last-inch",
    "scratchpad",
    "cable",
    "cable",
    "cable",
    "cable",
    "cable",
    "bubble",
    "imbalance",
    "state",
];

/// The waterfall of the page's plan, and its rounding to tenths of a point.
fn fall(page: &Page) -> Option<(Waterfall, Tenths)> {
    let legal = Legal::check(&page.plan).ok()?;
    let fall = Waterfall::of(&legal, &page.estimate, page.settings.conventions());
    let tenths = fall.tenths();
    Some((fall, tenths))
}

impl WaterfallFigure {
    /// The whole figure.
    pub(super) fn figure(&self, page: &Page) -> Element {
        let frame = FigureIdentity {
            id: ID,
            caption: "waterfall-caption",
            name: words().waterfall.heading,
        };
        frame.draw_with(page, self.drawing(page), || numbers(page))
    }

    fn drawing(&self, page: &Page) -> Drawing {
        let words = &words().waterfall;
        let Some((fall, tenths)) = fall(page) else {
            return Drawing::default();
        };
        let conventions = page.settings.conventions();
        let track = Track {
            scale: fall.start.max(fall.end),
        };
        let peak = vec![track.bar("peak", 0.0, fall.start)];
        let mut rows = vec![end(words.peak, peak, tenths.start)];
        let mut level = fall.start;
        for (index, text) in words.causes.iter().enumerate() {
            let (loss, points) = (fall.losses[index], tenths.losses[index]);
            let bar = track.bar(COLOURS[index], level - loss, level);
            level -= loss;
            let is_open = self.cause == Some(index);
            let why = is_open.then(|| why(page, text));
            rows.push(cause(text.name, index, bar, points, why));
        }
        if tenths.credit > 0 {
            let bar = track.bar("credit", level, level + fall.credit);
            rows.push(end(words.credit, vec![bar], tenths.credit));
        }
        let band = page.estimate.step_band;
        let range = track.bar("range", fall.end / band.high, fall.end / band.low);
        let bars = vec![track.bar("useful", 0.0, fall.end), range];
        rows.push(end((words.end)(conventions), bars, tenths.end));
        let list = element("ol").class("fall").children(rows);
        Drawing {
            sentence: (words.sentence)(&fall, &tenths, conventions),
            body: vec![list],
        }
    }
}

/// The common track of all bars.
struct Track {
    /// The track's length, as a share of the peak.
    scale: f64,
}

impl Track {
    /// A bar between two shares of the peak.
    fn bar(&self, class: &'static str, from: f64, to: f64) -> Element {
        let from = from.max(0.0) / self.scale;
        element("i")
            .class(class)
            .style("left", percent_of(from))
            .style("width", percent_of(to / self.scale - from))
    }
}

/// Bars on their track.
fn on_track(bars: Vec<Element>) -> Element {
    element("span")
        .class("track")
        .attribute("aria-hidden", "true")
        .children(bars)
}

/// The first or the last bar, which cannot be opened.
fn end(name: &'static str, bars: Vec<Element>, tenths: u64) -> Element {
    let row = element("div")
        .child(element("span").child(name))
        .child(on_track(bars))
        .child(element("b").child(points(tenths)));
    element("li").class("end").child(row)
}

/// A cause, and below it the controls that lower it, if it is open.
fn cause(
    name: &'static str,
    index: usize,
    bar: Element,
    tenths: u64,
    why: Option<Element>,
) -> Element {
    let less = if tenths > 0 { "−" } else { "" };
    let row = element("button")
        .attribute("type", "button")
        .attribute("data-cause", index.to_string())
        .attribute(
            "aria-expanded",
            if why.is_some() { "true" } else { "false" },
        )
        .child(element("span").child(name))
        .child(on_track(vec![bar]))
        .child(element("b").child([less, &points(tenths)].concat()));
    element("li")
        .class(if tenths == 0 { "none" } else { "" })
        .child(row)
        .children(why.into_iter().collect())
}

/// Explanation of a cause, and the controls that lower it.
fn why(page: &Page, text: &CauseText) -> Element {
    let levers = text.levers.iter();
    let levers = levers.filter(|control| stands(page, control.key));
    let levers = levers.map(|control| lever(control.key, control.name));
    element("p")
        .child(text.what)
        .child(" ")
        .children(levers.collect())
}

/// Tenths of a point as points.
fn points(tenths: u64) -> String {
    fixed(tenths as f64 / 10.0, 1)
}

/// The waterfall's numbers as a table.
fn numbers(page: &Page) -> Table {
    let words = &words().waterfall;
    let headings = words.headings.map(str::to_owned).to_vec();
    let Some((fall, tenths)) = fall(page) else {
        return Table::default();
    };
    let step = page.estimate.time.total();
    let conventions = page.settings.conventions();
    let row = |name: &str, sign: &str, tenths: u64, share: f64, certainty: &str| {
        vec![
            name.to_owned(),
            [sign, &points(tenths)].concat(),
            duration(fall.seconds(share, step)),
            certainty.to_owned(),
        ]
    };
    let mut rows = vec![row(words.peak, "", tenths.start, fall.start, "")];
    for (index, text) in words.causes.iter().enumerate() {
        let tenths = tenths.losses[index];
        let certainty = STEP[part(index)].certainty.word();
        let sign = if tenths > 0 { "−" } else { "" };
        rows.push(row(text.name, sign, tenths, fall.losses[index], certainty));
    }
    if tenths.credit > 0 {
        rows.push(row(words.credit, "+", tenths.credit, fall.credit, ""));
    }
    rows.push(row((words.end)(conventions), "", tenths.end, fall.end, ""));
    Table {
        headings,
        rows,
        foot: Vec::new(),
    }
}

/// The part of a step to which a cause belongs: a position in [`STEP`], whose first is compute.
const fn part(cause: usize) -> usize {
    cause.saturating_sub(Cause::BusyExperts as usize)
}
