//! Content folded away under a heading.

use leptos::prelude::*;

/// Content folded away under a heading, which the reader opens.
#[component]
pub(crate) fn Fold(
    heading: impl IntoView,
    /// True if the content is shown at first.
    is_open: bool,
    children: Children,
) -> impl IntoView {
    view! {
        <details open=is_open>
            <summary>{heading}</summary>
            {children()}
        </details>
    }
}
