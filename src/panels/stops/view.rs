//! Marks over sliders, in options, and their key.

use std::sync::Arc;

use cost::Estimate;
use cost::memory::Verdict;
use cost::plan::Plan;
use leptos::html::{Div, I};
use leptos::prelude::*;
use text::number::listed;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, Event as DomEvent};

use super::marks::{lacked, said};
use super::moved::Moved;
use super::pointed::{listen_around, point, show_around};
use crate::browser::events::target;
use crate::browser::keys::plain_key;
use crate::browser::pointer;
use crate::components::percent_of;
use crate::controls::MarkedControl;
use crate::store::{Event, Page, PlanState, use_store};

/// Number of stops up to which each has a mark of its shape; above, the marks would touch.
const SHAPED: usize = 10;

/// Number of stops up to which each has its piece of the band; above, neighbours of one state share a
/// piece.
const PIECED: usize = 40;

/// All states, in the order of their key.
const STATES: [PlanState; 5] = [
    PlanState::Legal(Verdict::Fits),
    PlanState::Legal(Verdict::Tight),
    PlanState::Legal(Verdict::MayNotFit),
    PlanState::Legal(Verdict::OutOfMemory),
    PlanState::Illegal,
];

/// The marks of a control as they are drawn.
#[derive(Clone, Default, PartialEq)]
pub(super) struct DrawnMarks {
    pub(super) states: Vec<PlanState>,
    /// For each stop, true if the framework lacks what it needs.
    pub(super) lacked: Vec<bool>,
    /// The index of the stop at which the thumb stands.
    pub(super) here: usize,
}

impl DrawnMarks {
    fn of(page: &Page, key: &'static str) -> Self {
        let (Some(control), Some(stops)) = (MarkedControl::of(key), &page.stops) else {
            return Self::default();
        };
        let states = stops.of(key);
        Self {
            lacked: (0..states.len())
                .map(|stop| stops.is_lacked(key, stop))
                .collect(),
            states: states.to_vec(),
            here: control.present(&page.draft),
        }
    }
}

/// True if the marks of a control are true of the present plan though it is not the marked one: the
/// control alone has moved. A style sheet fades the other marks.
fn is_still_true(page: &Page, key: &str) -> bool {
    let stops = page.stops.as_ref().filter(|_| page.has_old_marks());
    stops.is_some_and(|stops| stops.are_true(&page.draft, key))
}

/// Neighbouring stops of one state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MarkBar {
    pub(super) state: PlanState,
    /// True if the framework lacks what they need.
    pub(super) is_lacked: bool,
    /// Index of the first stop.
    pub(super) from: usize,
    /// Index of the last one.
    pub(super) to: usize,
}

impl DrawnMarks {
    /// Every stop.
    fn each(&self) -> impl Iterator<Item = MarkBar> {
        let states = self.states.iter().enumerate();
        states.map(|(stop, &state)| MarkBar {
            state,
            is_lacked: self.lacked.get(stop).copied().unwrap_or_default(),
            from: stop,
            to: stop,
        })
    }

    /// The stops with a mark of its shape: if they are few, all but the one at which the thumb
    /// stands.
    pub(super) fn shapes(&self) -> impl Iterator<Item = MarkBar> {
        let are_few = self.states.len() <= SHAPED;
        self.each()
            .filter(move |mark| are_few && mark.from != self.here)
    }

    /// The pieces of the band below the track. It has a gap where no plan can exist.
    pub(super) fn band(&self) -> Vec<MarkBar> {
        let mut pieces: Vec<MarkBar> = Vec::new();
        let possible = self.each().filter(|it| it.state != PlanState::Illegal);
        for piece in possible {
            match pieces.last_mut() {
                Some(last)
                    if self.states.len() > PIECED
                        && (last.state, last.is_lacked) == (piece.state, piece.is_lacked)
                        && last.to + 1 == piece.from =>
                {
                    last.to = piece.to;
                }
                _ => pieces.push(piece),
            }
        }
        pieces
    }

    /// The place of a stop on the way of the thumb, from 0 to 1; halves lie between two stops.
    fn place(&self, stop: f64) -> f64 {
        let last = self.states.len().saturating_sub(1).max(1) as f64;
        (stop / last).clamp(0.0, 1.0)
    }
}

/// The marks over a slider, and the band below its track.
#[component]
pub(crate) fn SliderMarks(key: &'static str) -> impl IntoView {
    let store = use_store();
    let marks = store.slice(move |page| DrawnMarks::of(page, key));
    let inside = move || {
        let drawn = marks.get();
        let piece = |piece: MarkBar| {
            // Half the way to the neighbours on both sides.
            let start = drawn.place(piece.from as f64 - 0.5);
            let end = drawn.place(piece.to as f64 + 0.5);
            view! {
                <b
                    class=piece.state.word()
                    style=("--at", percent_of(start))
                    style=("--wide", percent_of(end - start))
                    data-lacked=piece.is_lacked
                ></b>
            }
        };
        let shape = |mark: MarkBar| {
            let at = percent_of(drawn.place(mark.from as f64));
            view! {
                <i
                    class=mark.state.word()
                    style=("--at", at)
                    data-lacked=mark.is_lacked
                ></i>
            }
        };
        (
            drawn.band().into_iter().map(piece).collect_view(),
            drawn.shapes().map(shape).collect_view(),
        )
    };
    let area = NodeRef::<Div>::new();
    let pointed = RwSignal::new(None);
    let stop_at = move |event: &DomEvent| {
        let last = marks.with_untracked(|marks| marks.states.len().checked_sub(1))?;
        Some((share_of_slider(event)? * last as f64).round() as usize)
    };
    let events = &[
        "pointermove",
        "pointerleave",
        "keydown",
        "keyup",
        "focusout",
    ];
    listen_around(area, events, move |name, event| match name {
        "keydown" if moves(event) => store.send(Event::StartKeys),
        "keydown" => {}
        "keyup" | "focusout" => {
            let is_held = |page: &Page| page.before_drag.is_some() && !page.is_by_pointer();
            store.send_if(|page| is_held(page).then_some(Event::EndDrag));
        }
        name => {
            let is_over = name == "pointermove";
            let stop = if is_over { stop_at(event) } else { None };
            if pointed.get_untracked() != stop {
                pointed.set(stop);
                let plan = stop.and_then(|stop| store.read(|page| led_to(page, key, stop)));
                point(store, plan);
            }
        }
    });
    let preview = store.slice(|page| page.preview.clone().map(SameEstimate));
    let tip = move || {
        let (stop, preview) = (pointed.get()?, preview.get());
        let words = store.read(|page| match (reason(page, key, stop), &preview) {
            (reason, Some(preview)) if reason.is_empty() => leads_to(page, key, stop, &preview.0),
            (reason, _) => reason,
        });
        (!words.is_empty()).then(|| view! { <span class="tip">{words}</span> })
    };
    view! {
        <div
            class="stops"
            node_ref=area
            data-true=store.slice(move |page| is_still_true(page, key))
            aria-hidden="true"
        >
            {inside}
            {tip}
        </div>
        <Moved key=key/>
    }
}

/// Width of the thumb of a slider.
const THUMB: f64 = 16.0;

/// The slider in which an event happened.
fn slider_of(event: &DomEvent) -> Option<Element> {
    target(event).filter(|target| target.matches("input[type=range]") == Ok(true))
}

/// The place of the pointer over a slider, as a share of the way of its thumb.
fn share_of_slider(event: &DomEvent) -> Option<f64> {
    let slider = slider_of(event)?;
    let [x, _] = pointer::place(event)?;
    let way = pointer::width(&slider) - THUMB;
    Some(((x - THUMB / 2.0) / way).clamp(0.0, 1.0))
}

/// True if a key moves a slider that has the focus.
fn moves(event: &DomEvent) -> bool {
    let key = event.dyn_ref().and_then(plain_key);
    key.is_some_and(|key| key.starts_with("Arrow")) && slider_of(event).is_some()
}

/// An estimate that is compared by its address.
#[derive(Clone)]
struct SameEstimate(Arc<Estimate>);

impl PartialEq for SameEstimate {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The plan to which a stop leads.
fn led_to(page: &Page, key: &str, stop: usize) -> Option<Plan> {
    Some(MarkedControl::of(key)?.led_to(&page.draft, stop))
}

/// A stop and what it leads to in words.
fn leads_to(page: &Page, key: &str, stop: usize, to: &Estimate) -> String {
    let Some(control) = MarkedControl::of(key) else {
        return String::new();
    };
    let name = control.named(&page.draft, stop);
    let state = text::verdict::inside(to.memory.verdict);
    let (need, mfu) = (to.memory.peak(), to.utilisation.mfu);
    let leads_to = text::stops::leads_to(&name, state, need, mfu, page.units());
    match lacked_of(page, key, stop) {
        Some(lacked) => listed(&[leads_to, lacked]),
        None => leads_to,
    }
}

/// The framework that lacks what a stop needs, in words, if it does.
fn lacked_of(page: &Page, key: &str, stop: usize) -> Option<String> {
    let stops = page.stops.as_ref()?;
    let is_lacked = stops.is_lacked(key, stop);
    is_lacked.then(|| lacked(&page.draft)).flatten()
}

/// Sentence on why a stop is impossible; empty if it leads to a plan.
pub(super) fn reason(page: &Page, key: &str, stop: usize) -> String {
    let stops = page.stops.as_ref();
    let reason = stops.and_then(|stops| stops.reason(key, stop));
    reason.unwrap_or_default()
}

/// The state of an option, known once it is marked.
fn option_state(page: &Page, key: &'static str, index: usize) -> Option<PlanState> {
    page.stops.as_ref()?.of(key).get(index).copied()
}

/// The mark in the corner of an option, and its state for a screen reader.
#[component]
pub(crate) fn OptionMark(key: &'static str, index: usize) -> impl IntoView {
    let store = use_store();
    let state = store.slice(move |page| option_state(page, key, index));
    let is_true = store.slice(move |page| is_still_true(page, key));
    let lacked = store.slice(move |page| lacked_of(page, key, index));
    let reason = move || {
        let lacked = lacked.get()?;
        Some(view! { <small class="tip">{lacked}</small> })
    };
    let class = move || state.get().map(PlanState::word);
    let inner = NodeRef::<I>::new();
    show_around(store, inner, move |page| led_to(page, key, index));
    view! {
        <i
            class=class
            data-mark=""
            data-true=is_true
            data-lacked=move || lacked.get().is_some()
            node_ref=inner
        ></i>
        <small class="unseen">{move || state.get().map(said)}</small>
        {reason}
    }
}

/// The mark of an option in a list.
#[component]
pub(crate) fn ListMark(key: &'static str, index: usize) -> impl IntoView {
    let store = use_store();
    let state = store.slice(move |page| option_state(page, key, index));
    let lacked = store.slice(move |page| lacked_of(page, key, index));
    move || {
        let lacked = lacked.get().map(|lacked| [", ", &lacked].concat());
        state
            .get()
            .map(|state| [said(state), lacked.unwrap_or_default()].concat())
    }
}

/// The key of the marks and of the band.
#[component]
pub(crate) fn Foot() -> impl IntoView {
    let framework = use_store().slice(|page| lacked(&page.draft));
    let lacked = move || {
        let lacked = framework.get()?;
        Some(view! {
            <span>
                <s>
                    <i class="fits" data-lacked></i>
                    <b class="fits" data-lacked></b>
                </s>
                {lacked}
            </span>
        })
    };
    let states = STATES
        .map(|state| {
            let piece = (state != PlanState::Illegal).then(|| view! { <b class=state.word()></b> });
            view! {
                <span>
                    <s>
                        <i class=state.word()></i>
                        {piece}
                    </s>
                    {state.text()}
                </span>
            }
        })
        .collect_view();
    view! {
        {states}
        {lacked}
    }
}
