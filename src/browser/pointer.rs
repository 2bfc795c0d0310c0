//! Pointer positions in events, and widths and scrolling of elements.
//!
//! Tests: `tests/browser/timeline.test.mjs`.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, MouseEvent, PointerEvent};

/// Position of the pointer in the element of its event, from the left and from the top, in pixels;
/// nothing for events without one.
#[must_use]
pub fn place(event: &Event) -> Option<[f64; 2]> {
    let event: &MouseEvent = event.dyn_ref()?;
    Some([event.offset_x().into(), event.offset_y().into()])
}

/// True if a key is held with which a browser opens links in another tab or window.
#[must_use]
pub fn goes_elsewhere(event: &Event) -> bool {
    // Opening a link by a key also fires a click.
    let click = event.dyn_ref::<MouseEvent>();
    click.is_some_and(|click| click.ctrl_key() || click.meta_key() || click.shift_key())
}

/// Width of an element without its border, in pixels.
#[must_use]
pub fn width(element: &Element) -> f64 {
    element.client_width().into()
}

/// Distance that an element is scrolled to the right, in pixels.
#[must_use]
pub fn scrolled(element: &Element) -> f64 {
    element.scroll_left().into()
}

/// Scrolls an element this far to the right, in pixels.
pub fn scroll(element: &Element, left: f64) {
    element.set_scroll_left(left as i32);
}

/// Position of the pointer in the window, from the left and from the top, in pixels.
#[must_use]
pub fn in_window(event: &MouseEvent) -> [f64; 2] {
    [event.client_x().into(), event.client_y().into()]
}

/// Makes the element under a pressed pointer get all events of the pointer until it is released.
pub fn capture(event: &PointerEvent) {
    let element = event
        .current_target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    if let Some(element) = element {
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}
