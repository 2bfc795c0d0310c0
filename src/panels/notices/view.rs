//! View of the notices.

use std::ops::RangeFrom;

use super::notice::{Button, NoticeLine};
use super::state::Notices;
use crate::dom::{Element, element};

/// All notices; empty ones are hidden.
pub(super) fn notices(notices: &Notices) -> Element {
    let mut places = 0..;
    let notices = notices.list.iter().map(|notice| {
        element("section")
            .class("notice")
            .id(notice.id)
            .attribute("hidden", notice.lines.is_empty())
            .child(element("h2").child(notice.heading))
            .child(element("ul").children(list(&notice.lines, &mut places)))
    });
    element("div")
        .class("notices")
        .id("notices")
        .children(notices.collect())
}

/// The lines of a notice; its buttons take the next values of `places`.
fn list(lines: &[NoticeLine], places: &mut RangeFrom<usize>) -> Vec<Element> {
    let mut button = |(button, place): (&Button, usize)| {
        element("button")
            .attribute("type", "button")
            .class("change")
            .attribute("value", place.to_string())
            .child(element("b").child(button.words.clone()))
            .child(element("small").child(button.effect.clone()))
    };
    let line = |line: &NoticeLine| {
        let buttons = line.buttons.iter().zip(places.by_ref());
        let buttons = buttons.map(&mut button).collect();
        element("li")
            .child(line.text.clone())
            .child(element("div").class("changes").children(buttons))
    };
    lines.iter().map(line).collect()
}
