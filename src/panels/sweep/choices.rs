//! Choices of a sweep: questions that are ready, lists of controls, switches.

use search::sweep::axis;
use text::figures::SweepText;

use super::state::{Asked, PRESETS};
use crate::dom::{Element, element};

/// Questions that are ready.
pub(super) fn presets(words: &SweepText, asked: &Asked) -> Element {
    let mut group = element("div")
        .class("asks")
        .attribute("role", "group")
        .attribute("aria-label", words.questions);
    for (index, preset) in PRESETS.iter().enumerate() {
        let is_asked = preset.is(asked);
        group = group.child(button("preset", index, is_asked, words.presets[index]));
    }
    group
}

/// Lists of the figure, of the control across, and of the control between lines.
pub(super) fn choices(words: &SweepText, asked: &Asked) -> Element {
    let [show, across, between] = words.choices;
    let place = |key: &str| axis(key).map_or(0, |axis| axis.index() + 1);
    let across_place = asked.across().index();
    let selects = [
        (show, "sweep-reading", None, asked.reading as usize),
        (across, "sweep-across", None, across_place),
        (
            between,
            "sweep-between",
            Some(words.nothing),
            place(asked.between),
        ),
    ];
    let mut group = element("div").class("asked");
    for (index, (name, id, first, chosen)) in selects.into_iter().enumerate() {
        let names: &[&'static str] = if index == 0 {
            &words.readings
        } else {
            &words.axes
        };
        let mut select = element("select").id(id).attribute("autocomplete", "off");
        let mut chosen = chosen;
        if let Some(nothing) = first {
            select = select.child(option(nothing, chosen == 0));
            chosen = chosen.wrapping_sub(1);
        }
        for (index, name) in names.iter().enumerate() {
            select = select.child(option(name, index == chosen));
        }
        group = group.child(element("label").child(name).child(select));
    }
    group
}

fn option(name: &'static str, is_chosen: bool) -> Element {
    element("option")
        .property("selected", is_chosen)
        .child(name)
}

/// Switches of the axes, across and up, to logarithms.
pub(super) fn scales(words: &SweepText, are_logarithmic: [bool; 2]) -> Element {
    let mut group = element("div").class("asked");
    for (index, is_logarithmic) in are_logarithmic.into_iter().enumerate() {
        group = group.child(button("scale", index, is_logarithmic, words.scales[index]));
    }
    group
}

/// A button; its class says what it does, its number which.
fn button(class: &'static str, index: usize, is_pressed: bool, name: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .class(class)
        .attribute("data-at", index.to_string())
        .attribute("aria-pressed", if is_pressed { "true" } else { "false" })
        .child(name)
}
