//! The frame of the page.

use std::time::Duration;

use leptos::ev::MouseEvent;
use leptos::mount::mount_to;
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::controls::Controls;
use super::header::Header;
use super::notices::Notices;
use super::planner::{Planner, State};
use super::views::memory::MemoryView;
use super::views::tolls::TollsView;
use crate::browser::focus;

/// The id of the region of figures.
pub(crate) const FIGURES: &str = "figures";

/// The planner, of which all but the head comes into `place` a little later.
pub(crate) fn app(place: HtmlElement) -> impl IntoView {
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
    // The verdict stands first: the rest follows in a task of its own.
    set_timeout(
        move || mount_to(place, move || rest(planner)).forget(),
        Duration::ZERO,
    );
    view! {
        <a class="skip" href="#figures" on:click=skip>{frame.skip}</a>
        <Header planner/>
    }
}

/// What stands below the head.
fn rest(planner: Planner) -> impl IntoView {
    let frame = &planner.strings.frame;
    view! {
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
