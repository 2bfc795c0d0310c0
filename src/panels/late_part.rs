//! Later parts of the program, and the stand-in shown where a part is late or failed to load.

use std::future::Future;
use std::pin::Pin;

use wasm_split_helpers::SplitLoaderError;

use crate::dom::components::said;
use crate::dom::{Element, UiEvent, UiEventKind, element};
use crate::panels::words;
use crate::store::{AnyPanel, Event, Page, Part, Store, use_store};
use leptos::prelude::*;

/// Panels of a part, or why it failed to load.
pub(crate) type PartPanels = Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError>;

/// Fetches the panels of a part for a page, and mounts its components.
pub(crate) type LoadPart = fn(&Page, Store) -> Pin<Box<dyn Future<Output = PartPanels>>>;

/// A part of the program that is loaded after the first one.
pub(crate) struct LatePart {
    /// The part's name.
    pub(crate) part: Part,
    /// Fetches the part's panels for a page, and mounts its components.
    pub(crate) load: LoadPart,
}

/// The attribute of the retry buttons, which names the part.
const AGAIN: &str = "data-again";

/// A sentence, and the button that requests the part again.
pub(crate) fn stand_in(part: &'static str, sentence: &'static str) -> Element {
    said("span", "unloaded", sentence.into())
        .child(" ")
        .child(again(part))
}

/// The button that requests the part again.
pub(crate) fn again(part: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute(AGAIN, part)
        .child(words().frame.again)
}

/// A sentence about a part, and the button that requests it again.
pub(crate) fn stand_in_of(part: Part, name: &'static str, sentence: &'static str) -> AnyView {
    view! {
        <span class="unloaded">{sentence}</span>
        " "
        {again_button(part, name)}
    }
    .into_any()
}

/// The button that requests a part again; `name` is that of the part's panel.
pub(crate) fn again_button(part: Part, name: &'static str) -> AnyView {
    let store = use_store();
    view! {
        <button type="button" data-again=name on:click=move |_| store.send(Event::Load(part))>
            {words().frame.again}
        </button>
    }
    .into_any()
}

/// True if the retry button of this part is pressed.
pub(crate) fn is_asked(ui_event: &UiEvent, part: &str) -> bool {
    let named = ui_event.target().and_then(|button| button.attribute(AGAIN));
    ui_event.kind == UiEventKind::Click && named.as_deref() == Some(part)
}
