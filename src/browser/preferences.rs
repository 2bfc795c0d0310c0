//! Preferences of a reader (theme, units and others), kept in the browser's storage where there is
//! one.

use js_sys::Object;
use web_sys::Storage;

use super::events::listen;
use super::window;

const PREFIX: &str = "shardwise.";
/// The attribute of the page that says its theme.
const THEME: &str = "data-theme";

/// A preference kept earlier.
pub fn read(key: &str) -> Option<String> {
    storage()?.get_item(&[PREFIX, key].concat()).ok()?
}

/// Keeps a preference; a browser that refuses is none the worse. Tells whether it is kept.
pub fn keep(key: &str, value: &str) -> bool {
    let storage = storage();
    storage.is_some_and(|storage| storage.set_item(&[PREFIX, key].concat(), value).is_ok())
}

/// Whether this browser keeps anything at all for this page.
pub fn is_kept() -> bool {
    // One that is full still lets go of what it has.
    storage().is_some_and(|storage| storage.remove_item(PREFIX).is_ok())
}

/// The ends of all keys that begin so, in no order.
pub fn keys(begin: &str) -> Vec<String> {
    let begin = [PREFIX, begin].concat();
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let all = Object::keys(&storage).into_iter();
    all.filter_map(|key| key.as_string()?.strip_prefix(&begin).map(str::to_owned))
        .collect()
}

/// Calls back whenever another tab has kept or forgotten something.
pub fn on_change(answer: impl Fn() + 'static) {
    listen("storage", move |_| answer());
}

/// Forgets a preference.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        // A browser that refuses keeps it.
        let _ = storage.remove_item(&[PREFIX, key].concat());
    }
}

/// Sets the theme of the whole page; `style/tokens.css` knows `auto`, `light` and `dark`.
pub fn show_theme(theme: &str) {
    if let Some(root) = super::document().document_element() {
        let _ = root.set_attribute(THEME, theme);
    }
}

/// The theme of the whole page.
pub fn shown_theme() -> String {
    let root = super::document().document_element();
    let theme = root.and_then(|root| root.get_attribute(THEME));
    theme.unwrap_or_else(|| "auto".to_owned())
}

/// Throws in sandboxed frames, where it counts as absent.
fn storage() -> Option<Storage> {
    window().local_storage().ok()?
}
