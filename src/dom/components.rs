//! Components that several figures are put together from.

use super::figure::percent_of;
use super::{Child, Element, element};

/// Words in an element of a class.
#[inline(never)]
pub fn said(tag: &'static str, class: &'static str, words: Child) -> Element {
    element(tag).class(class).child(words)
}

/// A track with bars of these classes and shares of it.
#[inline(never)]
pub fn track(bars: &[(&'static str, f64)]) -> Element {
    let mut track = said("span", "track", "".into()).attribute("aria-hidden", "true");
    for &(class, share) in bars {
        track = track.child(element("i").class(class).style("width", percent_of(share)));
    }
    track
}

/// A line of a list: its name, a bar, its figure.
#[inline(never)]
pub fn gauge(name: Child, bar: (&'static str, f64), figure: String) -> Element {
    element("li")
        .class("gauge")
        .child(said("span", "", name))
        .child(track(&[bar]))
        .child(said("span", "figure", figure.into()))
}

/// A part of a figure with a heading of its own.
#[inline(never)]
pub fn part(class: &'static str, heading: Child) -> Element {
    element("section")
        .class(class)
        .child(element("h3").child(heading))
}

/// A button that is pressed or not; the attribute says which it is.
#[inline(never)]
pub fn button(name: &'static str, number: usize, is_pressed: bool) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute(name, number.to_string())
        .attribute("aria-pressed", if is_pressed { "true" } else { "false" })
}
