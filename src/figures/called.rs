//! Leading from a figure to the controls that cause what it shows.

use std::time::Duration;

use crate::browser::document;
use crate::browser::events::target;
use crate::browser::timing::after;
use crate::markup::element;
use text::figures::Lever;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

use super::desk::Desk;

/// How long a control stays marked.
const MOMENT: Duration = Duration::from_secs(4);
/// The mark, an attribute.
const MARK: &str = "data-called";

/// The row of the control of this key, where the present plan has one.
pub(super) fn control(key: &str) -> Option<Element> {
    let selector = ["aside [data-control=\"", key, "\"]"].concat();
    document().query_selector(&selector).ok()?
}

/// A button that leads to a control.
pub(super) fn lever(lever: &Lever) -> crate::markup::Element {
    element("button")
        .attribute("type", "button")
        .attribute("data-lever", lever.key)
        .child(lever.name)
}

/// Marks a control for a moment.
pub(super) fn mark(key: &str) {
    if let Some(row) = control(key) {
        let _ = row.set_attribute(MARK, "");
        after(MOMENT, move || {
            let _ = row.remove_attribute(MARK);
        });
    }
}

/// Something that names a control is pressed: it leads there.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    let lever = target(event)
        .and_then(|element| element.closest(":is(#later, #lesson) [data-lever]").ok()?);
    if let Some(key) = lever.and_then(|lever| lever.get_attribute("data-lever")) {
        desk.afterwards(move || go_to(&key));
    }
    false
}

/// Brings a control into sight, gives it the focus, and marks it.
fn go_to(key: &str) {
    let Some(row) = control(key) else {
        return;
    };
    let mut fold = row.closest("details").ok().flatten();
    while let Some(details) = fold {
        let _ = details.set_attribute("open", "");
        let above = details.parent_element();
        fold = above.and_then(|above| above.closest("details").ok().flatten());
    }
    mark(key);
    let field = ["input:checked", "input, select"]
        .into_iter()
        .find_map(|selector| row.query_selector(selector).ok().flatten());
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
        let _ = field.focus();
    }
}
