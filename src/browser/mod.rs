//! What the page needs of the browser, one capability a file. Every one of them may be missing,
//! and none of them may stop the planner.

pub(crate) mod address;
pub(crate) mod clipboard;
pub(crate) mod failure;
pub(crate) mod preferences;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The element in which the planner lives, emptied of the skeleton that stood in for it.
pub(crate) fn take_over_skeleton() -> Option<HtmlElement> {
    let element = web_sys::window()?
        .document()?
        .get_element_by_id("planner")?;
    element.set_text_content(None);
    element.remove_attribute("aria-busy").ok()?;
    element.dyn_into().ok()
}
