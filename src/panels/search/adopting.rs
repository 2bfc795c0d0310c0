//! Buttons that adopt a layout.

use cost::plan::Plan;
use leptos::prelude::*;
use search::optimize::Candidate;

use super::event::SearchEvent;
use super::state::Search;
use crate::store::PanelStore;

/// A button of a class with the name of a layout, and of the savings by which it differs from a plan.
/// Its handlers keep the layout that was drawn, whatever has become of the answers since.
pub(super) fn adopting(
    panel: PanelStore<Search>,
    class: &'static str,
    plan: &Plan,
    candidate: Candidate,
) -> AnyView {
    let name = text::search::layout_of(plan, &candidate);
    layout_button(panel, class, candidate, [name, String::new()], None)
}

/// A button for a layout in a plot, at a [`spot`](crate::components::spot).
pub(super) fn adopting_point(
    panel: PanelStore<Search>,
    plan: &Plan,
    candidate: Candidate,
    spot: [String; 2],
) -> AnyView {
    let name = text::search::layout_of(plan, &candidate);
    let texts = [String::new(), name];
    layout_button(panel, "point", candidate, texts, Some(spot))
}

/// A button that adopts a layout: its text, or its name if it has none.
fn layout_button(
    panel: PanelStore<Search>,
    class: &'static str,
    candidate: Candidate,
    [text, name]: [String; 2],
    spot: Option<[String; 2]>,
) -> AnyView {
    let name = Some(name).filter(|name| !name.is_empty());
    let [left, bottom] = spot.map_or([None, None], |spot| spot.map(Some));
    let is_looked_at = move || panel.follow(|search, _| search.hovered == Some(candidate));
    let enter = move || {
        panel.send_if(|search, _| look_event(search, candidate));
    };
    let leave = move || {
        panel.send_if(|search, _| look_away_event(search, candidate));
    };
    view! {
        <button
            type="button"
            class=class
            data-looked=is_looked_at
            aria-label=name.clone()
            title=name
            style:left=left
            style:bottom=bottom
            on:click=move |_| panel.send(SearchEvent::Adopt(candidate))
            on:pointermove=move |_| enter()
            on:focus=move |_| enter()
            on:pointerleave=move |_| leave()
            on:blur=move |_| leave()
        >
            {text}
        </button>
    }
    .into_any()
}

/// The event of a pointer, or of the focus, on the button of a layout; none if the figures already
/// show that layout.
pub(super) fn look_event(search: &Search, candidate: Candidate) -> Option<SearchEvent> {
    (search.hovered != Some(candidate)).then_some(SearchEvent::LookAt(Some(candidate)))
}

/// The event of a pointer, or of the focus, that leaves the button of a layout; none if the figures
/// already show another layout.
pub(super) fn look_away_event(search: &Search, candidate: Candidate) -> Option<SearchEvent> {
    (search.hovered == Some(candidate)).then_some(SearchEvent::LookAt(None))
}

/// The plan with another layout.
pub(super) fn adopted(plan: &Plan, candidate: &Candidate) -> Plan {
    let mut plan = plan.clone();
    plan.hold_measured();
    candidate.write(&mut plan);
    plan
}
