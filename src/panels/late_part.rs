//! Stand-in for a part of the program that is late or has not come, at the place where a reader
//! opened it.

use crate::dom::components::said;
use crate::dom::{Element, Heard, Kind, element};
use crate::panels::words;

/// The attribute of the buttons that ask again, which names the part.
const AGAIN: &str = "data-again";

/// A sentence, and the button that asks for the part again.
pub(crate) fn stand_in(part: &'static str, sentence: &'static str) -> Element {
    said("span", "unloaded", sentence.into())
        .child(" ")
        .child(again(part))
}

/// The button that asks for the part again.
pub(crate) fn again(part: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute(AGAIN, part)
        .child(words().frame.again)
}

/// Whether the button that asks again for this part is pressed.
pub(crate) fn is_asked(heard: &Heard, part: &str) -> bool {
    let named = heard.target().and_then(|button| button.attribute(AGAIN));
    heard.kind == Kind::Click && named.as_deref() == Some(part)
}
