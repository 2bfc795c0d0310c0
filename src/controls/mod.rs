//! The controls, grouped in the order in which a plan is made.
//!
//! Specifications of controls are data ([`spec`], [`specs`]), and so are their order and the plans
//! that they apply to ([`groups`]). To add a control, write its specification in `specs/`, name it in
//! a row of `groups.rs`, and give it words in `text`.
//!
//! Tests: `tests.rs`.

mod edits;
mod groups;
mod listed;
mod machine;
mod rows;
mod spec;
mod specs;
#[cfg(test)]
mod tests;

use leptos::prelude::*;

use crate::store::{Page, use_store};
use groups::GROUPS;
pub(crate) use listed::{ControlList, listed};
use machine::MachineSection;
use spec::GroupSpec;

/// All controls, a section for each group.
#[component]
pub(crate) fn Controls() -> impl IntoView {
    view! {
        {GROUPS.iter().map(|group| view! { <Group group=group/> }).collect_view()}
        <MachineSection/>
    }
}

/// The controls of a group, under its heading.
#[component]
fn Group(group: &'static GroupSpec) -> impl IntoView {
    let heading = use_store().read(|page| (group.heading)(&page.strings.groups));
    view! {
        <section>
            <h2>{heading}</h2>
            {rows::rows(group.rows)}
        </section>
    }
}

/// True if the control of a key is shown for the page's present plan.
pub(crate) fn stands(page: &Page, key: &str) -> bool {
    let concerned = |group: &GroupSpec| groups::concerns(group.rows, &page.draft, key);
    !page.is_hidden(key) && GROUPS.iter().any(concerned)
}
