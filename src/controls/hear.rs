//! Events of controls, and the plans that follow from them.
//!
//! A control is found by the `data-control` of its row.

use cost::plan::Plan;

use super::groups::find;
use super::spec::{Choice, Row, Slider, Text};
use crate::dom::{Heard, Kind, Target};

/// An event of a group of controls.
#[derive(Debug, PartialEq)]
pub(crate) enum ControlEvent {
    /// The plan changes a little.
    Edit(Box<Plan>),
    /// The plan changes at a stroke.
    Jump(Box<Plan>),
    /// A field of text was left with what cannot be read: its key, what was typed.
    Refused(&'static str, String),
    /// A box was left empty, broken or impossible: it shows again what is in force.
    Left,
}

/// The event for something heard in the controls of these rows. Assistive technology may send only
/// `change`, others `input` and `change` for one movement: the second finds nothing left to do.
pub(super) fn hear(rows: &'static [Row], plan: &Plan, heard: &Heard) -> Option<ControlEvent> {
    if !matches!(heard.kind, Kind::Click | Kind::Input | Kind::Change) {
        return None;
    }
    let target = heard.target()?;
    let key = target
        .closest("[data-control]")?
        .attribute("data-control")?;
    let row = find(rows, &key)?;
    let is_change = heard.kind == Kind::Change;
    match row {
        Row::Slider(slider) if heard.kind == Kind::Click => step(slider, plan, &target),
        _ if heard.kind == Kind::Click => None,
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
        Row::Text(_) | Row::Sentence(_) | Row::Fold(..) | Row::When(..) => None,
    }
}

/// The − and + beside a slider.
fn step(slider: &Slider, plan: &Plan, target: &Target) -> Option<ControlEvent> {
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

fn choose(choice: &Choice, plan: &Plan, target: &Target) -> Option<ControlEvent> {
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

/// A field of text is left, or Enter pressed in it.
fn write(text: &Text, plan: &Plan, typed: String) -> ControlEvent {
    let mut changed = plan.clone();
    if text.set(&mut changed, &typed) {
        ControlEvent::Edit(Box::new(changed))
    } else {
        ControlEvent::Refused(text.key, typed)
    }
}
