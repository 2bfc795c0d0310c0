//! Values that a tab keeps over reloads, in the browser's storage of the session.
//!
//! Tests: `tests/browser/lesson.test.mjs`.

use web_sys::Storage;

use super::window;

const PREFIX: &str = "shardwise.";

/// The stored value of a key.
pub fn read(key: &str) -> Option<String> {
    storage()?.get_item(&[PREFIX, key].concat()).ok()?
}

/// Stores a value; `false` if the browser refuses.
pub fn keep(key: &str, value: &str) -> bool {
    let key = [PREFIX, key].concat();
    storage().is_some_and(|storage| storage.set_item(&key, value).is_ok())
}

/// Removes a key.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&[PREFIX, key].concat());
    }
}

/// The storage, if there is one. Access throws in sandboxed frames, which counts as none.
fn storage() -> Option<Storage> {
    window().session_storage().ok()?
}
