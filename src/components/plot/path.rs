//! A path of a drawing.

use leptos::prelude::*;

/// A path of a class.
pub(crate) fn path(class: &'static str, outline: String) -> AnyView {
    view! { <path class=class d=outline></path> }.into_any()
}
