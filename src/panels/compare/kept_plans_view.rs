//! View of the list of stored plans.

use leptos::prelude::*;
use text::compare;

use super::kept_plans::{KeptAct, KeptPlan, LONGEST};
use super::state::{Compare, CompareEvent};
use crate::store::PanelStore;

/// The field for the name.
const NAME: &str = "snapshot-name";

/// The list of stored plans, and the field that adds to it.
pub(super) fn kept_plans(panel: PanelStore<Compare>) -> impl IntoView {
    let name = move || panel.follow(|compare, _| compare.kept.name.clone());
    let is_stored = move || panel.follow(|compare, _| compare.kept.refused.is_none());
    let said = move || panel.follow(|compare, _| compare.kept.said());
    let plans = move || panel.follow(|compare, _| compare.kept.plans.clone());
    view! {
        <details class="snapshots">
            <summary>{compare::kept()}</summary>
            <div class="acts">
                <label>
                    {compare::name()} " "
                    <input
                        type="text"
                        id=NAME
                        maxlength=LONGEST.to_string()
                        autocomplete="off"
                        prop:value=name
                        on:input:target=move |ev| panel.send(CompareEvent::Name(ev.target().value()))
                    />
                </label>
                <button
                    type="button"
                    class="snapshot"
                    on:click=move |_| panel.send(CompareEvent::Keep)
                >
                    {compare::keep()}
                </button>
            </div>
            <p role="alert" hidden=is_stored>
                {said}
            </p>
            <ul>
                <For each=plans key=KeptPlan::clone let:kept>
                    {row(panel, kept, &KeptAct::ALL)}
                </For>
            </ul>
        </details>
    }
}

/// A plan, and the buttons that act on it: the first ones of all.
pub(super) fn row(
    panel: PanelStore<Compare>,
    kept: KeptPlan,
    acts: &'static [KeptAct],
) -> impl IntoView {
    let acts = acts.iter().zip(compare::kept_acts());
    let buttons = acts.map(|(&act, name)| {
        let label = [name, ": ", &kept.name].concat();
        let kept = kept.clone();
        view! {
            <button
                type="button"
                class="snapshot"
                aria-label=label
                on:click=move |_| panel.send(CompareEvent::Kept(act, kept.clone()))
            >
                {name}
            </button>
        }
    });
    let buttons = buttons.collect_view();
    view! {
        <li>
            <span class="name">{kept.name}</span>
            {buttons}
        </li>
    }
}
