//! The button that folds and unfolds what stands beside a tall view: memory and time above it, on a phone
//! the controls below the player.
//!
//! Tests: `tests/browser/views.test.mjs`.

use leptos::prelude::*;

use crate::store::{Event, Page, Store, use_store};

/// Phones, as in `style/workbench.css`.
pub(super) const NARROW: &str = "(max-width: 767.9px) and (min-height: 500px)";

/// A button over the captions of folded memory or time, which unfolds them. The button of the line of
/// changes does the same, and keys reach that.
#[component]
pub(super) fn UnfoldCaption() -> impl IntoView {
    let store = use_store();
    let is_hidden = store.slice(|page| !page.are_figures_folded());
    view! {
        <button
            type="button"
            class="unfold-caption"
            tabindex="-1"
            aria-hidden="true"
            hidden=is_hidden
            on:click=move |_| fold_or_unfold(store)
        ></button>
    }
}

/// Folds memory and time, or unfolds them.
fn fold_or_unfold(store: Store) {
    store.send_if(|page| {
        let word = page.folding();
        Some(Event::Fold(word.to_owned(), !page.is_open(word)))
    });
}

/// The button; hidden beside views that are shown alone.
#[component]
pub(super) fn UnfoldButton(
    /// True on a phone.
    is_narrow: Signal<bool>,
) -> impl IntoView {
    let store = use_store();
    let is_hidden = store.slice(|page| !page.alone.is_empty());
    let are_folded = store.slice(Page::are_figures_folded);
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
            on:click=move |_| fold_or_unfold(store)
        >
            {move || if are_folded.get() { "▾" } else { "▴" }}
        </button>
    }
}
