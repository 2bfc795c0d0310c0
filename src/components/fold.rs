//! Content folded away under a heading.

use leptos::prelude::*;

/// Content folded away under a heading, which the reader opens.
#[component]
pub(crate) fn Fold(heading: &'static str, children: Children) -> impl IntoView {
    view! {
        <details>
            <summary>{heading}</summary>
            {children()}
        </details>
    }
}
