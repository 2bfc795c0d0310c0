//! Interfaces of the browser, one capability per file. Each may be missing in a browser, and none
//! of them may stop the planner.
//!
//! Tests: `tests/browser/bad-input.test.mjs` takes each interface away; those that the docs of each
//! file name.

pub mod address;
pub mod around;
pub mod background;
pub mod clipboard;
pub mod control;
pub mod dialog;
pub mod events;
pub mod failure;
pub mod fetch;
pub mod file;
pub mod folder;
pub mod frame;
pub mod keys;
pub mod language;
pub mod media;
pub mod pointer;
pub mod preferences;
pub mod presentation;
mod promise;
pub mod regions;
pub mod session;
pub mod share;
pub mod sheet;
pub mod size;
pub mod slices;
pub mod structured;
pub mod timing;
pub mod visibility;

use wasm_bindgen::JsCast;
use web_sys::{Document, DomRect, Element, FocusOptions, HtmlElement, HtmlInputElement, Window};

/// The window; a program without one is not a page.
///
/// # Panics
/// If there is no window, which never happens in a page.
#[must_use]
pub fn window() -> Window {
    web_sys::window().unwrap_or_else(|| unreachable!())
}

/// The document of the page.
///
/// # Panics
/// If there is no window, which never happens in a page.
#[must_use]
pub fn document() -> Document {
    window().document().unwrap_or_else(|| unreachable!())
}

/// The element of this id.
#[must_use]
pub fn by_id(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}

/// Address of one of the page's own files. Their names include the release, so that a page never
/// loads files of another release.
#[must_use]
pub fn beside(name: &str) -> String {
    let root = document().document_element();
    let release = root.and_then(|root| root.get_attribute("data-release"));
    [&release.unwrap_or_default(), "_", name].concat()
}

/// Focuses an element without scrolling to it.
pub fn focus(id: &str) {
    let element = by_id(id).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }
}

/// The text of a field, whether of one line or several.
#[must_use]
pub fn field_text(id: &str) -> Option<String> {
    // Both kinds of fields have `value` and `select`.
    Some(by_id(id)?.unchecked_into::<HtmlInputElement>().value())
}

/// Selects the whole text of a field.
pub fn select(id: &str) {
    if let Some(field) = by_id(id) {
        field.unchecked_into::<HtmlInputElement>().select();
    }
}

/// Scrolls an element into sight.
pub fn scroll_to(id: &str) {
    if let Some(element) = by_id(id) {
        element.scroll_into_view();
    }
}

/// Scrolls a row sideways so that one of its children, by its place, is in the middle. It scrolls
/// nothing else.
pub fn scroll_sideways_to(row: &Element, child: usize) {
    if let Some(child) = row.children().item(child as u32) {
        let (row_box, child_box) = (
            row.get_bounding_client_rect(),
            child.get_bounding_client_rect(),
        );
        let middle = |rect: &DomRect| rect.left() + rect.width() / 2.0;
        let by = middle(&child_box) - middle(&row_box);
        row.set_scroll_left(row.scroll_left() + by as i32);
    }
}

/// The element in which the planner is mounted, with its skeleton removed.
#[must_use]
pub fn take_over_skeleton() -> Option<HtmlElement> {
    let element = by_id("planner")?;
    element.set_text_content(None);
    element.remove_attribute("aria-busy").ok()?;
    element.dyn_into().ok()
}
