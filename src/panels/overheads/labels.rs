//! The numbers of the parts over the bar of time, where they have room; their terms, too, where the list
//! of the parts is folded.

use leptos::prelude::*;
use text::number::fixed;

use super::parts::{PARTS, before};
use crate::components::percent_of;
use crate::store::use_store;

/// Share of the step from which a part of the bar is wide enough for its number.
const LABELLED: f64 = 0.09;

/// The labels. The parts below them take the pointer.
#[component]
pub(crate) fn TimeLabels() -> impl IntoView {
    let store = use_store();
    let labels = PARTS.iter().enumerate().map(|(index, part)| {
        let share = move || store.slice(move |page| part.share(&page.estimate));
        let (width, number) = (share(), share());
        let place = store.slice(move |page| percent_of(before(&page.estimate, index)));
        view! {
            <b
                class=part.class
                style:left=place
                style:max-width=move || percent_of(width.get())
                hidden=move || width.get() < LABELLED
            >
                {move || fixed(number.get() * 100.0, 1)}
                " "
                <span>{part.term()}</span>
            </b>
        }
    });
    view! {
        <div class="labels" aria-hidden="true">
            {labels.collect_view()}
        </div>
    }
}
