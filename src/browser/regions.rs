//! Navigation between the regions of the page.
//!
//! Tests: `tests/browser/access.test.mjs`.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::{by_id, document};

/// Moves the focus from one region to the next that can have it, or to the one before. Regions are
/// named by their ids in the order of a walk, which goes round.
pub fn walk(regions: &[&str], is_back: bool) {
    let focused = document().active_element();
    let has_focus = |id: &&str| by_id(id).is_some_and(|region| region.contains(focused.as_deref()));
    let count = regions.len();
    let step = if is_back { count - 1 } else { 1 };
    let begin = match regions.iter().position(has_focus) {
        Some(place) => place + step,
        None if is_back => count - 1,
        None => 0,
    };
    let order = (0..count).map(|nth| regions[(begin + nth * step) % count]);
    order.filter_map(by_id).any(|region| enter(&region));
}

/// Gives a region the focus, or its open tab if the region has no box on this screen; false if
/// neither takes it.
fn enter(region: &Element) -> bool {
    let tab = region.query_selector("[aria-selected=true]").ok().flatten();
    [Some(region.clone()), tab]
        .into_iter()
        .flatten()
        .any(takes_focus)
}

/// Focuses an element; false if it does not take the focus.
fn takes_focus(element: Element) -> bool {
    let Ok(element) = element.dyn_into::<HtmlElement>() else {
        return false;
    };
    let _ = element.focus();
    document().active_element().as_ref() == Some(&element)
}
