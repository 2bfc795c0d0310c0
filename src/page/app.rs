//! The frame of the page.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::controls::Controls;
use super::header::Header;
use super::notices::Notices;
use super::planner::{Planner, State};
use super::views::memory::MemoryView;
use super::views::tolls::TollsView;

/// The planner.
#[component]
pub(crate) fn App() -> impl IntoView {
    let planner = Planner::new();
    let frame = &planner.strings.frame;
    // The fragment belongs to the plan, so the skip link moves the focus by itself.
    let skip = move |event: MouseEvent| {
        event.prevent_default();
        let figures = document().get_element_by_id("figures");
        if let Some(figures) = figures.and_then(|figures| figures.dyn_into::<HtmlElement>().ok()) {
            let _ = figures.focus();
        }
    };
    view! {
        <a class="skip" href="#figures" on:click=skip>{frame.skip}</a>
        <Header planner/>
        <main>
            <Controls planner/>
            <div class="figures" id="figures" tabindex="-1" role="region"
                aria-label=frame.figures class:stale=move || planner.state() == State::Illegal>
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
