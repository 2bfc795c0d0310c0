//! What events tell of the pointer, and of the page below it.

use wasm_bindgen::JsValue;
use web_sys::{Element, Event};

use super::late::get;

/// Where the pointer is in the element of its event, from the left and from the top; nothing for
/// events of other kinds.
#[must_use]
pub fn place(event: &Event) -> Option<[f64; 2]> {
    Some([number(event, "offsetX")?, number(event, "offsetY")?])
}

/// Whether Control is held.
#[must_use]
pub fn has_control(event: &Event) -> bool {
    holds(event, "ctrlKey")
}

/// Whether a key is held with which a browser opens links elsewhere.
#[must_use]
pub fn goes_elsewhere(event: &Event) -> bool {
    ["ctrlKey", "metaKey", "shiftKey"]
        .iter()
        .any(|key| holds(event, key))
}

/// How far a wheel was turned, down.
#[must_use]
pub fn turned(event: &Event) -> f64 {
    number(event, "deltaY").unwrap_or_default()
}

/// The width of an element without its border, in pixels.
#[must_use]
pub fn width(element: &Element) -> f64 {
    number(element, "clientWidth").unwrap_or_default()
}

/// How far an element is scrolled to the right, in pixels.
#[must_use]
pub fn scrolled(element: &Element) -> f64 {
    number(element, "scrollLeft").unwrap_or_default()
}

/// Scrolls an element so far to the right.
pub fn scroll(element: &Element, left: f64) {
    super::late::set(element, "scrollLeft", &left.into());
}

fn holds(event: &Event, key: &str) -> bool {
    get(event, key) == JsValue::TRUE
}

fn number(object: &JsValue, name: &str) -> Option<f64> {
    get(object, name).as_f64()
}
