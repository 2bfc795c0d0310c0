//! Copying text, where the browser allows it.

use js_sys::Reflect;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Clipboard;

/// Copies `text` and tells whether that worked. Frames without permission and pages without
/// https have no clipboard.
pub(crate) fn copy(text: &str, done: impl Fn(bool) + Copy + 'static) {
    let Some(clipboard) = clipboard() else {
        done(false);
        return;
    };
    let answer = |worked| Closure::new(move |_| done(worked));
    let (yes, no) = (answer(true), answer(false));
    let _ = clipboard.write_text(text).then2(&yes, &no);
    // One of the two is called, and nobody can say when.
    yes.forget();
    no.forget();
}

fn clipboard() -> Option<Clipboard> {
    let navigator = web_sys::window()?.navigator();
    let clipboard = Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    // The interface is absent altogether on insecure pages.
    clipboard.is_object().then(|| clipboard.unchecked_into())
}
