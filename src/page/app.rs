//! The frame of the page.

use leptos::ev::MouseEvent;
use leptos::html::Div;
use leptos::prelude::*;

use super::controls::Controls;
use super::derived;
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
    let is_stale = derived(move || planner.state() == State::Illegal);
    let figures = NodeRef::<Div>::new();
    // The fragment belongs to the plan, so the skip link moves the focus by itself.
    let skip = move |event: MouseEvent| {
        event.prevent_default();
        if let Some(figures) = figures.get_untracked() {
            let _ = figures.focus();
        }
    };
    view! {
        <a class="skip" href="#figures" on:click=skip>{frame.skip}</a>
        <Header planner/>
        <main>
            <Controls planner/>
            <div class="figures" id="figures" tabindex="-1" role="region" node_ref=figures
                aria-label=frame.figures class:stale=is_stale>
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
