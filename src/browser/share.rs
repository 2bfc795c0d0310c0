//! The device's own way to share a link, as phones have it.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DomException, ShareData};

use super::promise::settled;
use super::window;

/// Whether this browser can.
#[must_use]
pub fn is_possible() -> bool {
    Reflect::has(&window().navigator(), &"share".into()) == Ok(true)
}

/// Name of the refusal where a reader closes the device's dialog, which is no failure.
const CLOSED_BY_READER: &str = "AbortError";

/// Offers a link under a title. Calls `refused` where the browser refuses to; nothing happens where
/// the reader closes the device's dialog.
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
