//! Later parts of the program, and the stand-in shown where a part is late or failed to load.

use std::future::Future;
use std::pin::Pin;

use leptos::prelude::*;
use wasm_split_helpers::SplitLoaderError;

use crate::panels::words;
use crate::store::{AnyPanel, Event, Page, Part, Store, use_store};

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

/// A sentence about a part, and the button that requests it again.
pub(crate) fn stand_in(part: Part, name: &'static str, sentence: &'static str) -> AnyView {
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
