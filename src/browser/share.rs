//! Handing a link to the device's other programs, as phones do.

use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::{JsCast, JsValue};

use super::late::{call, can, global, set};
use super::promise::settled;

fn navigator() -> JsValue {
    global("navigator")
}

/// Whether this browser can.
#[must_use]
pub fn is_possible() -> bool {
    can(&navigator(), "share")
}

/// Offers a link under a title. Nothing happens where the reader thinks better of it.
pub fn offer(title: &str, link: &str) {
    let offer = Object::new();
    set(&offer, "title", &title.into());
    set(&offer, "url", &link.into());
    if let Some(promise) = call(&navigator(), "share", &[&offer]) {
        // What is refused must be heard, or the browser tells of an error.
        settled(promise.unchecked_ref(), Rc::new(|_| {}));
    }
}
