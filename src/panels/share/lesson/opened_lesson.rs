//! Fields for the lesson that the page opens: one of ours, or a teacher's file.

use formats::link::presentation::Presentation;
use lesson::{Address, OURS};

use super::super::words::words;
use crate::dom::components::said;
use crate::dom::{Element, element};

/// The field for the lesson's name.
pub(super) const FIELD: &str = "lesson-name";
/// The list of our lessons.
const LIST: &str = "lesson-names";
/// The id of the status line.
const SAID: &str = "lesson-name-said";

/// The field, and the status of its content.
pub(super) fn fields(asked: &Presentation) -> [Element; 3] {
    let words = &words().lesson.opens;
    let name = asked.lesson.as_str();
    let told = match Address::read(name) {
        _ if name.is_empty() => 0,
        // In any case the embedding page sets the goal, and no lesson is opened.
        _ if !asked.goal.is_empty() => 4,
        Some(Address::Ours { .. }) => 1,
        Some(Address::File { .. }) => 2,
        None => 3,
    };
    let options = OURS.map(|name| {
        element("option")
            .attribute("value", name)
            .child((words.ours)(name))
    });
    let field = element("input")
        .attribute("type", "text")
        .attribute("autocomplete", "off")
        .attribute("spellcheck", "false")
        .attribute("list", LIST)
        .attribute("placeholder", "https://…/lesson.json")
        .attribute("aria-describedby", SAID)
        .id(FIELD)
        .property("value", asked.lesson.clone());
    [
        element("label")
            .class("choice")
            .child(element("span").child(words.name))
            .child(field),
        element("datalist").id(LIST).children(options.into()),
        said("p", "note", words.named[told].into()).id(SAID),
    ]
}
