//! The foot of an embedded page: the plan's name, and a link to the same plan in a new tab.

use formats::link::presentation::Presentation;
use leptos::prelude::*;

use crate::address::with_query;
use crate::store::{Page, use_store};

/// The foot. Name and link are those of the plan that last came to rest. The page that the link opens
/// shows all views and controls, with the same locked and hidden controls.
#[component]
pub(super) fn OwnTabLink() -> impl IntoView {
    let store = use_store();
    let query = store.read(|page| query_of(&page.presentation));
    let name = store.slice(|page| text::plan::title_of(&page.rested));
    let address = store.slice(move |page: &Page| {
        let link = formats::link::encode(&page.rested);
        with_query(&page.address, &query, &link)
    });
    view! {
        <nav class="own-tab">
            <span>{name}</span>
            <a id="alone" href=address target="_blank" rel="noopener">
                {text::embed::open()}
            </a>
        </nav>
    }
}

/// The query of the page that the link opens.
fn query_of(asked: &Presentation) -> String {
    let alone = Presentation {
        embed: false,
        view: Vec::new(),
        show: Vec::new(),
        ..asked.clone()
    };
    alone.encode()
}
