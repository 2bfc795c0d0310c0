//! Preferences of a reader (theme, units and others) in the browser's storage.
//!
//! `gloo-storage` throws where a browser refuses storage, as in sandboxed frames.
//!
//! Tests: `tests/browser/faults-storage.test.mjs`.

use js_sys::Object;
use web_sys::Storage;

use super::events::listen;
use super::window;

const PREFIX: &str = "shardwise.";
/// The attribute of the root element that holds the theme.
const THEME: &str = "data-theme";

/// The stored value of a preference.
pub fn read(key: &str) -> Option<String> {
    storage()?.get_item(&[PREFIX, key].concat()).ok()?
}

/// Stores a preference; returns whether the browser stored it. A refusal has no other effect.
pub fn keep(key: &str, value: &str) -> bool {
    let storage = storage();
    storage.is_some_and(|storage| storage.set_item(&[PREFIX, key].concat(), value).is_ok())
}

/// True if this browser stores anything for this page.
pub fn is_kept() -> bool {
    // A full storage still allows removal.
    storage().is_some_and(|storage| storage.remove_item(PREFIX).is_ok())
}

/// The remainders of all stored keys that begin with `begin`, in no order.
pub fn keys(begin: &str) -> Vec<String> {
    let begin = [PREFIX, begin].concat();
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let all = Object::keys(&storage).into_iter();
    all.filter_map(|key| key.as_string()?.strip_prefix(&begin).map(str::to_owned))
        .collect()
}

/// Calls back whenever another tab has stored or removed something.
pub fn on_change(answer: impl Fn() + 'static) {
    listen("storage", move |_| answer());
}

/// Removes a preference.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        // If the browser refuses, the preference stays.
        let _ = storage.remove_item(&[PREFIX, key].concat());
    }
}

/// Sets the theme of the whole page: `auto`, `light` or `dark`, as defined in `style/tokens.css`.
pub fn show_theme(theme: &str) {
    if let Some(root) = super::document().document_element() {
        let _ = root.set_attribute(THEME, theme);
    }
}

/// The storage, if there is one. Access throws in sandboxed frames, which counts as none.
fn storage() -> Option<Storage> {
    window().local_storage().ok()?
}
