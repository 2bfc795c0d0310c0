//! Components that several figures share.

use super::figure::percent_of;
use super::{Child, Element, element};

/// An element of a class with text.
#[inline(never)]
pub fn said(tag: &'static str, class: &'static str, words: Child) -> Element {
    element(tag).class(class).child(words)
}

/// A track with bars of these classes and shares of the track.
#[inline(never)]
pub fn track(bars: &[(&'static str, f64)]) -> Element {
    let mut track = said("span", "track", "".into()).attribute("aria-hidden", "true");
    for &(class, share) in bars {
        track = track.child(element("i").class(class).style("width", percent_of(share)));
    }
    track
}

/// A list line: a name, a bar, a value.
#[inline(never)]
pub fn gauge(name: Child, bar: (&'static str, f64), figure: String) -> Element {
    element("li")
        .class("gauge")
        .child(said("span", "", name))
        .child(track(&[bar]))
        .child(said("span", "figure", figure.into()))
}

/// A section of a figure with a heading of its own.
#[inline(never)]
pub fn part(class: &'static str, heading: Child) -> Element {
    element("section")
        .class(class)
        .child(element("h3").child(heading))
}

/// An option of a list.
#[inline(never)]
pub fn option(name: &'static str, is_chosen: bool) -> Element {
    element("option")
        .property("selected", is_chosen)
        .child(name)
}

/// A toggle button of a choice; its class names the choice, its number the option.
#[inline(never)]
pub fn option_button(class: &'static str, number: usize, is_pressed: bool) -> Element {
    element("button")
        .attribute("type", "button")
        .class(class)
        .attribute("data-at", number.to_string())
        .attribute("aria-pressed", if is_pressed { "true" } else { "false" })
}

/// A toggle button; an attribute says whether it is pressed.
#[inline(never)]
pub fn button(name: &'static str, number: usize, is_pressed: bool) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute(name, number.to_string())
        .attribute("aria-pressed", if is_pressed { "true" } else { "false" })
}
