//! The address bar: the one place that reads and writes it.
//!
//! Browsers may refuse `history` (Safari after a hundred calls in half a minute, sandboxed
//! frames always); the plan is not lost by that, only its address is late.

use wasm_bindgen::JsValue;

use super::events::listen;

/// The fragment of the address, with its `#`, as the browser holds it.
pub fn fragment() -> String {
    web_sys::window()
        .and_then(|window| window.location().hash().ok())
        .unwrap_or_default()
}

/// The address of the page itself, without query and fragment.
pub fn page() -> String {
    let href = with_fragment("");
    href.split('?').next().unwrap_or_default().to_owned()
}

/// The address of a file that lies beside the page.
pub fn of_file(name: &str) -> String {
    let page = page();
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    [folder, "/", name].concat()
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

/// Puts the fragment in place of the present one.
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

/// Calls back when the address changes by other hands: Back, Forward, or a fragment typed in.
/// Both events may come for one change.
pub fn on_change(callback: impl Fn() + Copy + 'static) {
    for name in ["popstate", "hashchange"] {
        listen(name, move |_| callback());
    }
}
