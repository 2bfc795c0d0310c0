//! The frame of the page.

use leptos::prelude::*;

use super::controls::Controls;
use super::derived;
use super::header::Header;
use super::notices::Notices;
use super::planner::Planner;
use super::views::memory::MemoryView;
use super::views::tolls::TollsView;

/// The planner.
#[component]
pub(crate) fn App() -> impl IntoView {
    let planner = Planner::new();
    let frame = &planner.strings.frame;
    view! {
        <a class="skip" href="#figures" on:click=skip_to_figures>{frame.skip}</a>
        <Header planner/>
        <main>
            <Controls planner/>
            <div class="figures" id="figures" tabindex="-1" role="region" aria-label=frame.figures
                class:stale=derived(move || !planner.is_legal())>
                <Notices planner/>
                <MemoryView planner/>
                <TollsView planner/>
            </div>
        </main>
        <footer>
            <p>{frame.foot}</p>
        </footer>
    }
}

/// The fragment belongs to the plan, so the skip link moves the focus by itself.
fn skip_to_figures(event: leptos::ev::MouseEvent) {
    event.prevent_default();
    if let Some(figures) = document().get_element_by_id("figures") {
        use leptos::wasm_bindgen::JsCast;
        if let Ok(figures) = figures.dyn_into::<web_sys::HtmlElement>() {
            let _ = figures.focus();
        }
    }
}
