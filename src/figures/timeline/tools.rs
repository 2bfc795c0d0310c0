//! What stands above the drawing: the meaning of its colours, and what moves it.

use shardwise::cost::plan::{Plan, Schedule, Word};
use shardwise::markup::{Element, element};
use shardwise::search::schedules;
use shardwise::text::figures::TimelineText;

use super::Comb;

/// Classes of what is drawn, in the order of their colours.
pub(super) const CLASSES: [&str; 7] = [
    "forward",
    "backward",
    "weight",
    "scratchpad",
    "cable",
    "optimizer",
    "bubble",
];

/// The colours and what they mean; the drawing takes them from here.
pub(super) fn keys(words: &TimelineText, comb: &Comb) -> Element {
    let charts = comb.charts.iter().flatten();
    let splits = charts
        .map(|chart| chart.timeline.pipeline.schedule)
        .any(Schedule::splits_backward);
    let keys = CLASSES.into_iter().zip(words.keys).map(|(class, name)| {
        element("span")
            .attribute("hidden", class == "weight" && !splits)
            .child(element("i").class(class))
            .child(name)
    });
    element("p").class("keys").children(keys.collect())
}

/// Zoom, steps, play, and the other schedule.
pub(super) fn tools(words: &TimelineText, comb: &Comb, plan: &Plan) -> Element {
    let [out, into, before, next, play, pause] = words.buttons;
    let button = |act: &'static str, sign: &'static str, name: &'static str| {
        element("button")
            .attribute("type", "button")
            .attribute("data-act", act)
            .attribute("aria-label", name)
            .attribute("title", name)
            .child(sign)
    };
    let playing = if comb.is_playing {
        button("play", "❚❚", pause)
    } else {
        button("play", "►", play)
    };
    let playing = playing.id("timeline-play");
    let option = |index: Option<usize>, name: &'static str| {
        element("option")
            .attribute("value", index.map_or("", |index| SCHEDULE_VALUES[index]))
            .property("selected", comb.against == index)
            .child(name)
    };
    let others = schedules(plan).into_iter().map(|other| {
        let index = other.schedule().index();
        option(Some(index), words.schedules[index])
    });
    let select = element("select").children(
        std::iter::once(option(None, words.against[1]))
            .chain(others)
            .collect(),
    );
    element("p")
        .class("comb-tools")
        .child(button("-", "−", out))
        .child(button("+", "+", into))
        .child(button("ArrowLeft", "←", before))
        .child(button("ArrowRight", "→", next))
        .child(playing)
        .child(
            element("label")
                .child(words.against[0])
                .child(" ")
                .child(select),
        )
}

/// Words of the schedules as values of the choice.
const SCHEDULE_VALUES: &[&str] = Schedule::WORDS;
