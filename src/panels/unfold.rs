//! The button that folds and unfolds memory and time above a tall view.
//!
//! Tests: `tests/browser/views.test.mjs`.

use leptos::prelude::*;

use crate::store::{Event, Page, UNFOLDED, use_store};

/// The button; hidden where the open view does not fold the figures.
#[component]
pub(super) fn UnfoldButton() -> impl IntoView {
    let store = use_store();
    let is_hidden = store.slice(|page| !page.tab.is_tall());
    let are_folded = store.slice(Page::are_figures_folded);
    let press = move |_| {
        store.send(Event::Fold(UNFOLDED.to_owned(), are_folded.get_untracked()));
    };
    let name = move || {
        if are_folded.get() {
            text::frame::unfold_figures()
        } else {
            text::frame::fold_figures()
        }
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
