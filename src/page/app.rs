//! The frame of the page.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use super::controls::Controls;
use super::header::Header;
use super::notices::Notices;
use super::planner::{Planner, State};
use super::views::memory::MemoryView;
use super::views::tolls::TollsView;
use crate::browser::focus;

/// The id of the region of figures.
pub(crate) const FIGURES: &str = "figures";

/// The planner.
#[component]
pub(crate) fn App() -> impl IntoView {
    let planner = Planner::new();
    let frame = &planner.strings.frame;
    // The fragment belongs to the plan, so the skip link moves the focus by itself.
    let skip = move |event: MouseEvent| {
        event.prevent_default();
        focus(FIGURES);
        if let Some(figures) = document().get_element_by_id(FIGURES) {
            figures.scroll_into_view();
        }
    };
    view! {
        <a class="skip" href="#figures" on:click=skip>{frame.skip}</a>
        <Header planner/>
        <main>
            <Controls planner/>
            <div class="figures" id=FIGURES tabindex="-1" role="region"
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
