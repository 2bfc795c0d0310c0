//! Labels of controls.
//!
//! Tests: `tests.rs`.

use text::controls::{self, Label};

/// Label of a control whose key has none: a test lists the keys without one.
static UNNAMED: Label = Label {
    key: "",
    name: "",
    aside: "",
    help: "",
    options: &[],
};

/// The label of a control.
pub(super) fn label(key: &str) -> &'static Label {
    controls::label(key).unwrap_or(&UNNAMED)
}
