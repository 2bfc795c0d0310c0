//! Listeners for events of the page.
//!
//! Tests: `tests/browser/journey.test.mjs`, `tests/browser/stress.test.mjs`.

use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
#[cfg(target_arch = "wasm32")]
use leptos::prelude::{on_cleanup, window_event_listener_untyped};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// The event that `src/browser/start.js` sends when the page's colours have changed.
pub const COLOURS: &str = "shardwise-colours";

/// Calls back whenever the event happens anywhere in the page, as long as the component lives that
/// is being made.
#[cfg(target_arch = "wasm32")]
pub fn listen_in_component(name: &'static str, answer: impl Fn(&Event) + 'static) {
    let listener = window_event_listener_untyped(name, move |event| answer(&event));
    on_cleanup(move || listener.remove());
}

/// Does nothing: outside a browser there are no events.
#[cfg(not(target_arch = "wasm32"))]
pub fn listen_in_component(_: &'static str, _: impl Fn(&Event) + 'static) {}

/// Calls back whenever the event happens anywhere in the page, as long as the page lives. The
/// listener is called before those of elements.
pub fn listen(name: &'static str, answer: impl FnMut(&Event) + 'static) {
    listen_in(EventListenerPhase::Capture, name, answer);
}

/// Calls back likewise, after the listeners of elements.
pub fn listen_after(name: &'static str, answer: impl FnMut(&Event) + 'static) {
    listen_in(EventListenerPhase::Bubble, name, answer);
}

fn listen_in(phase: EventListenerPhase, name: &'static str, answer: impl FnMut(&Event) + 'static) {
    if let Some(window) = web_sys::window() {
        let options = EventListenerOptions {
            phase,
            passive: true,
        };
        EventListener::new_with_options(&window, name, options, answer).forget();
    }
}

/// The element in which an event happened.
pub fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}
