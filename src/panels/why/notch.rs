//! The pressed figure in the page: the notch at the head of the card points at it, and the focus goes
//! back to it.

use std::cell::RefCell;

use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::browser::{by_id, document};

thread_local! {
    /// The button that gets the focus when the card closes.
    static PRESSED: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Puts the notch of the card with this id below the pressed figure.
pub(super) fn place(card: &str) {
    let part = found("[data-opened]");
    let button = found(".why[aria-expanded=true]").or_else(|| {
        let row = part.as_ref()?.closest(".stage").ok()??;
        row.query_selector(".why").ok()?
    });
    let Some(pressed) = part.or_else(|| button.clone()) else {
        return;
    };
    PRESSED.set(button.and_then(|button| button.dyn_into().ok()));
    let Some(card) = by_id(card).and_then(|card| card.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    let [card_box, pressed_box] = [&*card, &pressed].map(Element::get_bounding_client_rect);
    let middle = pressed_box.left() + pressed_box.width() / 2.0 - card_box.left();
    let within = middle.clamp(12.0, (card_box.width() - 12.0).max(12.0));
    let pixels = [&(within as i32).to_string(), "px"].concat();
    // No browser refuses the value of a custom property.
    let _ = card.style().set_property("--notch", &pixels);
}

/// Focuses the figure whose card has closed.
pub(super) fn focus_figure() {
    if let Some(button) = PRESSED.take() {
        // The browser focuses any element that is in the page.
        let _ = button.focus();
    }
}

fn found(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok()?
}
