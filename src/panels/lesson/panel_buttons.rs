//! Buttons that several views of the panel have.

use formats::link::presentation::View;
use leptos::prelude::*;

use super::event::LessonEvent;
use super::state::LessonPanel;
use crate::store::{Event, PanelStore};

/// A button of the panel.
pub(super) fn button(
    panel: PanelStore<LessonPanel>,
    id: &'static str,
    name: &'static str,
    event: fn() -> LessonEvent,
) -> AnyView {
    view! {
        <button type="button" id=id on:click=move |_| panel.send(event())>
            {name}
        </button>
    }
    .into_any()
}

/// A button that leads to the control of a key.
pub(super) fn control_button(
    panel: PanelStore<LessonPanel>,
    key: &'static str,
    class: Option<&'static str>,
    words: String,
) -> AnyView {
    let store = panel.page();
    view! {
        <button
            type="button"
            class=class
            data-lever=key
            on:click=move |_| store.send(Event::RevealControl(key.to_owned()))
        >
            {words}
        </button>
    }
    .into_any()
}

/// A button that scrolls to a view.
pub(super) fn view_button(
    panel: PanelStore<LessonPanel>,
    view: View,
    class: Option<&'static str>,
    words: String,
) -> AnyView {
    view! {
        <button type="button" class=class on:click=move |_| panel.send(LessonEvent::ShowView(view))>
            {words}
        </button>
    }
    .into_any()
}
