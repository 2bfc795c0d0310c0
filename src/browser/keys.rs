//! Keys of the keyboard.

use web_sys::KeyboardEvent;

/// The key, as the browser names it, if no modifier but Shift is held with it.
#[must_use]
pub fn plain_key(event: &KeyboardEvent) -> Option<String> {
    let is_plain = !(event.ctrl_key() || event.alt_key() || event.meta_key());
    is_plain.then(|| event.key())
}
