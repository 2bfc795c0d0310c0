//! Undo and redo: where the plan has been at rest.

use std::sync::Arc;

use crate::markup::{Element, element};
use cost::plan::Plan;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::desk::Desk;
use crate::browser::events::target;
use crate::page::planner::Way;

/// Most places that are remembered.
const LONGEST: usize = 200;

/// Where the plan has been, and at which of them it is.
#[derive(Default)]
pub(super) struct History {
    plans: Vec<Arc<Plan>>,
    at: usize,
}

impl History {
    /// The plan rests here. What was undone before is forgotten once it goes elsewhere.
    pub(super) fn rest(&mut self, plan: Arc<Plan>) {
        if self.plans.get(self.at).is_some_and(|here| *here == plan) {
            return;
        }
        if !self.plans.is_empty() {
            self.plans.truncate(self.at + 1);
        }
        if self.plans.len() == LONGEST {
            self.plans.remove(0);
        }
        self.plans.push(plan);
        self.at = self.plans.len() - 1;
    }

    fn can(&self, step: Step) -> bool {
        match step {
            Step::Back => self.at > 0,
            Step::Forward => self.at + 1 < self.plans.len(),
        }
    }

    /// Goes a step, and says where that leads.
    fn go(&mut self, step: Step) -> Option<Arc<Plan>> {
        if !self.can(step) {
            return None;
        }
        match step {
            Step::Back => self.at -= 1,
            Step::Forward => self.at += 1,
        }
        self.plans.get(self.at).cloned()
    }
}

/// A step in the history.
#[derive(Clone, Copy)]
enum Step {
    Back,
    Forward,
}

/// The ids of the buttons, their signs and their steps.
static BUTTONS: [(&str, &str, Step); 2] = [("undo", "↶", Step::Back), ("redo", "↷", Step::Forward)];

/// The buttons in the head of the page.
pub(super) fn buttons(desk: &Desk) -> Vec<Element> {
    let names = desk.words.compare.bar.into_iter();
    let buttons = BUTTONS.iter().zip(names);
    buttons
        .map(|(&(id, sign, step), name)| {
            element("button")
                .attribute("type", "button")
                .id(id)
                .attribute("aria-label", name)
                .attribute("title", name)
                .attribute(
                    "aria-disabled",
                    if desk.history.can(step) {
                        "false"
                    } else {
                        "true"
                    },
                )
                .child(sign)
        })
        .collect()
}

/// One of the buttons is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    let id = target(event).map(|element| element.id());
    let button = BUTTONS
        .iter()
        .find(|(known, ..)| Some(*known) == id.as_deref());
    if let Some(&(_, _, step)) = button {
        walk(desk, step);
    }
    false
}

/// Control or Command with Z, but for text that is being typed.
pub(super) fn key(desk: &mut Desk, event: &Event) -> bool {
    let Some(key) = event.dyn_ref::<KeyboardEvent>() else {
        return false;
    };
    let is_typing = target(event).is_some_and(|element| {
        element.matches("textarea, input:not([type=range]):not([type=radio]):not([type=checkbox])")
            == Ok(true)
    });
    if is_typing || !(key.ctrl_key() || key.meta_key()) || key.alt_key() {
        return false;
    }
    let step = match (key.key().as_str(), key.shift_key()) {
        ("z", false) => Step::Back,
        ("Z" | "z", true) | ("y", false) => Step::Forward,
        _ => return false,
    };
    event.prevent_default();
    walk(desk, step);
    false
}

fn walk(desk: &mut Desk, step: Step) {
    if let Some(plan) = desk.history.go(step) {
        desk.go_to(Plan::clone(&plan), Way::Move);
    }
}
