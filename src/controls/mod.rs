//! The controls, grouped in the order in which a plan is made.
//!
//! Controls are data: rows of a group ([`groups`]), each with the key that it sets and the values
//! that it offers ([`spec`]). CONTRIBUTING.md says how to add one.
//!
//! Tests: `tests.rs`.

mod by_key;
mod choice;
mod groups;
mod label;
mod listed;
mod machine;
mod rows;
mod slider;
mod spec;
mod stops;
#[cfg(test)]
mod tests;
mod text_control;

use leptos::prelude::*;

use crate::components::Fold;
use crate::store::{Page, use_store};
pub(crate) use by_key::{moved, offered};
use groups::GROUPS;
pub(crate) use listed::{ControlList, listed};
pub(crate) use machine::Machine;
pub(crate) use rows::text_row;
use spec::GroupSpec;
pub(crate) use stops::{MarkedControl, marked};

/// The id of the group of a lesson's step.
const STEP_CONTROLS: &str = "in-step";

/// All controls, a section for each group. A lesson's step lifts some of them out; for another step
/// they are drawn again.
#[component]
pub(crate) fn Controls() -> impl IntoView {
    GROUPS
        .iter()
        .map(|group| view! { <Group group=group/> })
        .collect_view()
}

/// The controls that a lesson's step is about, above all others. A component of the second part.
#[component]
pub(crate) fn StepControls() -> impl IntoView {
    let store = use_store();
    let keys = store.slice(|page| page.step.controls.clone());
    move || {
        let keys = keys.get();
        let heading = text::frame::group_step();
        (!keys.is_empty()).then(|| {
            view! {
                <section id=STEP_CONTROLS>
                    <h2>{heading}</h2>
                    {rows::lifted(&keys)}
                </section>
            }
        })
    }
}

/// The controls of a group, under its heading.
#[component]
fn Group(group: &'static GroupSpec) -> impl IntoView {
    let (heading, is_open) = use_store().read(|page| {
        let is_open = page.shows_some_controls() || !page.draft.measured.is_empty();
        ((group.heading)(), is_open)
    });
    let heading = view! { <h2>{heading}</h2> };
    let content = if group.is_folded {
        view! {
            <Fold heading=heading is_open=is_open>
                {rows::rows(group.rows)}
            </Fold>
        }
        .into_any()
    } else {
        view! {
            {heading}
            {rows::rows(group.rows)}
        }
        .into_any()
    };
    view! { <section>{content}</section> }
}

/// True if the control of a key is shown for the page's present plan.
pub(crate) fn stands(page: &Page, key: &str) -> bool {
    let concerned = |group: &GroupSpec| groups::concerns(group.rows, &page.draft, key);
    !page.is_hidden(key) && GROUPS.iter().any(concerned)
}
