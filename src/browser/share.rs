//! Handing a link to the device's other programs, as phones do.

use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::late::{call, can, get, global, set};
use super::promise::settled;

fn navigator() -> JsValue {
    global("navigator")
}

/// Whether this browser can.
#[must_use]
pub fn is_possible() -> bool {
    can(&navigator(), "share")
}

/// What readers do who think better of it: no failure.
const THOUGHT_BETTER: &str = "AbortError";

/// Offers a link under a title, and tells once the browser has refused to. Nothing happens where the
/// reader thinks better of it.
pub fn offer(title: &str, link: &str, refused: impl Fn() + 'static) {
    let offer = Object::new();
    set(&offer, "title", &title.into());
    set(&offer, "url", &link.into());
    let Some(promise) = call(&navigator(), "share", &[&offer]) else {
        return refused();
    };
    // Why it is refused comes as what is promised: a broken promise brings no reason here.
    let reason = Closure::once_into_js(|reason: JsValue| reason);
    let Some(promise) = call(&promise, "catch", &[&reason]) else {
        return;
    };
    let answer = move |reason: Option<JsValue>| {
        let reason = reason.filter(JsValue::is_object);
        let name = reason.and_then(|reason| get(&reason, "name").as_string());
        if name.is_some_and(|name| name != THOUGHT_BETTER) {
            refused();
        }
    };
    settled(promise.unchecked_ref(), Rc::new(answer));
}
