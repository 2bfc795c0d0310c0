//! Copying text, where the browser allows it.

use std::rc::Rc;

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Clipboard;

use super::late::call;
use super::promise::settled;

/// Copies `text` and tells whether that worked. Frames without permission and pages without
/// https have no clipboard.
pub fn copy(text: &str, done: impl Fn(bool) + 'static) {
    let Some(clipboard) = clipboard() else {
        done(false);
        return;
    };
    let answer = move |copied: Option<JsValue>| done(copied.is_some());
    settled(clipboard.write_text(text).unchecked_ref(), Rc::new(answer));
}

/// Copies what is selected, the older way, which needs no leave but a press; tells whether that
/// worked.
pub fn copy_selected() -> bool {
    call(&super::document(), "execCommand", &[&"copy".into()]) == Some(JsValue::TRUE)
}

fn clipboard() -> Option<Clipboard> {
    let navigator = web_sys::window()?.navigator();
    let clipboard = Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    // The interface is absent altogether on insecure pages.
    clipboard.is_object().then(|| clipboard.unchecked_into())
}
