//! The frame around the panels.

use leptos::prelude::*;

use super::listen::SKIP;
use super::message_loop::Store;
use crate::panels::{CONTROLS, FIGURES, LATER, MAIN};

/// The link that skips the controls, and the places of head, controls and figures. The link is the
/// first element that the Tab key reaches.
pub(super) fn frame(store: Store) -> impl IntoView {
    let words = store.read(|page| &page.strings.frame);
    let frame = store.frame();
    view! {
        <a class=SKIP href="#figures">{words.skip}</a>
        <main id=MAIN data-rested=move || frame.is_rested.get().then_some("")>
            <aside id=CONTROLS aria-label=words.controls></aside>
            <div
                id=FIGURES
                class="figures"
                class:stale=move || frame.is_stale.get()
                aria-busy=move || frame.is_busy.get().then_some("true")
                tabindex="-1"
                role="region"
                aria-label=words.figures
            ></div>
            <div id=LATER class="figures"></div>
        </main>
        <footer>
            <p>{words.foot}</p>
        </footer>
    }
}
