//! The key of the colours with the numbers of the only bar, where one bar shows all memory: its small
//! parts have no room for them.

use cost::certainty::MEMORY;
use leptos::prelude::*;
use text::number::BytesText as _;

use super::kinds::KINDS;
use crate::store::{Page, use_store};

/// The key; nothing where there are several bars.
#[component]
pub(crate) fn OnlyBarKey() -> impl IntoView {
    let figures = use_store().slice(figures);
    let keys = move || {
        let keys = KINDS.iter().zip(figures.get()?);
        let keys = keys.map(|((class, name, _), figure)| {
            view! {
                <li>
                    <i class=*class></i>
                    {name()}
                    " "
                    <b>{figure}</b>
                </li>
            }
        });
        Some(view! { <ul class="keys of-one">{keys.collect_view()}</ul> })
    };
    view! { <div aria-hidden="true">{keys}</div> }
}

/// The memory of each kind on the only stage.
fn figures(page: &Page) -> Option<Vec<String>> {
    let [stage] = &*page.estimate.memory.stages else {
        return None;
    };
    let figures = MEMORY
        .iter()
        .map(|kind| page.units().figure((kind.of)(stage)));
    Some(figures.collect())
}
