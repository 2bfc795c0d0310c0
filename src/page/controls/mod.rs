//! The controls, grouped in the order in which a plan is made.

pub(super) mod gateway;
mod groups;
mod listed;
pub(super) mod machine;
mod rows;
mod spec;
mod specs;

use leptos::prelude::*;

use super::locks;
use super::planner::Planner;
use crate::markup::live;
use groups::GROUPS;
pub(crate) use listed::{Listed, listed};
use machine::Machine;
use spec::{Shown, shown};

/// All controls.
#[component]
pub(crate) fn Controls(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let groups = GROUPS.iter().map(|group| {
        // Only the groups that a movement concerns are drawn again, or what is locked now.
        let shown = Memo::new(move |_| {
            let mut shown = shown(strings, &planner.plan(), group.rows);
            // Behind what the rows show, so that it counts as shown.
            shown.push(Shown::Text(locks::all()));
            shown
        });
        let rows = live(move || shown.with(|shown| rows::rows(strings, group.rows, shown)));
        view! { <section><h2>{(group.heading)(&strings.groups)}</h2>{rows}</section> }
    });
    view! {
        <aside aria-label=strings.frame.controls>
            {groups.collect_view()}
            <Machine planner/>
        </aside>
    }
}
