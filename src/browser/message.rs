//! Words between programs on one page.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit, Event};

/// Says something to whoever listens for events of this name; they hear it before this returns.
pub fn tell(name: &str, words: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&JsValue::from_str(words));
    if let (Some(window), Ok(event)) = (
        web_sys::window(),
        CustomEvent::new_with_event_init_dict(name, &init),
    ) {
        let _ = window.dispatch_event(&event);
    }
}

/// What an event says; nothing where it is no message.
#[must_use]
pub fn words(event: &Event) -> String {
    event
        .dyn_ref::<CustomEvent>()
        .and_then(|event| event.detail().as_string())
        .unwrap_or_default()
}
