//! The controls, grouped in the order in which a plan is made.

mod gateway;
mod groups;
mod rows;
mod spec;
mod specs;

use leptos::prelude::*;
use shardwise::cost::plan::Plan;

use super::planner::Planner;
use groups::GROUPS;
use spec::Group;

/// All controls, behind one set of listeners.
#[component]
pub(crate) fn Controls(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let groups = move || {
        let group = |plan: &Plan, group: &'static Group| {
            view! {
                <section>
                    <h2>{(group.heading)(&strings.groups)}</h2>
                    {rows::rows(strings, plan, group.rows)}
                </section>
            }
        };
        planner.plan(|plan| GROUPS.iter().map(|one| group(plan, one)).collect_view())
    };
    view! {
        <aside aria-label=strings.frame.controls
            on:input=move |event| gateway::on_input(planner, &event)
            on:change=move |event| gateway::on_input(planner, &event)
            on:click=move |event| gateway::on_click(planner, &event)
            on:pointerdown=move |event| if gateway::is_slider(&event) { planner.start_drag() }
            on:pointerup=move |_| planner.end_drag()
            on:pointercancel=move |_| planner.end_drag()>
            {groups}
        </aside>
    }
}
