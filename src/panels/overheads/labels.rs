//! The numbers of the parts over the bar of time, where they have room; their terms, too, where the list
//! of the parts is folded.

use leptos::prelude::*;
use text::number::fixed;

use super::parts::{PARTS, before};
use crate::components::percent_of;
use crate::store::{Page, use_store};

/// Share of the step from which a part of the bar is wide enough for its number.
const LABELLED: f64 = 0.09;

/// The labels. The parts below them take the pointer.
#[component]
pub(crate) fn TimeLabels() -> impl IntoView {
    let store = use_store();
    let labels = PARTS.iter().enumerate().map(|(index, part)| {
        let share = move |page: &Page| part.share(&page.estimate);
        let is_narrow = store.slice(move |page| share(page) < LABELLED);
        let width = store.slice(move |page| percent_of(share(page)));
        let number = store.slice(move |page| fixed(share(page) * 100.0, 1));
        let place = store.slice(move |page| percent_of(before(&page.estimate, index)));
        view! {
            <b class=part.class style:left=place style:max-width=width hidden=is_narrow>
                {number}
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
