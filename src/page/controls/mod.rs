//! The controls, grouped in the order in which a plan is made.

mod gateway;
mod groups;
mod rows;
mod spec;
mod specs;

use leptos::prelude::*;

use super::markup::live;
use super::planner::Planner;
use groups::GROUPS;
use spec::shown;

/// All controls, behind one set of listeners.
#[component]
pub(crate) fn Controls(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let groups = GROUPS.iter().map(|group| {
        // Only the groups that a movement concerns are drawn again.
        let shown = Memo::new(move |_| shown(strings, &planner.plan(), group.rows));
        let rows = live(move || shown.with(|shown| rows::rows(strings, group.rows, shown)));
        view! { <section><h2>{(group.heading)(&strings.groups)}</h2>{rows}</section> }
    });
    view! {
        <aside aria-label=strings.frame.controls
            on:input=move |event| gateway::on_input(planner, &event)
            on:change=move |event| gateway::on_input(planner, &event)
            on:click=move |event| gateway::on_click(planner, &event)
            on:pointerdown=move |event| if gateway::is_slider(&event) { planner.start_drag() }
            on:pointerup=move |_| planner.end_drag()
            on:pointercancel=move |_| planner.end_drag()>
            {groups.collect_view()}
        </aside>
    }
}
