//! The key of the colours with the numbers of the only bar, where one bar shows all memory: its small
//! parts have no room for them.

use cost::certainty::MEMORY;
use leptos::prelude::*;
use text::number::BytesText as _;

use super::kinds::KINDS;
use crate::store::use_store;

/// The key; hidden where there are several bars.
#[component]
pub(crate) fn OnlyBarKey() -> impl IntoView {
    let store = use_store();
    let has_several = store.slice(|page| page.estimate.memory.stages.len() > 1);
    let keys = KINDS.iter().zip(&MEMORY).map(|((class, name, _), kind)| {
        let figure = store.slice(move |page| {
            let stage = page.estimate.memory.stages.first();
            let bytes = stage.map(|stage| page.units().figure((kind.of)(stage)));
            bytes.unwrap_or_default()
        });
        view! {
            <li>
                <i class=*class></i>
                {name()}
                " "
                <b>{figure}</b>
            </li>
        }
    });
    view! {
        <ul class="keys of-one" hidden=has_several aria-hidden="true">
            {keys.collect_view()}
        </ul>
    }
}
