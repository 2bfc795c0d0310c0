//! The device's own dialog for sharing a link, as phones have it.
//!
//! Tests: `tests/browser/share.test.mjs`.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DomException, ShareData};

use super::promise::settled;
use super::window;

/// True if this browser can share links.
#[must_use]
pub fn is_possible() -> bool {
    // `web_sys` has `Navigator::share_with_data`, which fails where there is none, but no way to ask.
    Reflect::has(&window().navigator(), &"share".into()) == Ok(true)
}

/// Name of the error where a reader closes the device's dialog, which is not a failure.
const CLOSED_BY_READER: &str = "AbortError";

/// Offers a link under a title. Calls `refused` if the browser refuses; does nothing if the reader
/// closes the device's dialog.
pub fn offer(title: &str, link: &str, refused: impl Fn() + 'static) {
    let data = ShareData::new();
    data.set_title(title);
    data.set_url(link);
    let shared = window().navigator().share_with_data(&data);
    settled(&shared, move |outcome| {
        let reason = outcome.err().filter(JsValue::is_object);
        let name = reason.map(|reason| reason.unchecked_into::<DomException>().name());
        if name.is_some_and(|name| name != CLOSED_BY_READER) {
            refused();
        }
    });
}
