//! Fields that several panes share.

use leptos::prelude::*;

/// An option of a list.
pub(super) fn option(
    value: Option<String>,
    name: &'static str,
    is_chosen: bool,
) -> impl IntoView + use<> {
    view! {
        <option value=value prop:selected=is_chosen>
            {name}
        </option>
    }
}
