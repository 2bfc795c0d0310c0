//! Later parts of the program, and the stand-in shown where a part is late or failed to load.

use std::future::Future;
use std::pin::Pin;

use leptos::prelude::*;
use wasm_split_helpers::SplitLoaderError;

use crate::store::{AnyPanel, Event, Part, Store, use_store};

/// Panels of a part, or why it failed to load.
pub(crate) type PartPanels = Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError>;

/// Fetches the panels of a part, and makes its components appear in their places.
pub(crate) type LoadPart = fn(Store) -> Pin<Box<dyn Future<Output = PartPanels>>>;

/// A part of the program that is loaded after the first one.
pub(crate) struct LatePart {
    /// The part's name.
    pub(crate) part: Part,
    /// Fetches the part's panels, and makes its components appear in their places.
    pub(crate) load: LoadPart,
}

/// The sentence about a part that is late or failed to load, and the button that requests it again;
/// nothing for any other part.
#[component]
pub(crate) fn PartNotice(
    /// The part.
    part: Part,
    /// The name of the part, on its retry button.
    name: &'static str,
) -> impl IntoView {
    let sentence = use_store().slice(move |page| page.trouble(part));
    move || {
        sentence.get().map(|sentence| {
            view! {
                <span class="unloaded">{sentence}</span>
                " "
                {again_button(part, name)}
            }
        })
    }
}

/// The button that requests a part again; `name` is that of the part's panel.
pub(crate) fn again_button(part: Part, name: &'static str) -> AnyView {
    let store = use_store();
    view! {
        <button type="button" data-again=name on:click=move |_| store.send(Event::Load(part))>
            {text::frame::again()}
        </button>
    }
    .into_any()
}
