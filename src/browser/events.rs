//! Hearing what happens in the page.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{AddEventListenerOptions, Element, Event};

/// Calls back whenever the event happens anywhere in the page, as long as the page lives. Heard
/// on its way down, so that events count which do not rise again, such as `toggle`.
pub fn listen(name: &str, answer: impl Fn(&Event) + 'static) {
    let answer = Closure::<dyn Fn(Event)>::new(move |event| answer(&event));
    if let Some(window) = web_sys::window() {
        let function = answer.as_ref().unchecked_ref();
        let _ = window.add_event_listener_with_callback_and_bool(name, function, true);
    }
    answer.forget();
}

/// Keeps the browser from doing what it does when this event happens in the element and `is_ours`
/// says so, as it does for the whole page with a pinch on a touchpad. Such an answer holds up
/// every scrolling of the element, so that it is asked for by name.
pub fn prevent(element: &Element, name: &str, is_ours: impl Fn(&Event) -> bool + 'static) {
    let answer = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        if is_ours(&event) {
            event.prevent_default();
        }
    });
    let options = AddEventListenerOptions::new();
    options.set_passive(false);
    let function = answer.as_ref().unchecked_ref();
    let _ = element
        .add_event_listener_with_callback_and_add_event_listener_options(name, function, &options);
    answer.forget();
}

/// The element in which an event happened.
pub fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// The classes of an element. Its `className` is no text where it is part of a drawing, and what
/// reads it as one writes where it should not.
#[must_use]
pub fn classes(element: &Element) -> String {
    element.get_attribute("class").unwrap_or_default()
}
