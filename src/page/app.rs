//! The frame of the page.

use std::time::Duration;

use leptos::ev::MouseEvent;
use leptos::mount::mount_to;
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::controls::Controls;
use super::header::Header;
use super::markup::{Element, element, live};
use super::notices;
use super::planner::{Planner, State};
use super::views::{self, memory, tolls};
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
    view! {
        <main on:click=move |event| notices::press(planner, &event)
            on:toggle:capture=move |event| views::fold(planner, &event)>
            <Controls planner/>
            {live(move || vec![figures(planner)])}
        </main>
        <footer>
            <p>{planner.strings.frame.foot}</p>
        </footer>
    }
}

/// What follows from the plan.
fn figures(planner: Planner) -> Element {
    let is_stale = planner.state() == State::Illegal;
    element("div")
        .class(if is_stale { "figures stale" } else { "figures" })
        .id(FIGURES)
        .attribute("tabindex", "-1")
        .attribute("role", "region")
        .attribute("aria-label", planner.strings.frame.figures)
        .child(notices::notices(planner))
        .child(memory::figure(planner))
        .child(tolls::figure(planner))
}
