//! Copying text, where the browser allows it.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Clipboard;

/// Copies `text` and tells whether that worked. Frames without permission and pages without
/// https have no clipboard.
pub(crate) fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let Some(clipboard) = clipboard() else {
        done(false);
        return;
    };
    let written = JsFuture::from(clipboard.write_text(text));
    spawn_local(async move { done(written.await.is_ok()) });
}

fn clipboard() -> Option<Clipboard> {
    let navigator = web_sys::window()?.navigator();
    let clipboard = Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    // The interface is absent altogether on insecure pages.
    clipboard.is_object().then(|| clipboard.unchecked_into())
}
