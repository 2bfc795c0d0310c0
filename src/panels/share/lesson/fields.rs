//! Fields of the form.

use crate::dom::{Element, element};

/// A box to be ticked.
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
