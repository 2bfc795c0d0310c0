//! The button in the head, shown before the predictions are loaded.

use leptos::prelude::*;

use super::event::PredictEvent;
use super::state::BUTTON;
use crate::panels::late_part::PartNotice;
use crate::store::{Part, use_store};

/// The button, and a sentence if the predictions are late or failed to load.
#[component]
pub(crate) fn PredictButton() -> impl IntoView {
    let store = use_store();
    let is_pressed = store.slice(|page| page.guess.is_some());
    view! {
        <span class="acts">
            <button
                type="button"
                id=BUTTON
                aria-pressed=move || if is_pressed.get() { "true" } else { "false" }
                on:click=move |_| store.open(Part::Predict, PredictEvent::Press)
            >
                {text::predict::button()}
            </button>
            <span>
                <PartNotice part=Part::Predict name="predict"/>
            </span>
        </span>
    }
}
