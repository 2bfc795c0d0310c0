//! A button that is pressed or not.

use leptos::prelude::*;

/// A button that is pressed or not.
pub(crate) fn toggle(
    class: &'static str,
    is_pressed: bool,
    name: impl IntoView + 'static,
    press: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button
            type="button"
            class=class
            aria-pressed=is_pressed.to_string()
            on:click=move |_| press()
        >
            {name}
        </button>
    }
    .into_any()
}
