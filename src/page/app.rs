//! The frame of the page.

use std::time::Duration;

use leptos::ev::Event;
use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::reactive::spawn_local_scoped;
use web_sys::HtmlElement;

use super::controls::{Controls, gateway, machine};
use super::counting;
use super::first;
use super::header::{self, Header};
use super::notices;
use super::planner::Planner;
use super::unloaded::{self, Part};
use super::views::diagnosis;
use crate::browser::events::{classes, listen, target};
use crate::browser::focus;
use crate::figures;
use crate::markup;

/// The id of the region of figures.
pub(crate) const FIGURES: &str = "figures";
/// The id of the place of those that come later.
pub(crate) const LATER: &str = "later";

/// The later figures, as a part of the program.
static FIGURES_PART: Part = Part {
    words: |words| words.figures_unloaded,
    load: |planner| Box::pin(async move { figures::open(planner).await.is_ok() }),
};

/// What is done about something that happens.
type Answer = fn(Planner, &Event);

/// What happens in the page, and who answers. One set of listeners hears for all elements, which
/// come and go, and keeps the page small.
static HEARD: [(&str, Answer); 15] = [
    ("input", touch),
    ("change", touch),
    ("click", skip),
    ("click", header::press),
    ("click", gateway::on_click),
    ("click", notices::press),
    ("click", diagnosis::press),
    ("input", gateway::on_input),
    ("change", gateway::on_input),
    ("change", machine::on_change),
    ("change", counting::on_change),
    ("click", machine::press),
    ("pointerdown", gateway::on_press),
    ("pointerup", gateway::on_release),
    ("pointercancel", gateway::on_release),
];

/// The planner, of which all but the head comes into `place` a little later.
pub(crate) fn app(place: HtmlElement) -> impl IntoView {
    let planner = Planner::new();
    for (name, answer) in HEARD {
        listen(name, move |event| answer(planner, event));
    }
    // The verdict stands first: the rest follows in a task of its own.
    set_timeout(
        move || mount_to(place, move || rest(planner)).forget(),
        Duration::ZERO,
    );
    view! {
        <a class="skip" href="#figures">{planner.strings.frame.skip}</a>
        <Header planner/>
    }
}

/// Something is touched: what it moves in the page is set right where the plan refuses it.
fn touch(_: Planner, event: &Event) {
    if let Some(element) = target(event) {
        markup::touch(&element);
    }
}

/// Moves the focus past the controls. The fragment belongs to the plan, so the link itself must
/// not go there.
fn skip(_: Planner, event: &Event) {
    if target(event).is_none_or(|element| classes(&element) != "skip") {
        return;
    }
    event.prevent_default();
    focus(FIGURES);
    if let Some(figures) = document().get_element_by_id(FIGURES) {
        figures.scroll_into_view();
    }
}

/// What stands below the head, and at last the figures that are loaded after all else.
fn rest(planner: Planner) -> impl IntoView {
    spawn_local_scoped(async move {
        first::put_up(planner);
        unloaded::fetch(planner, &FIGURES_PART);
    });
    view! {
        <main>
            <Controls planner/>
            <div id=LATER class="figures"></div>
        </main>
        <footer>
            <p>{planner.strings.frame.foot}</p>
        </footer>
    }
}
