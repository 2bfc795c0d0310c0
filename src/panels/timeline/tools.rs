//! Legend of the colours, and buttons, above the drawing.

use crate::dom::{Element, element};
use cost::plan::{Schedule, Word};
use text::figures::TimelineText;

use super::palette::CLASSES;
use super::state::TimelineFigure;

/// The buttons: the key with the same action, and the button's sign.
const BUTTONS: [[&str; 2]; 5] = [
    ["-", "−"],
    ["+", "+"],
    ["ArrowLeft", "←"],
    ["ArrowRight", "→"],
    [" ", "►"],
];
/// The index of the last button.
const PLAY: usize = 4;

/// The colours and their meanings; the canvas reads its colours from here.
pub(super) fn keys(words: &TimelineText, figure: &TimelineFigure) -> Element {
    let splits = figure.charts.iter().flatten();
    let mut splits = splits.map(|chart| chart.timeline.pipeline().schedule);
    let splits = splits.any(Schedule::splits_backward);
    let mut keys = Vec::new();
    for (class, name) in CLASSES.into_iter().zip(words.keys) {
        let key = element("span").attribute("hidden", class == "weight" && !splits);
        keys.push(key.child(element("i").class(class)).child(name));
    }
    element("p").class("keys").children(keys)
}

/// Buttons for zoom, steps and the cursor, and the list of other schedules.
pub(super) fn tools(words: &TimelineText, figure: &TimelineFigure) -> Element {
    let mut tools = Vec::new();
    for (index, [act, sign]) in BUTTONS.into_iter().enumerate() {
        let pauses = index == PLAY && figure.is_playing;
        let button = element("button")
            .attribute("type", "button")
            .attribute("data-act", act)
            .attribute("aria-label", words.buttons[index + usize::from(pauses)]);
        tools.push(button.child(if pauses { "❚❚" } else { sign }));
    }
    let mut options = vec![option("", words.against[1], figure.against.is_none())];
    for other in &figure.others {
        let index = other.schedule().index();
        let is_chosen = figure.against == Some(index);
        options.push(option(
            Schedule::WORDS[index],
            words.schedules[index],
            is_chosen,
        ));
    }
    let label = element("label").child(words.against[0]);
    tools.push(label.child(element("select").children(options)));
    element("p").class("lanes-tools").children(tools)
}

fn option(word: &'static str, name: &'static str, is_chosen: bool) -> Element {
    element("option")
        .attribute("value", word)
        .property("selected", is_chosen)
        .child(name)
}
