//! What a reader chose for themselves: theme and units, kept if the browser keeps anything.

use web_sys::Storage;

const PREFIX: &str = "shardwise.";
/// The attribute of the page that says its theme.
const THEME: &str = "data-theme";

/// A preference kept earlier.
pub fn read(key: &str) -> Option<String> {
    storage()?.get_item(&[PREFIX, key].concat()).ok()?
}

/// Keeps a preference; a browser that refuses is none the worse.
pub fn keep(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&[PREFIX, key].concat(), value);
    }
}

/// Forgets a preference.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        super::late::call(&storage, "removeItem", &[&[PREFIX, key].concat().into()]);
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
    web_sys::window()?.local_storage().ok()?
}
