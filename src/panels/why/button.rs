//! A figure as a button: a press opens its arithmetic, and another one closes it.

use cost::why::{Figure, Root};
use leptos::prelude::*;

use crate::store::{Event, Store, use_store};

/// The value of a figure that opens its arithmetic.
#[component]
pub(crate) fn FigureButton(
    /// The figure; the fullest stage has those of memory.
    root: Root,
    /// The id of the element.
    #[prop(optional)]
    id: Option<&'static str>,
    value: ReadSignal<String>,
) -> impl IntoView {
    let store = use_store();
    let figure = Figure::from(root);
    let is_open = store.slice(move |page| page.opened == Some(figure));
    view! {
        <button
            type="button"
            class="why"
            id=id
            aria-expanded=move || if is_open.get() { "true" } else { "false" }
            on:click=move |_| press(store, figure)
        >
            {value}
        </button>
    }
}

/// The value of a figure that opens its arithmetic, in a view that is drawn again with the page.
pub(crate) fn figure_button(
    store: Store,
    opened: Option<Figure>,
    figure: Figure,
    value: String,
) -> AnyView {
    let is_open = opened == Some(figure);
    view! {
        <button
            type="button"
            class="why"
            aria-expanded=if is_open { "true" } else { "false" }
            on:click=move |_| press(store, figure)
        >
            {value}
        </button>
    }
    .into_any()
}

/// Opens the arithmetic of a figure, or closes it if it is open.
pub(crate) fn press(store: Store, figure: Figure) {
    let opened = store.read(|page| (page.opened != Some(figure)).then_some(figure));
    store.send(Event::OpenFigure(opened));
}
