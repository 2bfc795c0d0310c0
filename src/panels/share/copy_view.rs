//! Fields that can be copied, and the buttons that copy them.

use leptos::prelude::*;

use super::event::ShareEvent;
use super::state::ShareDialog;
use crate::store::PanelStore;

/// The button that copies the field of this id.
pub(super) fn copy_button(panel: PanelStore<ShareDialog>, field: &'static str) -> AnyView {
    view! {
        <button
            type="button"
            data-copy=field
            on:click=move |_| panel.send(ShareEvent::Copy(field))
        >
            {move || panel.follow(|dialog, _| dialog.copied.name(field))}
        </button>
    }
    .into_any()
}

/// A one-line field with its name and the button that copies it.
pub(super) fn line(
    panel: PanelStore<ShareDialog>,
    id: &'static str,
    name: &'static str,
    text: String,
) -> AnyView {
    view! {
        <div class="line">
            <label>
                <span>{name}</span>
                <input type="text" readonly autocomplete="off" id=id prop:value=text/>
            </label>
            {copy_button(panel, id)}
        </div>
    }
    .into_any()
}

/// A field of several lines.
pub(super) fn lines(id: &'static str, name: &'static str, text: String) -> AnyView {
    view! {
        <textarea
            id=id
            aria-label=name
            readonly
            spellcheck="false"
            autocomplete="off"
            prop:value=text
        ></textarea>
    }
    .into_any()
}
