//! The button that closes a dialog, a card or a pane.

use leptos::prelude::*;

/// The button that closes a dialog, a card or a pane.
#[component]
pub(crate) fn CloseButton(
    id: &'static str,
    /// The name for screen readers, and under the pointer.
    name: &'static str,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="close"
            id=id
            aria-label=name
            title=name
            on:click=move |_| press()
        >
            "×"
        </button>
    }
}
