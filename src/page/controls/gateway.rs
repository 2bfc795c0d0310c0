//! The one gateway from the controls to the plan: a few answers for all of them. A control is
//! found by the `data-control` of its row.

use leptos::ev::Event;
use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};

use super::groups::{choice, slider, text};
use super::rows::rounded;
use super::spec::{Choice, Slider, Text};
use cost::plan::Plan;

use crate::browser::events::target;
use crate::page::planner::Planner;

/// A slider moves, a number is typed, an option is chosen. Assistive technology may send only
/// `change`, others `input` and `change` for one movement: both come here, and the second finds
/// nothing left to do.
pub(crate) fn on_input(planner: Planner, event: &Event) {
    let Some(target) = target(event) else {
        return;
    };
    let Some(key) = key(&target) else {
        return;
    };
    if let Some(slider) = slider(&key) {
        if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
            let number = input.value_as_number();
            if input.type_() == "range" {
                step_to(planner, slider, number as usize);
            } else {
                if slider.limits.contains(&number) {
                    set(planner, slider, number);
                }
                // Left behind empty, broken or impossible: the box shows what is in force.
                if event.type_() == "change" {
                    input.set_value_as_number(rounded((slider.get)(&planner.plan_now())));
                }
            }
        }
    } else if let Some(choice) = choice(&key) {
        choose(planner, choice, &target);
    } else if let Some(text) = text(&key).filter(|_| event.type_() == "change") {
        write(planner, text, &target);
    }
}

/// A field of text is left, or Enter pressed in it.
fn write(planner: Planner, text: &Text, target: &Element) {
    let Some(input) = target.dyn_ref::<HtmlInputElement>() else {
        return;
    };
    let mut changed = Plan::clone(&planner.plan_now());
    let is_read = text.set(&mut changed, &input.value());
    if is_read {
        planner.change(|plan| *plan = changed);
        input.set_value(&text.value(&planner.plan_now()));
    }
    // What cannot be read stays as it was typed, with a sentence on it.
    let _ = input.set_attribute("aria-invalid", if is_read { "false" } else { "true" });
}

/// The − and + beside a slider.
pub(crate) fn on_click(planner: Planner, event: &Event) {
    let button = target(event).and_then(|target| target.closest("[data-step]").ok().flatten());
    let Some(button) = button else {
        return;
    };
    let Some(slider) = key(&button).and_then(|key| slider(&key)) else {
        return;
    };
    let position = slider.position(&planner.plan_now());
    let up = button
        .get_attribute("data-step")
        .is_some_and(|step| step == "up");
    step_to(
        planner,
        slider,
        if up {
            position + 1
        } else {
            position.saturating_sub(1)
        },
    );
}

/// A finger or mouse goes down, perhaps on a slider.
pub(crate) fn on_press(planner: Planner, event: &Event) {
    let input = target(event).and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    if input.is_some_and(|input| input.type_() == "range") {
        planner.start_drag();
    }
}

/// It goes up again.
pub(crate) fn on_release(planner: Planner, _: &Event) {
    planner.end_drag();
}

fn step_to(planner: Planner, slider: &Slider, position: usize) {
    let values = (slider.values)(&planner.plan_now());
    if let Some(&value) = values.get(position) {
        set(planner, slider, value);
    }
}

fn set(planner: Planner, slider: &Slider, value: f64) {
    if value != (slider.get)(&planner.plan_now()) {
        planner.change(|plan| (slider.set)(plan, value));
    }
}

fn choose(planner: Planner, choice: &Choice, target: &Element) {
    let value = match target.dyn_ref::<HtmlSelectElement>() {
        Some(list) => list.value(),
        None => target.get_attribute("value").unwrap_or_default(),
    };
    let Ok(mut index) = value.parse() else {
        return;
    };
    if let Some(input) = target.dyn_ref::<HtmlInputElement>()
        && input.type_() == "checkbox"
    {
        let bits = (choice.get)(&planner.plan_now());
        let bit = 1_usize.checked_shl(index as u32).unwrap_or_default();
        index = if input.checked() {
            bits | bit
        } else {
            bits & !bit
        };
    }
    if index == (choice.get)(&planner.plan_now()) {
        return;
    }
    if choice.is_jump {
        planner.jump(|plan| (choice.set)(plan, index));
    } else {
        planner.change(|plan| (choice.set)(plan, index));
    }
}

fn key(element: &Element) -> Option<String> {
    element
        .closest("[data-control]")
        .ok()??
        .get_attribute("data-control")
}
