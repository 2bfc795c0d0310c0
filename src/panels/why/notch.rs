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

/// Remembers the button that has opened the figure: that with the focus, else that of the figure. The
/// parts of a bar are no buttons: the total of their stage stands in for them.
pub(super) fn remember() {
    let focused = document().active_element();
    let focused = focused.filter(|element| element.matches(".why, [data-why]") == Ok(true));
    let of_stage = || {
        let row = found("[data-opened]")?.closest(".stage").ok()??;
        row.query_selector(".why").ok()?
    };
    let button = focused
        .or_else(|| found(".why[aria-expanded=true]"))
        .or_else(of_stage);
    PRESSED.set(button.and_then(|button| button.dyn_into().ok()));
}

/// Puts the notch of the card with this id below the open figure: its part of a bar, or its button.
pub(super) fn place(card: &str) {
    let pressed = found("[data-opened]").or_else(|| found(".why[aria-expanded=true]"));
    let card = by_id(card).and_then(|card| card.dyn_into::<HtmlElement>().ok());
    let (Some(card), Some(pressed)) = (card, pressed) else {
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
