//! A choice among a few words, all in sight, or among many in a list.

use leptos::ev::Event;
use leptos::prelude::*;
use shardwise::cost::plan::Plan;
use shardwise::text::{Choices, Controls, Label};

use crate::page::derived;
use crate::page::planner::Planner;

/// What a choice is about.
pub(crate) struct ChoiceSpec {
    /// Its key in a link, and its id.
    pub(crate) key: &'static str,
    /// Its words.
    pub(crate) label: fn(&Controls) -> Label,
    /// The words of its options.
    pub(crate) options: fn(&'static Choices) -> &'static [&'static str],
    /// The option in force; beyond the last where the plan holds one that is not offered.
    pub(crate) get: fn(&Plan) -> usize,
    /// Chooses an option.
    pub(crate) set: fn(&mut Plan, usize),
}

/// A few options side by side.
#[component]
pub(crate) fn Choice(planner: Planner, spec: &'static ChoiceSpec) -> impl IntoView {
    let label = (spec.label)(&planner.strings.controls);
    let now = Memo::new(move |_| planner.plan.with(spec.get));
    let options = (spec.options)(&planner.strings.choices);
    let options = options.iter().enumerate().map(|(index, &word)| {
        view! {
            <label>
                <input type="radio" name=spec.key autocomplete="off"
                    prop:checked=derived(move || now.get() == index)
                    on:change=move |_| planner.change(|plan| (spec.set)(plan, index))/>
                <span>{word}</span>
            </label>
        }
    });
    view! {
        <fieldset class="row choice" id=spec.key title=label.help>
            <legend>{label.name}<small>{label.aside}</small></legend>
            <div class="options">{options.collect_view()}</div>
        </fieldset>
    }
}

/// Many options in a list.
#[component]
pub(crate) fn Picker(planner: Planner, spec: &'static ChoiceSpec) -> impl IntoView {
    let label = (spec.label)(&planner.strings.controls);
    let now = Memo::new(move |_| planner.plan.with(spec.get));
    let options = (spec.options)(&planner.strings.choices);
    let pick = move |index| planner.change(|plan| (spec.set)(plan, index));
    list(label, spec.key, options.iter().copied(), now, pick)
}

/// A list whose options are `words`.
pub(crate) fn list(
    label: Label,
    key: &'static str,
    words: impl Iterator<Item = &'static str>,
    now: Memo<usize>,
    pick: impl Fn(usize) + 'static,
) -> impl IntoView {
    let options = words.enumerate().map(|(index, word)| {
        view! {
            <option value=index.to_string() prop:selected=derived(move || now.get() == index)>{word}</option>
        }
    });
    let choose = move |event: Event| {
        if let Ok(index) = event_target_value(&event).parse() {
            pick(index);
        }
    };
    view! {
        <div class="row list" title=label.help>
            <label for=key>{label.name}<small>{label.aside}</small></label>
            <select id=key autocomplete="off" on:change=choose>{options.collect_view()}</select>
        </div>
    }
}
