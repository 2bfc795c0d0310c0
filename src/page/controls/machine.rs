//! Fit to my machine: what one step took there, beside what the model says of it.

use cost::plan::{Measured, Plan, limits};
use cost::units::Bytes;
use formats::number::Units;
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use text::Label;
use web_sys::HtmlInputElement;

use super::rows::{control_button, rounded};
use super::spec::Shown;
use crate::browser::events::target;
use crate::browser::focus;
use crate::markup::{Element, Value, element, live};
use crate::page::locks;
use crate::page::planner::Planner;

/// The field of the measured step, and its key in a link.
const STEP: &str = "mstep";
/// The same for the measured peak.
const PEAK: &str = "mmem";

/// The box.
#[component]
pub(super) fn Machine(planner: Planner) -> impl IntoView {
    // A figure half typed must stay while anything else in the page moves.
    let shown = Memo::new(move |_| shown(planner));
    let rows = live(move || shown.with(|shown| rows(planner, shown)));
    view! { <section class="machine"><h2>{planner.strings.machine.heading}</h2>{rows}</section> }
}

/// What the box shows: the unit, whether another plan was measured, sentences. Where nothing was
/// measured it follows nothing of the plan.
fn shown(planner: Planner) -> Vec<Shown> {
    let units = planner.units();
    let plan = planner.plan();
    let mut shown = vec![Shown::Option {
        chosen: units as usize,
        note: String::new(),
    }];
    let Measured {
        step_s, memory_gib, ..
    } = plan.measured;
    if plan.measured.is_empty() {
        return shown;
    }
    let figure = |value: Option<f64>| Shown::Slider {
        last: 0,
        position: usize::from(is_elsewhere(&plan)),
        value: value.unwrap_or_default(),
    };
    shown.extend([figure(step_s), figure(memory_gib)]);
    if let Some(machine) = &planner.estimate().machine {
        let sentences = (planner.strings.machine.sentences)(&plan, machine, units);
        shown.extend(sentences.into_iter().map(Shown::Sentence));
    }
    shown
}

/// Whether the plan measured is another than the present one.
fn is_elsewhere(plan: &Plan) -> bool {
    plan.measured
        .plan
        .as_ref()
        .is_some_and(|measured| **measured != plan.bare())
}

fn rows(planner: Planner, shown: &[Shown]) -> Vec<Element> {
    let strings = planner.strings;
    let words = &strings.machine;
    let plan = planner.plan_now();
    let units = match shown.first() {
        Some(Shown::Option { chosen: 0, .. }) => Units::Gib,
        _ => Units::Gb,
    };
    let peak = plan.measured.memory_gib;
    let peak = peak.map(|gib| units.of(Bytes::from_gib(gib)));
    let mut rows = vec![
        element("p").class("follows").child(words.what),
        field(STEP, &words.step, words.step.aside, plan.measured.step_s),
        field(PEAK, &words.memory, units.symbol(), peak),
    ];
    for shown in shown {
        if let Shown::Sentence(sentence) = shown {
            rows.push(element("p").class("follows").child(sentence.clone()));
        }
    }
    if !plan.measured.is_empty() {
        let mut buttons = vec![control_button("forget", words.forget)];
        if is_elsewhere(&plan) {
            buttons.push(control_button("go-back", words.go_back));
        }
        rows.push(element("div").class("changes").children(buttons));
    }
    rows
}

/// A field for a figure that may be missing.
fn field(key: &'static str, label: &Label, unit: &'static str, figure: Option<f64>) -> Element {
    let value = match figure {
        Some(figure) => Value::from(rounded(figure)),
        None => Value::from(""),
    };
    let number = element("input")
        .attribute("type", "number")
        .class("number")
        .id(key)
        .attribute("autocomplete", "off")
        .attribute("step", "any")
        .attribute("min", "0")
        .attribute("disabled", locks::has(key))
        .attribute("title", label.help)
        .property("value", value);
    let name = element("label")
        .attribute("for", key)
        .child(label.name)
        .child(element("small").child(unit));
    element("div")
        .class("measure")
        .attribute("data-control", key)
        .child(name)
        .child(number)
}

/// A figure was typed in and left: half of one would rescale everything by nonsense.
pub(crate) fn on_change(planner: Planner, event: &Event) {
    let input = target(event).and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else {
        return;
    };
    let plan = planner.plan_now();
    let mut measured = plan.measured.clone();
    let typed = Some(input.value_as_number()).filter(|number| limits::NUMBER.contains(number));
    match input.id().as_str() {
        STEP => measured.step_s = typed,
        PEAK => {
            measured.memory_gib = typed.map(|size| match planner.look_now().units {
                Units::Gib => size,
                Units::Gb => Bytes::from_gb(size).gib(),
            });
        }
        _ => return,
    }
    if measured != plan.measured {
        planner.measure(measured);
    } else if typed.is_none() {
        // Nothing that could be a measurement: the field shows what is in force, which is none.
        input.set_value("");
    }
}

/// One of the box's buttons is pressed.
pub(crate) fn press(planner: Planner, event: &Event) {
    let id = target(event).map(|element| element.id());
    match id.as_deref() {
        Some("forget") => planner.measure(Measured::default()),
        Some("go-back") => planner.jump(|plan| {
            let mut measured = std::mem::take(&mut plan.measured);
            if let Some(other) = measured.plan.take() {
                *plan = *other;
            }
            plan.measured = measured;
        }),
        _ => return,
    }
    // The button is gone, and the focus must not go with it.
    focus(STEP);
}
