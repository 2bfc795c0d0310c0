//! The verdict on a plan that a reader points at, over the range of the present one.

use leptos::prelude::*;
use text::number::BytesText as _;

use crate::store::{Page, PlanState, use_store};

/// "→ Tight 84.2"; empty if the reader points at no other plan.
#[component]
pub(crate) fn NeedGhost() -> impl IntoView {
    let store = use_store();
    let verdict = store.slice(verdict);
    let state = store.slice(|page| {
        let preview = page.preview.as_ref();
        preview.map(|preview| PlanState::Legal(preview.memory.verdict).word())
    });
    view! {
        <span class="would" data-state=state>
            {verdict}
        </span>
    }
}

fn verdict(page: &Page) -> String {
    let Some(preview) = &page.preview else {
        return String::new();
    };
    let memory = &preview.memory;
    let word = text::verdict::alone(memory.verdict);
    let need = page.units().figure(memory.peak());
    text::compare::preview(&[word, " ", &need].concat())
}
