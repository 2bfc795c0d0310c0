//! What the page needs of the browser, one capability a file. Every one of them may be missing,
//! and none of them may stop the planner.

pub(crate) mod address;
pub(crate) mod clipboard;
pub(crate) mod events;
pub(crate) mod failure;
pub(crate) mod fetch;
pub(crate) mod preferences;
mod promise;

use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement};

/// Moves the focus to an element, without scrolling to it.
pub(crate) fn focus(id: &str) {
    let element = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(id))
        .and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }
}

/// The element in which the planner lives, emptied of the skeleton that stood in for it.
pub(crate) fn take_over_skeleton() -> Option<HtmlElement> {
    let element = web_sys::window()?
        .document()?
        .get_element_by_id("planner")?;
    element.set_text_content(None);
    element.remove_attribute("aria-busy").ok()?;
    element.dyn_into().ok()
}
