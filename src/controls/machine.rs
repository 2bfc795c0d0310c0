//! Calibration to the reader's machine: measured step time and peak memory beside the prediction.
//!
//! Tests: `tests.rs`.

use cost::plan::{Measured, Plan, limits};
use cost::units::Bytes;
use formats::number::Units;
use leptos::prelude::*;
use text::machine;
use text::number::BytesText as _;

use super::label::label;
use crate::components::{NumberField, number_text};
use crate::store::{Event, Page, use_store};

/// The field of the measured step, and its key in a link.
pub(super) const STEP: &str = "mstep";
/// The field of the measured peak, and its key in a link.
pub(super) const PEAK: &str = "mmem";

/// The measurements, and how the figures are rescaled to them.
#[component]
pub(crate) fn Machine() -> impl IntoView {
    let store = use_store();
    let step_unit = signal(label(STEP).aside.to_owned()).0;
    let peak_unit = store.slice(|page| page.units().symbol().to_owned());
    let sentences = store.slice(sentences);
    let is_unmeasured =
        store.slice(|page| page.draft.measured.is_empty() && !is_elsewhere(&page.draft));
    let is_here = store.slice(|page| !is_elsewhere(&page.draft));
    // The button is gone then, and the focus must stay on the page.
    let forget = move |_| {
        store.send(Event::Measure(Measured::default()));
        store.send(Event::Focus(STEP.into()));
    };
    let go_back = move |_| {
        store.send_if(|page| Some(Event::Jump(Box::new(measured_plan(&page.draft)))));
        store.send(Event::Focus(STEP.into()));
    };
    view! {
        <div class="machine">
            <h3>{machine::heading()}</h3>
            <p class="follows">{machine::instructions()}</p>
            <Measurement key=STEP unit=step_unit/>
            <Measurement key=PEAK unit=peak_unit/>
            {move || {
                let sentences = sentences.get().into_iter();
                sentences
                    .map(|sentence| view! { <p class="follows">{sentence}</p> })
                    .collect_view()
            }}
            <div class="changes" hidden=is_unmeasured>
                <button type="button" id="forget" on:click=forget>
                    {machine::forget()}
                </button>
                <button type="button" id="go-back" hidden=is_here on:click=go_back>
                    {machine::go_back()}
                </button>
            </div>
        </div>
    }
}

/// A field for a measurement. It is taken when the field is left: a partial number would rescale
/// every figure wrongly.
#[component]
fn Measurement(key: &'static str, unit: ReadSignal<String>) -> impl IntoView {
    let store = use_store();
    let label = label(key);
    let is_locked = store.slice(move |page| page.is_locked(key));
    let leave = move |typed| {
        store.send_if(|page| measure(page, key, typed));
    };
    view! {
        <div class="measure" data-control=key>
            <label for=key>
                {label.name}
                <small>{unit}</small>
            </label>
            <NumberField
                id=key
                key=key
                title=label.help
                value=store.slice(move |page| measurement(page, key))
                limits=0.0..=*limits::NUMBER.end()
                disabled=is_locked
                on_type=|_| ()
                on_leave=leave
            />
        </div>
    }
}

/// The measurement of a key, in the unit of its field; empty if there is none.
fn measurement(page: &Page, key: &str) -> String {
    let measured = &page.draft.measured;
    let figure = if key == STEP {
        measured.step_s
    } else {
        let peak = measured.memory_gib.map(Bytes::from_gib);
        peak.map(|peak| page.units().of(peak))
    };
    figure.map_or_else(String::new, number_text)
}

/// The event for a number left in the field of a key; none if it is the current measurement. Any
/// other text removes the measurement.
pub(super) fn measure(page: &Page, key: &str, typed: f64) -> Option<Event> {
    let typed = Some(typed).filter(|typed| limits::NUMBER.contains(typed));
    let mut measured = page.draft.measured.clone();
    if key == STEP {
        measured.step_s = typed;
    } else {
        measured.memory_gib = typed.map(|size| match page.units() {
            Units::Gib => size,
            Units::Gb => Bytes::from_gb(size).gib(),
        });
    }
    (measured != page.draft.measured).then_some(Event::Measure(measured))
}

/// The plan that was measured, with its measurements.
pub(super) fn measured_plan(draft: &Plan) -> Plan {
    let mut measured = draft.measured.clone();
    let mut plan = match measured.plan.take() {
        Some(other) => *other,
        None => draft.clone(),
    };
    plan.measured = measured;
    plan
}

/// Sentences about the measurements beside their predictions; none without a measurement.
fn sentences(page: &Page) -> Vec<String> {
    let plan = &page.draft;
    let machine = page.estimate.machine.as_ref();
    let machine = machine.filter(|_| !plan.measured.is_empty());
    let sentences = machine.map(|machine| machine::sentences(plan, machine, page.units()));
    sentences.map_or(Vec::new(), |sentences| sentences.into_iter().collect())
}

/// True if the plan measured differs from the present one.
fn is_elsewhere(plan: &Plan) -> bool {
    let measured = plan.measured.plan.as_ref();
    measured.is_some_and(|measured| **measured != plan.bare())
}
