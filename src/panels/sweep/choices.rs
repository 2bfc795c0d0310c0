//! Choices of a sweep: preset questions, lists of controls, switches.

use search::sweep::axis;
use text::figures::SweepText;

use super::state::{PRESETS, SweepChoice};
use crate::dom::components::{option, option_button};
use crate::dom::{Element, element};

/// Buttons of the preset questions.
pub(super) fn presets(words: &SweepText, asked: &SweepChoice) -> Element {
    let mut group = element("div")
        .class("asks")
        .attribute("role", "group")
        .attribute("aria-label", words.questions);
    for (index, preset) in PRESETS.iter().enumerate() {
        let is_asked = preset.is(asked);
        let button = option_button("preset", index, is_asked);
        group = group.child(button.child(words.presets[index]));
    }
    group
}

/// Lists of the reading, of the control across, and of the control between lines.
pub(super) fn choices(words: &SweepText, asked: &SweepChoice) -> Element {
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

/// Switches between linear and logarithmic axes: across, up.
pub(super) fn scales(words: &SweepText, are_logarithmic: [bool; 2]) -> Element {
    let mut group = element("div").class("asked");
    for (index, is_logarithmic) in are_logarithmic.into_iter().enumerate() {
        let button = option_button("scale", index, is_logarithmic);
        group = group.child(button.child(words.scales[index]));
    }
    group
}
