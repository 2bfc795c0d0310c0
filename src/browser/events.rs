//! Hearing what happens in the page.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event};

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

/// The element in which an event happened.
pub fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}
