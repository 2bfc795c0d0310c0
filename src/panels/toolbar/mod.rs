//! Toolbar in the head: undo, redo, and the pin that fixes the plan for a comparison.
//!
//! Tests: `tests.rs`, `tests/browser/compare.test.mjs`.

#[cfg(test)]
mod tests;

use cost::plan::Plan;

use crate::dom::{Element, UiEvent, UiEventKind, UiTarget, element};
use crate::panels::{LATER_BAR, words};
use crate::store::{Effects, Event, HistoryStep, Mount, Page, Panel, PlanChange};

/// The id of the button that pins.
const PIN: &str = "pin";

/// The ids of the other buttons, their signs, and their steps.
static STEPS: [(&str, &str, HistoryStep); 2] = [
    ("undo", "↶", HistoryStep::Back),
    ("redo", "↷", HistoryStep::Forward),
];

/// The buttons; all their state is the page's.
pub(crate) struct Toolbar;

/// An event of the buttons.
#[derive(Debug, PartialEq)]
pub(crate) enum ToolbarEvent {
    /// Undo or redo.
    Walk(HistoryStep),
    /// The plan is pinned, or the pinned plan is removed.
    Pin,
}

impl Panel for Toolbar {
    type Event = ToolbarEvent;
    const NAME: &'static str = "toolbar";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(LATER_BAR)
    }

    fn on_ui_event(&self, _: &Page, ui_event: &UiEvent) -> Option<ToolbarEvent> {
        match ui_event.kind {
            UiEventKind::Click => match ui_event.target()?.id().as_str() {
                PIN | "menu-pin" => Some(ToolbarEvent::Pin),
                id => {
                    let id = if id == "menu-redo" { "redo" } else { id };
                    let button = STEPS.iter().find(|(known, ..)| *known == id)?;
                    Some(ToolbarEvent::Walk(button.2))
                }
            },
            UiEventKind::KeyDown => {
                let step = step_of_keys(ui_event)?;
                ui_event.prevent_default();
                Some(ToolbarEvent::Walk(step))
            }
            _ => None,
        }
    }

    fn update(&mut self, page: &Page, event: ToolbarEvent, effects: &mut Effects<ToolbarEvent>) {
        match event {
            ToolbarEvent::Walk(step) => effects.send(Event::Walk(step)),
            // The plan shown differs from the page's plan.
            ToolbarEvent::Pin if page.is_stale() => {}
            ToolbarEvent::Pin => {
                let plan = pinned_or_not(&page.plan);
                effects.send(Event::GoTo(Box::new(plan), PlanChange::Jump));
            }
        }
    }

    fn view(&self, page: &Page) -> Element {
        let [undo, redo, pin] = words().compare.bar;
        let steps = STEPS.iter().zip([undo, redo]);
        let steps = steps.map(|(&(id, sign, step), name)| {
            button(id, name)
                .attribute("aria-disabled", yes_no(!page.history.can(step)))
                .child(sign)
        });
        let is_pinned = page.plan.rival.is_some();
        element("span")
            .class("acts")
            .children(steps.collect())
            .child(
                button(PIN, pin)
                    .attribute("aria-pressed", yes_no(is_pinned))
                    .child("A/B"),
            )
    }
}

fn button(id: &'static str, name: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .id(id)
        .attribute("aria-label", name)
        .attribute("title", name)
}

const fn yes_no(is: bool) -> &'static str {
    if is { "true" } else { "false" }
}

/// The plan with itself pinned, or without a pinned plan.
fn pinned_or_not(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    if plan.rival.take().is_none() {
        plan.pin();
    }
    plan
}

/// Step for Control or Command with Z, unless text is being typed.
fn step_of_keys(ui_event: &UiEvent) -> Option<HistoryStep> {
    let keys = ui_event.keys()?;
    if ui_event.target().is_some_and(|target| is_typed_in(&target)) {
        return None;
    }
    if !(keys.control || keys.meta) || keys.alt {
        return None;
    }
    match (keys.key.as_str(), keys.shift) {
        ("z", false) => Some(HistoryStep::Back),
        ("Z" | "z", true) | ("y", false) => Some(HistoryStep::Forward),
        _ => None,
    }
}

/// True if an element is a text field, which has an undo of its own.
fn is_typed_in(target: &UiTarget) -> bool {
    let field = target.field();
    let is_text = !matches!(field.as_str(), "range" | "radio" | "checkbox");
    target.matches("textarea") || (target.matches("input") && is_text)
}
