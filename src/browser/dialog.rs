//! A dialog above the page, which waits below it.

use web_sys::Element;

use super::late::call;

/// Shows a dialog; the focus goes into it. One that is shown already stays.
pub fn show(dialog: &Element) {
    call(dialog, "showModal", &[]);
}

/// Closes it; the focus goes back to where it was.
pub fn close(dialog: &Element) {
    call(dialog, "close", &[]);
}
