//! Labels of one control.

use crate::controls::Label;

/// Options of a switch.
pub(super) const SWITCH: &[&str] = &["off", "on"];

/// A control of numbers: its key, its name, a word beside the name, and help.
pub(super) const fn label(
    key: &'static str,
    name: &'static str,
    aside: &'static str,
    help: &'static str,
) -> Label {
    Label {
        key,
        name,
        aside,
        help,
        options: &[],
    }
}

/// A control with named options.
pub(super) const fn choice(
    key: &'static str,
    name: &'static str,
    aside: &'static str,
    help: &'static str,
    options: &'static [&'static str],
) -> Label {
    Label {
        options,
        ..label(key, name, aside, help)
    }
}
