//! Where the time goes: from the card's peak down to the MFU, a bar a cause. A cause opens to
//! what lowers it, and leads to those controls.

use crate::browser::events::target;
use crate::markup::figure::{Table, percent_of};
use crate::markup::{Element, element};
use cost::certainty::STEP;
use cost::convention::Counting;
use cost::legal::Legal;
use cost::units::Seconds;
use cost::waterfall::{Cause, Tenths, Waterfall};
use formats::number::{duration, fixed};
use text::figures::CauseText;
use web_sys::Event;

use super::called;
use super::desk::Desk;
use super::view::{Drawing, View, no_paint};

/// The view.
pub(super) static VIEW: View = View {
    id: "waterfall",
    caption: "waterfall-caption",
    name: |desk| desk.words.waterfall.heading,
    draw,
    paint: no_paint,
    table: Some(table),
};

/// What the view remembers.
#[derive(Default)]
pub(crate) struct Chosen {
    /// The cause that is open: a position in [`Cause::ALL`].
    cause: Option<usize>,
}

/// The colour of each of [`Cause::ALL`], that of its toll.
static COLOURS: [&str; 15] = [
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
    "state",
];

/// The waterfall of the desk's plan, and the same in tenths of a point.
fn fall(desk: &Desk) -> Option<(Waterfall, Tenths)> {
    let legal = Legal::check(&desk.plan).ok()?;
    let counting = Counting::of(desk.sight.counting);
    let fall = Waterfall::of(&legal, &desk.estimate, counting);
    let tenths = fall.tenths();
    Some((fall, tenths))
}

fn draw(desk: &mut Desk) -> Drawing {
    let words = &desk.words.waterfall;
    let Some((fall, tenths)) = fall(desk) else {
        return Drawing {
            sentence: String::new(),
            body: Vec::new(),
        };
    };
    let counting = Counting::of(desk.sight.counting);
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
        let is_open = desk.waterfall.cause == Some(index);
        rows.push(cause(text, index, bar, points, is_open));
    }
    if tenths.credit > 0 {
        let bar = track.bar("credit", level, level + fall.credit);
        rows.push(end(words.credit, vec![bar], tenths.credit));
    }
    let band = desk.estimate.step_band;
    let range = track.bar("range", fall.end / band.high, fall.end / band.low);
    let bars = vec![track.bar("useful", 0.0, fall.end), range];
    rows.push(end((words.end)(counting), bars, tenths.end));
    let list = element("ol").class("fall").children(rows);
    Drawing {
        sentence: (words.sentence)(&fall, &tenths, counting),
        body: vec![list],
    }
}

/// The track of all bars.
struct Track {
    /// Its length, as a share of the peak.
    scale: f64,
}

impl Track {
    /// A bar from here to there.
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

/// Where the fall begins or ends: nothing to open.
fn end(name: &'static str, bars: Vec<Element>, tenths: u64) -> Element {
    let row = element("div")
        .child(element("span").child(name))
        .child(on_track(bars))
        .child(element("b").child(points(tenths)));
    element("li").class("end").child(row)
}

/// A cause, and below it what lowers it.
fn cause(text: &CauseText, index: usize, bar: Element, tenths: u64, is_open: bool) -> Element {
    let less = if tenths > 0 { "−" } else { "" };
    let row = element("button")
        .attribute("type", "button")
        .attribute("data-cause", index.to_string())
        .attribute("aria-expanded", if is_open { "true" } else { "false" })
        .child(element("span").child(text.name))
        .child(on_track(vec![bar]))
        .child(element("b").child([less, &points(tenths)].concat()));
    let levers = text.levers.iter();
    let levers = levers.filter(|lever| called::control(lever.key).is_some());
    let levers = levers.map(called::lever);
    let why = is_open.then(|| {
        element("p")
            .child(text.what)
            .child(" ")
            .children(levers.collect())
    });
    element("li")
        .class(if tenths == 0 { "none" } else { "" })
        .child(row)
        .children(why.into_iter().collect())
}

/// Tenths of a point as points.
fn points(tenths: u64) -> String {
    fixed(tenths as f64 / 10.0, 1)
}

/// Something of the view is pressed: a cause opens or closes, or leads to a control.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    let Some(pressed) = target(event) else {
        return false;
    };
    let Ok(Some(step)) = pressed.closest("#waterfall [data-cause]") else {
        return false;
    };
    let index = step.get_attribute("data-cause");
    let index = index.and_then(|index| index.parse().ok());
    desk.waterfall.cause = index.filter(|_| desk.waterfall.cause != index);
    if let Some(text) = desk
        .waterfall
        .cause
        .and_then(|cause| desk.words.waterfall.causes.get(cause))
    {
        for lever in text.levers {
            called::mark(lever.key);
        }
    }
    true
}

/// The same numbers as a table.
fn table(desk: &mut Desk) -> Table {
    let words = &desk.words.waterfall;
    let headings = words.headings.map(str::to_owned).to_vec();
    let Some((fall, tenths)) = fall(desk) else {
        return Table::default();
    };
    let seconds = desk.estimate.time.total().0 / fall.start;
    let counting = Counting::of(desk.sight.counting);
    let row = |name: &str, sign: &str, tenths: u64, share: f64, certainty: &str| {
        vec![
            name.to_owned(),
            [sign, &points(tenths)].concat(),
            duration(Seconds(share * seconds)),
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
    rows.push(row((words.end)(counting), "", tenths.end, fall.end, ""));
    Table {
        headings,
        rows,
        foot: Vec::new(),
    }
}

/// The part of a step in which a cause lies: a position in [`STEP`], whose first is computing.
const fn part(cause: usize) -> usize {
    cause.saturating_sub(Cause::Uneven as usize)
}
