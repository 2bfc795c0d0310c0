//! Events of controls, and the plans that follow from them.
//!
//! A control is found by the `data-control` attribute of its row.

use cost::plan::Plan;

use super::groups::find;
use super::spec::{ChoiceControl, Row, Slider, TextControl};
use crate::dom::{UiEvent, UiEventKind, UiTarget};

/// An event of a group of controls.
#[derive(Debug, PartialEq)]
pub(crate) enum ControlEvent {
    /// A small change of the plan, as a slider makes it.
    Edit(Box<Plan>),
    /// A change of the plan in one step, which Back undoes.
    Jump(Box<Plan>),
    /// A text field was left with unreadable text: the field's key, and the text.
    Refused(&'static str, String),
    /// A box was left empty, unreadable or out of range: it shows the value in force again.
    Left,
}

/// The event for a UI event in the controls of these rows. Assistive technology may send only
/// `change`; others send `input` and `change` for one movement. The second of these changes
/// nothing.
pub(super) fn on_ui_event(
    rows: &'static [Row],
    plan: &Plan,
    ui_event: &UiEvent,
) -> Option<ControlEvent> {
    if !matches!(
        ui_event.kind,
        UiEventKind::Click | UiEventKind::Input | UiEventKind::Change
    ) {
        return None;
    }
    let target = ui_event.target()?;
    let key = target
        .closest("[data-control]")?
        .attribute("data-control")?;
    let row = find(rows, &key)?;
    let is_change = ui_event.kind == UiEventKind::Change;
    match row {
        Row::Slider(slider) if ui_event.kind == UiEventKind::Click => step(slider, plan, &target),
        _ if ui_event.kind == UiEventKind::Click => None,
        Row::Slider(slider) if target.field() == "range" => {
            at(slider, plan, target.number() as usize)
        }
        Row::Slider(slider) if slider.limits.contains(&target.number()) => {
            let set = set(slider, plan, target.number());
            set.or_else(|| is_change.then_some(ControlEvent::Left))
        }
        Row::Slider(_) => is_change.then_some(ControlEvent::Left),
        Row::Options(choice) | Row::List(choice) | Row::Toggles(choice) => {
            choose(choice, plan, &target)
        }
        Row::Text(text) if is_change => Some(write(text, plan, target.value())),
        Row::Text(_) | Row::Sentence(_) | Row::Place(_) | Row::Fold(..) | Row::When(..) => None,
    }
}

/// A press of − or + beside a slider.
fn step(slider: &Slider, plan: &Plan, target: &UiTarget) -> Option<ControlEvent> {
    let direction = target.closest("[data-step]")?.attribute("data-step")?;
    let position = slider.position(plan);
    let next = if direction == "up" {
        position + 1
    } else {
        position.saturating_sub(1)
    };
    at(slider, plan, next)
}

fn at(slider: &Slider, plan: &Plan, position: usize) -> Option<ControlEvent> {
    let values = (slider.values)(plan);
    set(slider, plan, *values.get(position)?)
}

fn set(slider: &Slider, plan: &Plan, value: f64) -> Option<ControlEvent> {
    if value == (slider.get)(plan) {
        return None;
    }
    let mut changed = plan.clone();
    (slider.set)(&mut changed, value);
    Some(ControlEvent::Edit(Box::new(changed)))
}

fn choose(choice: &ChoiceControl, plan: &Plan, target: &UiTarget) -> Option<ControlEvent> {
    let mut index: usize = target.value().parse().ok()?;
    let chosen = (choice.get)(plan);
    if target.field() == "checkbox" {
        let bit = 1_usize.checked_shl(index as u32).unwrap_or_default();
        index = if target.is_checked() {
            chosen | bit
        } else {
            chosen & !bit
        };
    }
    if index == chosen {
        return None;
    }
    let mut changed = plan.clone();
    (choice.set)(&mut changed, index);
    let changed = Box::new(changed);
    Some(if choice.is_jump {
        ControlEvent::Jump(changed)
    } else {
        ControlEvent::Edit(changed)
    })
}

/// Event for a text field that is left, or in which Enter is pressed.
fn write(text: &TextControl, plan: &Plan, typed: String) -> ControlEvent {
    let mut changed = plan.clone();
    if text.set(&mut changed, &typed) {
        ControlEvent::Edit(Box::new(changed))
    } else {
        ControlEvent::Refused(text.key, typed)
    }
}
