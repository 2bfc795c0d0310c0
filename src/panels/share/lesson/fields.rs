//! Fields of the pane of lessons.

use crate::dom::{Element, element};

/// A checkbox with its label.
pub(super) fn tick(
    name: &'static str,
    value: &'static str,
    is_ticked: bool,
    words: &'static str,
) -> Element {
    let field = element("input")
        .attribute("type", "checkbox")
        .attribute("name", name)
        .attribute("value", value)
        .attribute("autocomplete", "off")
        .property("checked", is_ticked);
    element("label").class("tick").child(field).child(words)
}
