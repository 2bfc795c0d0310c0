//! Copying text, where the browser allows it.

use js_sys::Reflect;
use wasm_bindgen::JsCast;
use web_sys::{Clipboard, HtmlDocument};

use super::promise::settled;
use super::{document, window};

/// Copies `text` and calls `done` with whether that worked. Frames without permission and pages
/// without https have no clipboard.
pub fn copy(text: &str, done: impl Fn(bool) + 'static) {
    let Some(clipboard) = clipboard() else {
        done(false);
        return;
    };
    settled(&clipboard.write_text(text), move |copied| {
        done(copied.is_ok());
    });
}

/// Copies the selection by the older interface, which needs a press of the reader but no
/// permission. Returns whether that worked.
pub fn copy_selected() -> bool {
    let document: HtmlDocument = document().unchecked_into();
    document.exec_command("copy") == Ok(true)
}

fn clipboard() -> Option<Clipboard> {
    // `Navigator::clipboard` says that there is always one; insecure pages have none.
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
    clipboard.is_object().then(|| clipboard.unchecked_into())
}
