//! The list of plans that this browser stores under a name.

use leptos::prelude::*;
use text::figures::CompareText;

use super::state::Compare;
use super::update::CompareEvent;
use crate::panels::words;
use crate::store::PanelStore;

/// The field for the name.
const NAME: &str = "snapshot-name";
/// Largest number of stored plans.
pub(super) const MOST: usize = 30;
/// Longest name, in characters.
pub(super) const LONGEST: usize = 60;

/// The plans that this browser stores.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptPlans {
    /// Plans, the latest first. No two are equal.
    pub(super) plans: Vec<KeptPlan>,
    /// Reason for which the last plan was not stored.
    pub(super) refused: Option<Refused>,
    /// Text of the name field.
    pub(super) name: String,
}

/// A plan that the browser stores.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KeptPlan {
    /// The suffix of its key; `None` for one of an earlier release's list.
    pub(super) key: Option<String>,
    pub(super) name: String,
    pub(super) link: String,
}

/// An action on a stored plan, in the order of their names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum KeptAct {
    /// It becomes the page's plan.
    Go,
    /// It is pinned.
    Pin,
    /// It is removed.
    Forget,
}

/// Reason for which a plan is not stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Refused {
    /// The list is full.
    Full,
    /// The browser stores nothing.
    Off,
    /// The browser has no room left.
    NoRoom,
}

impl KeptAct {
    /// All actions.
    const ALL: [Self; 3] = [Self::Go, Self::Pin, Self::Forget];
}

impl KeptPlan {
    /// The stored plan.
    pub(super) fn plan(&self) -> cost::plan::Plan {
        formats::link::decode(&self.link).0
    }
}

impl KeptPlans {
    /// Sentence about a plan that could not be stored.
    fn said(&self, words: &'static CompareText) -> String {
        match self.refused {
            None => String::new(),
            Some(Refused::Full) => (words.full)(MOST),
            Some(Refused::Off) => words.refused[0].to_owned(),
            Some(Refused::NoRoom) => words.refused[1].to_owned(),
        }
    }
}

/// The list of stored plans, and the field that adds to it.
pub(super) fn kept_plans(panel: PanelStore<Compare>) -> impl IntoView {
    let words = &words().compare;
    let name = move || panel.follow(|compare, _| compare.kept.name.clone());
    let is_stored = move || panel.follow(|compare, _| compare.kept.refused.is_none());
    let said = move || panel.follow(|compare, _| compare.kept.said(words));
    let plans = move || panel.follow(|compare, _| compare.kept.plans.clone());
    view! {
        <details class="snapshots">
            <summary>{words.kept}</summary>
            <div class="acts">
                <label>
                    {words.name} " "
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
                    {words.keep}
                </button>
            </div>
            <p role="alert" hidden=is_stored>
                {said}
            </p>
            <ul>
                <For each=plans key=KeptPlan::clone let:kept>
                    {row(panel, kept)}
                </For>
            </ul>
        </details>
    }
}

/// A stored plan, and the buttons that act on it.
fn row(panel: PanelStore<Compare>, kept: KeptPlan) -> impl IntoView {
    let acts = KeptAct::ALL.iter().zip(words().compare.kept_acts);
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
