//! A thin second bar: where the time of a step would go in another plan, or went before the present
//! drag.

use leptos::prelude::*;

use super::parts::PARTS;
use crate::components::{Late, percent_of};
use crate::store::{LatePlace, use_store};

/// The second bar; empty if there is nothing to compare with.
#[component]
pub(crate) fn TimeGhost() -> impl IntoView {
    let shares = use_store().slice(|page| {
        let ghost = page.ghost();
        ghost.map(|ghost| PARTS.each_ref().map(|part| part.share(ghost)))
    });
    let bar = move || {
        let shares = shares.get()?;
        let parts = PARTS.iter().zip(shares);
        let parts = parts
            .map(|(part, share)| view! { <i class=part.class style:width=percent_of(share)></i> });
        Some(view! { <div>{parts.collect_view()}</div> })
    };
    view! {
        <div class="second" aria-hidden="true">
            {bar}
        </div>
        <Late place=LatePlace::TimeGuess/>
    }
}
