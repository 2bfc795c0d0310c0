//! What a reader chose for themselves: theme and units, kept if the browser keeps anything.

use web_sys::Storage;

const PREFIX: &str = "shardwise.";

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

/// Sets the theme of the whole page; `style/tokens.css` knows `auto`, `light` and `dark`.
pub fn show_theme(theme: &str) {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element());
    if let Some(root) = root {
        let _ = root.set_attribute("data-theme", theme);
    }
}

/// Throws in sandboxed frames, where it counts as absent.
fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}
