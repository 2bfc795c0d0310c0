//! The button that folds and unfolds what stands beside a tall view: memory and time above it, on a phone
//! the controls below the player.
//!
//! Tests: `tests/browser/views.test.mjs`.

use leptos::prelude::*;

use crate::store::{Event, Page, UNFOLDED, use_store};

/// Phones, as in `style/workbench.css`.
pub(super) const NARROW: &str = "(max-width: 767.9px) and (min-height: 500px)";

/// The button; hidden where the open view folds nothing.
#[component]
pub(super) fn UnfoldButton(
    /// True on a phone.
    is_narrow: Signal<bool>,
) -> impl IntoView {
    let store = use_store();
    let is_hidden = store.slice(|page| !page.tab.is_tall());
    let are_folded = store.slice(Page::are_figures_folded);
    let press = move |_| {
        let is_open = are_folded.get_untracked();
        store.send(Event::Fold(UNFOLDED.to_owned(), is_open));
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
