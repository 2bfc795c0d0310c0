//! Navigation to a control.
//!
//! Tests: `tests/browser/waterfall.test.mjs`.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::document;

/// Unfolds the control of a key and focuses it, which scrolls it into sight.
pub fn reveal_control(key: &str) {
    let selector = ["aside [data-control=\"", key, "\"]"].concat();
    let Ok(Some(row)) = document().query_selector(&selector) else {
        return;
    };
    let mut fold = around(&row);
    while let Some(details) = fold {
        let _ = details.set_attribute("open", "");
        fold = details.parent_element().as_ref().and_then(around);
    }
    let field = ["input:checked", "input, select"]
        .into_iter()
        .find_map(|selector| row.query_selector(selector).ok().flatten());
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
        let _ = field.focus();
    }
}

/// The `details` element around an element, if there is one.
fn around(element: &Element) -> Option<Element> {
    element.closest("details").ok().flatten()
}
