//! Modal dialogs.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement};

/// Shows a dialog; the focus goes into it. One that is shown already stays.
pub fn show(dialog: &Element) {
    let _ = dialog.unchecked_ref::<HtmlDialogElement>().show_modal();
}

/// Closes it; the focus goes back to where it was.
pub fn close(dialog: &Element) {
    dialog.unchecked_ref::<HtmlDialogElement>().close();
}
