//! The button that folds and unfolds what stands beside a tall view: memory and time above it, on a phone
//! the controls below the player.
//!
//! Tests: `tests/browser/views.test.mjs`.

use leptos::prelude::*;

use crate::store::{Event, Page, use_store};

/// Phones, as in `style/workbench.css`.
pub(super) const NARROW: &str = "(max-width: 767.9px) and (min-height: 500px)";

/// The button; hidden beside views that are shown alone.
#[component]
pub(super) fn UnfoldButton(
    /// True on a phone.
    is_narrow: Signal<bool>,
) -> impl IntoView {
    let store = use_store();
    let is_hidden = store.slice(|page| !page.alone.is_empty());
    let are_folded = store.slice(Page::are_figures_folded);
    let press = move |_| {
        store.send_if(|page| {
            let word = page.folding();
            Some(Event::Fold(word.to_owned(), !page.is_open(word)))
        });
    };
    let name = move || match (is_narrow.get(), are_folded.get()) {
        (true, true) => text::frame::unfold_controls(),
        (true, false) => text::frame::fold_controls(),
        (false, true) => text::frame::unfold_figures(),
        (false, false) => text::frame::fold_figures(),
    };
    view! {
        <button
            type="button"
            class="unfold"
            hidden=is_hidden
            title=name
            aria-label=name
            aria-expanded=move || (!are_folded.get()).to_string()
            on:click=press
        >
            {move || if are_folded.get() { "▾" } else { "▴" }}
        </button>
    }
}
