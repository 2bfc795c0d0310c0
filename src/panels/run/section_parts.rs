//! Parts of the view that the sections of the run share: headings, bars of shares, sliders.

use formats::number::percent;

use super::state::CAPTION;
use crate::dom::figure::bar;
use crate::dom::{Element, element};

/// A section of the view with a heading.
pub(super) fn part(heading: &'static str) -> Element {
    element("section").child(element("h3").child(heading))
}

/// Shares of a whole as one bar, with a legend below.
pub(super) fn shares(
    part: Element,
    names: &[&'static str],
    shares: &[f64],
    classes: &[&'static str],
    whole: f64,
) -> Element {
    let mut bars = element("div")
        .class("lost")
        .attribute("aria-hidden", "true");
    let mut keys = element("div").class("keys");
    for ((name, share), class) in names.iter().zip(shares).zip(classes) {
        bars = bars.child(bar(class, share / whole));
        let key = element("span")
            .child(element("i").class(*class))
            .child(*name)
            .child(" ")
            .child(percent(*share));
        keys = keys.child(key);
    }
    part.child(bars).child(keys)
}

/// A slider with its name and its value.
pub(super) fn slider(
    id: &'static str,
    name: &'static str,
    value: String,
    [least, most]: [f64; 2],
    now: f64,
) -> Element {
    let input = element("input")
        .attribute("type", "range")
        .id(id)
        .attribute("autocomplete", "off")
        .attribute("aria-valuetext", value.clone())
        .attribute("aria-describedby", CAPTION)
        .property("min", least)
        .property("max", most)
        .property("value", now);
    let words = element("span")
        .child(name)
        .child(element("output").attribute("for", id).child(value));
    // The value is an `output`, which labels could name, too: this label names the slider.
    element("label")
        .class("granting")
        .attribute("for", id)
        .child(words)
        .child(input)
}
