//! Toolbar in the head: undo, redo, and the pin that fixes the plan for a comparison.
//!
//! Tests: `tests.rs`, `tests/browser/compare.test.mjs`.

#[cfg(test)]
mod tests;

use cost::plan::Plan;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use crate::browser::events::listen_in_component;
use crate::store::{Event, HistoryStep, Page, PlanChange, use_store};

/// Text fields, which undo by themselves.
const TYPED_IN: &str = "textarea, input:not([type=range], [type=radio], [type=checkbox])";

/// The buttons; keys undo and redo, too.
#[component]
pub(crate) fn Toolbar() -> impl IntoView {
    let store = use_store();
    listen_in_component("keydown", move |event| {
        if let Some(step) = event.dyn_ref().and_then(step_of_event) {
            event.prevent_default();
            store.send(Event::Walk(step));
        }
    });
    let [undo, redo, pin] = text::compare::bar();
    let is_pinned = store.slice(|page| page.plan.rival.is_some());
    view! {
        <span class="acts">
            <StepButton id="undo" sign="↶" name=undo step=HistoryStep::Back/>
            <StepButton id="redo" sign="↷" name=redo step=HistoryStep::Forward/>
            <button
                type="button"
                id="pin"
                aria-label=pin
                title=pin
                aria-pressed=move || is_pinned.get().to_string()
                on:click=move |_| {
                    store.send_if(pin_or_unpin);
                }
            >
                "A/B"
            </button>
        </span>
    }
}

/// The button of a step along the history.
#[component]
fn StepButton(
    id: &'static str,
    sign: &'static str,
    name: &'static str,
    step: HistoryStep,
) -> impl IntoView {
    let store = use_store();
    let can_step = store.slice(move |page| page.history.can(step));
    view! {
        <button
            type="button"
            id=id
            aria-label=name
            title=name
            aria-disabled=move || (!can_step.get()).to_string()
            on:click=move |_| store.send(Event::Walk(step))
        >
            {sign}
        </button>
    }
}

/// The event that pins the plan, or removes the pinned plan; none while the plan that is shown
/// differs from the page's plan.
pub(crate) fn pin_or_unpin(page: &Page) -> Option<Event> {
    if page.is_stale() {
        return None;
    }
    let mut plan = Plan::clone(&page.plan);
    if plan.rival.take().is_none() {
        plan.pin();
    }
    Some(Event::GoTo(Box::new(plan), PlanChange::Jump))
}

/// The step of a key event, unless it happens in a text field.
fn step_of_event(event: &KeyboardEvent) -> Option<HistoryStep> {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    if target.is_some_and(|target| target.matches(TYPED_IN) == Ok(true)) {
        return None;
    }
    let has_control = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
    has_control
        .then(|| step_of_key(&event.key(), event.shift_key()))
        .flatten()
}

/// The step of a key that is pressed with Control or Command.
fn step_of_key(key: &str, has_shift: bool) -> Option<HistoryStep> {
    match (key, has_shift) {
        ("z", false) => Some(HistoryStep::Back),
        ("Z" | "z", true) | ("y", false) => Some(HistoryStep::Forward),
        _ => None,
    }
}
