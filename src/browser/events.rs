//! Hearing what happens in the page.

use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use crate::dom::{Heard, Kind};

/// Calls back whenever something of this kind happens anywhere in the page, as long as it lives.
#[cfg(target_arch = "wasm32")]
pub fn hear(kind: Kind, mut answer: impl FnMut(Heard) + 'static) {
    let answer = move |event: &Event| answer(Heard::new(kind, event.clone()));
    listen_on_window(kind.name(), kind.may_be_prevented(), answer);
}

/// The same of any machine, where no browser says anything.
#[cfg(not(target_arch = "wasm32"))]
pub fn hear(_: Kind, _: impl FnMut(Heard) + 'static) {}

/// Calls back whenever the event happens anywhere in the page, as long as the page lives.
pub fn listen(name: &'static str, answer: impl FnMut(&Event) + 'static) {
    listen_on_window(name, true, answer);
}

/// Heard on its way down, so that events count which do not rise again, such as `toggle`.
fn listen_on_window(
    name: &'static str,
    may_be_prevented: bool,
    answer: impl FnMut(&Event) + 'static,
) {
    if let Some(window) = web_sys::window() {
        let options = EventListenerOptions {
            phase: EventListenerPhase::Capture,
            // The browser need not wait for an answer before it scrolls.
            passive: !may_be_prevented,
        };
        EventListener::new_with_options(&window, name, options, answer).forget();
    }
}

/// Keeps the browser from doing what it does when this event happens in the element and `is_ours`
/// says so, as it does for the whole page with a pinch on a touchpad. Such an answer holds up
/// every scrolling of the element, so that it is asked for by name.
pub fn prevent(element: &Element, name: &'static str, is_ours: impl Fn(&Event) -> bool + 'static) {
    let options = EventListenerOptions::enable_prevent_default();
    let answer = move |event: &Event| {
        if is_ours(event) {
            event.prevent_default();
        }
    };
    EventListener::new_with_options(element, name, options, answer).forget();
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
