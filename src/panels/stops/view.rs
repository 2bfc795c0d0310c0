//! Marks over sliders, in options, and their key.

use cost::memory::Verdict;
use leptos::prelude::*;

use super::marks::{said, state_words};
use crate::components::percent_of;
use crate::controls::MarkedControl;
use crate::panels::words;
use crate::store::{Event, Page, PlanState, Store, use_store};

/// Number of stops up to which each has a whole mark; above, marks are narrow.
const WHOLE: usize = 14;

/// All states, in the order of their key.
const STATES: [PlanState; 4] = [
    PlanState::Legal(Verdict::Fits),
    PlanState::Legal(Verdict::Tight),
    PlanState::Legal(Verdict::OutOfMemory),
    PlanState::Illegal,
];

/// The marks of a control as they are drawn.
#[derive(Clone, Default, PartialEq)]
struct DrawnMarks {
    states: Vec<PlanState>,
    /// True if they are of an earlier plan.
    are_old: bool,
    /// The index of the stop at which the thumb stands.
    here: usize,
}

impl DrawnMarks {
    fn of(page: &Page, key: &'static str) -> Self {
        let (Some(control), Some(stops)) = (MarkedControl::of(key), &page.stops) else {
            return Self::default();
        };
        let (states, is_true) = stops.of(page, key);
        Self {
            states: states.to_vec(),
            are_old: !is_true,
            here: control.present(&page.draft),
        }
    }
}

/// The marks over a slider.
#[component]
pub(crate) fn SliderMarks(key: &'static str) -> impl IntoView {
    let store = use_store();
    let marks = store.slice(move |page| DrawnMarks::of(page, key));
    let class = move || {
        let is_many = marks.with(|marks| marks.states.len() > WHOLE);
        if is_many { "stops many" } else { "stops" }
    };
    let inside = move || {
        let DrawnMarks {
            states,
            are_old,
            here,
        } = marks.get();
        let last = states.len().saturating_sub(1).max(1) as f64;
        let states = states.into_iter().enumerate();
        let others = states.filter(|(stop, _)| *stop != here);
        let mark = |(stop, state): (usize, PlanState)| {
            let at = percent_of(stop as f64 / last);
            let is_out = state == PlanState::Illegal && !are_old;
            // A press on an impossible stop is one on the slider.
            let press = move |_| press(store, key, stop);
            let title = is_out.then(|| reason(store, key, stop));
            view! { <i class=state.word() style=("--at", at) title=title on:click=press></i> }
        };
        others.map(mark).collect_view()
    };
    view! {
        <div class=class data-old=move || marks.with(|marks| marks.are_old) aria-hidden="true">
            {inside}
        </div>
    }
}

/// Moves a slider to a stop.
fn press(store: Store, key: &'static str, stop: usize) {
    store.send_if(|page| {
        let plan = MarkedControl::of(key)?.led_to(&page.draft, stop);
        Some(Event::Edit(Box::new(plan)))
    });
}

/// Why a stop is impossible.
fn reason(store: Store, key: &'static str, stop: usize) -> String {
    store.read(|page| reason_of(page, key, stop))
}

pub(super) fn reason_of(page: &Page, key: &'static str, stop: usize) -> String {
    let Some(control) = MarkedControl::of(key) else {
        return String::new();
    };
    let strings = page.strings;
    let name = control.named(strings, &page.draft, stop);
    let plan = control.led_to(&page.draft, stop);
    let reasons = cost::legal::Legal::check(&plan).err().unwrap_or_default();
    let first = reasons
        .first()
        .map(|reason| (strings.reason)(reason, &plan));
    (words().stops.impossible)(&name, &first.unwrap_or_default())
}

/// The state of an option, known once it is marked.
fn option_state(page: &Page, key: &'static str, index: usize) -> Option<PlanState> {
    let (states, _) = page.stops.as_ref()?.of(page, key);
    states.get(index).copied()
}

/// The mark in the corner of an option, and its state for a screen reader.
#[component]
pub(crate) fn OptionMark(key: &'static str, index: usize) -> impl IntoView {
    let store = use_store();
    let state = store.slice(move |page| option_state(page, key, index));
    let is_old = store.slice(move |page| DrawnMarks::of(page, key).are_old);
    let class = move || state.get().map(PlanState::word);
    view! {
        <i class=class data-old=is_old></i>
        <small class="unseen">{move || state.get().map(said)}</small>
    }
}

/// The mark of an option in a list.
#[component]
pub(crate) fn ListMark(key: &'static str, index: usize) -> impl IntoView {
    let state = use_store().slice(move |page| option_state(page, key, index));
    move || state.get().map(said)
}

/// The key of the marks.
#[component]
pub(crate) fn Foot() -> impl IntoView {
    STATES
        .map(|state| {
            view! {
                <span>
                    <i class=state.word()></i>
                    {state_words(state)}
                </span>
            }
        })
        .collect_view()
}
