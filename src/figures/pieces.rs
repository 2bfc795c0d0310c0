//! Pieces that several figures are put together from.

use crate::markup::figure::percent_of;
use crate::markup::{Element, Markup, element};

/// Words in an element of a class.
#[inline(never)]
pub(super) fn said(tag: &'static str, class: &'static str, words: Markup) -> Element {
    element(tag).class(class).child(words)
}

/// A track with bars of these classes and shares of it.
#[inline(never)]
pub(super) fn track(bars: &[(&'static str, f64)]) -> Element {
    let mut track = said("span", "track", "".into()).attribute("aria-hidden", "true");
    for &(class, share) in bars {
        track = track.child(element("i").class(class).style("width", percent_of(share)));
    }
    track
}

/// A line of a list: its name, a bar, its figure.
#[inline(never)]
pub(super) fn gauge(name: Markup, bar: (&'static str, f64), figure: String) -> Element {
    element("li")
        .class("gauge")
        .child(said("span", "", name))
        .child(track(&[bar]))
        .child(said("span", "figure", figure.into()))
}

/// A part of a figure with a heading of its own.
#[inline(never)]
pub(super) fn part(class: &'static str, heading: Markup) -> Element {
    element("section")
        .class(class)
        .child(element("h3").child(heading))
}

/// A button that is pressed or not; the attribute says which it is.
#[inline(never)]
pub(super) fn button(name: &'static str, number: usize, is_pressed: bool) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute(name, number.to_string())
        .attribute("aria-pressed", if is_pressed { "true" } else { "false" })
}
