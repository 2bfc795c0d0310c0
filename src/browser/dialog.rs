//! Modal dialogs.
//!
//! Tests: `tests/browser/share.test.mjs`, `tests/browser/access.test.mjs`.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement};

/// Shows a dialog and moves the focus into it. One that is open already stays.
pub fn show(dialog: &Element) {
    let _ = dialog.unchecked_ref::<HtmlDialogElement>().show_modal();
}

/// Closes a dialog; the focus returns to where it was.
pub fn close(dialog: &Element) {
    dialog.unchecked_ref::<HtmlDialogElement>().close();
}
