//! Events that follow from what a reader does with a control.
//!
//! Tests: `tests.rs`.

use cost::plan::Plan;

use super::spec::{ChoiceControl, Slider, TextControl};
use crate::components::SliderInput;
use crate::store::{Event, Page};

/// The event for an input of a slider; none if it leaves the value in force.
/// Keys and buttons skip stops that lead to no plan; a pointer that is pressed on the slider does
/// not.
pub(super) fn slide(slider: &Slider, page: &Page, input: SliderInput) -> Option<Event> {
    let plan = &*page.draft;
    let here = slider.stop(plan);
    let to = match input {
        SliderInput::Number(value) => return set(slider, plan, value),
        SliderInput::Stop(stop) => stop,
        SliderInput::Less => here.saturating_sub(1),
        SliderInput::More => here + 1,
    };
    let stop = match &page.stops {
        Some(stops) if !page.is_by_pointer() => stops.reached(plan, slider.key, here, to),
        _ => to,
    };
    if stop == here && to != here {
        return None;
    }
    let values = slider.values(plan);
    set(slider, plan, *values.get(stop)?)
}

fn set(slider: &Slider, plan: &Plan, value: f64) -> Option<Event> {
    if !slider.limits().contains(&value) || value == slider.get(plan) {
        return None;
    }
    let mut changed = plan.clone();
    slider.set(&mut changed, value);
    Some(Event::Edit(Box::new(changed)))
}

/// The event for a choice of the option of an index; none if it is in force.
pub(super) fn choose(choice: &ChoiceControl, plan: &Plan, index: usize) -> Option<Event> {
    if index == choice.get(plan) {
        return None;
    }
    let mut changed = plan.clone();
    choice.set(&mut changed, index);
    let changed = Box::new(changed);
    Some(if choice.is_jump() {
        Event::Jump(changed)
    } else {
        Event::Edit(changed)
    })
}

/// The event for a toggle of the option of an index; none if it is in force.
pub(super) fn toggle(
    choice: &ChoiceControl,
    plan: &Plan,
    index: usize,
    is_on: bool,
) -> Option<Event> {
    let chosen = choice.get(plan);
    let bit = 1_usize.checked_shl(index as u32).unwrap_or_default();
    choose(
        choice,
        plan,
        if is_on { chosen | bit } else { chosen & !bit },
    )
}

/// The event for a text field that is left, or in which Enter is pressed; none if its text cannot
/// be read.
pub(super) fn write(text: &TextControl, plan: &Plan, typed: &str) -> Option<Event> {
    let mut changed = plan.clone();
    let is_read = text.set(&mut changed, typed);
    is_read.then(|| Event::Edit(Box::new(changed)))
}
