//! The address bar: the one module that reads and writes it.
//!
//! Browsers may refuse `history`: Safari after a hundred calls in half a minute, sandboxed frames
//! always. The plan is not lost then; only its address is late.
//!
//! `gloo-history` throws where a browser refuses.
//!
//! Tests: `tests/browser/journey.test.mjs`, `tests/browser/embed.test.mjs`.

use formats::link::presentation::{Presentation, View};
use formats::link::tab::with_tab;
use wasm_bindgen::JsValue;

use super::events::listen;

/// The fragment of the address, with its `#`, as the browser returns it.
pub fn fragment() -> String {
    web_sys::window()
        .and_then(|window| window.location().hash().ok())
        .unwrap_or_default()
}

/// The whole address with this fragment instead of its own.
pub fn with_fragment(fragment: &str) -> String {
    let href = web_sys::window()
        .and_then(|window| window.location().href().ok())
        .unwrap_or_default();
    let page = href.split('#').next().unwrap_or_default();
    [page, fragment].concat()
}

/// The whole query, with its `?` if there is one.
pub fn whole_query() -> String {
    web_sys::window()
        .and_then(|window| window.location().search().ok())
        .unwrap_or_default()
}

/// Replaces the fragment of the address.
pub fn replace(fragment: &str) {
    if self::fragment() == fragment {
        return;
    }
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(fragment));
    }
}

/// Adds the fragment to the history, so that the browser's Back returns to the present one.
pub fn push(fragment: &str) {
    if self::fragment() == fragment {
        return;
    }
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(fragment));
    }
}

/// The view whose tab the query opens, if it names one.
pub fn tab() -> Option<View> {
    Presentation::decode(&whole_query()).0.tab
}

/// Writes the open tab to the query of the address.
pub fn keep_tab(view: View) {
    let query = with_tab(&whole_query(), view);
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        let url = [&query, &*fragment()].concat();
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&url));
    }
}

/// Calls back when the reader or the browser changes the address: Back, Forward, or a typed
/// fragment. Both events may arrive for one change.
pub fn on_change(callback: impl Fn() + Copy + 'static) {
    for name in ["popstate", "hashchange"] {
        listen(name, move |_| callback());
    }
}
