//! The caption of a figure.

use leptos::prelude::*;

/// The caption of a figure: its name, and its main statement in a sentence.
#[component]
pub(crate) fn Caption(
    /// The id by which the figure refers to its caption.
    id: &'static str,
    name: &'static str,
    sentence: ReadSignal<String>,
) -> impl IntoView {
    view! {
        <figcaption id=id>
            <h2>{name}</h2>
            " "
            {sentence}
        </figcaption>
    }
}
