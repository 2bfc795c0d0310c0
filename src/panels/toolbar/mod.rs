//! In the head of the page: undo, redo, and the pin that keeps the plan for a comparison.
//!
//! Tests: `tests.rs`, `tests/browser/compare.test.mjs`.

#[cfg(test)]
mod tests;

use cost::plan::Plan;

use crate::dom::{Element, Heard, Kind, Target, element};
use crate::panels::{LATER_BAR, words};
use crate::store::{Effects, Event, Mount, Page, Panel, Step, Way};

/// The id of the button that pins.
const PIN: &str = "pin";

/// The ids of the other buttons, their signs and their steps.
static STEPS: [(&str, &str, Step); 2] = [("undo", "↶", Step::Back), ("redo", "↷", Step::Forward)];

/// The buttons; all that they show is the page's.
pub(crate) struct Toolbar;

/// An event of the buttons.
#[derive(Debug, PartialEq)]
pub(crate) enum ToolbarEvent {
    /// Undo or redo.
    Walk(Step),
    /// The plan is pinned, or the pin is taken out again.
    Pin,
}

impl Panel for Toolbar {
    type Event = ToolbarEvent;
    const NAME: &'static str = "toolbar";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(LATER_BAR)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<ToolbarEvent> {
        match heard.kind {
            Kind::Click => match heard.target()?.id().as_str() {
                PIN => Some(ToolbarEvent::Pin),
                id => {
                    let button = STEPS.iter().find(|(known, ..)| *known == id)?;
                    Some(ToolbarEvent::Walk(button.2))
                }
            },
            Kind::KeyDown => {
                let step = step_of_keys(heard)?;
                heard.prevent_default();
                Some(ToolbarEvent::Walk(step))
            }
            _ => None,
        }
    }

    fn update(&mut self, page: &Page, event: ToolbarEvent, effects: &mut Effects<ToolbarEvent>) {
        match event {
            ToolbarEvent::Walk(step) => effects.send(Event::Walk(step)),
            // The plan that is shown is not the one of the page.
            ToolbarEvent::Pin if page.is_stale() => {}
            ToolbarEvent::Pin => {
                let plan = pinned_or_not(&page.plan);
                effects.send(Event::GoTo(Box::new(plan), Way::Jump));
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

/// The plan pinned beside itself, or without what is pinned.
fn pinned_or_not(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    if plan.rival.take().is_none() {
        plan.pin();
    }
    plan
}

/// Control or Command with Z, but for text that is being typed.
fn step_of_keys(heard: &Heard) -> Option<Step> {
    let keys = heard.keys()?;
    if heard.target().is_some_and(|target| is_typed_in(&target)) {
        return None;
    }
    if !(keys.control || keys.meta) || keys.alt {
        return None;
    }
    match (keys.key.as_str(), keys.shift) {
        ("z", false) => Some(Step::Back),
        ("Z" | "z", true) | ("y", false) => Some(Step::Forward),
        _ => None,
    }
}

/// Whether text is typed in an element, which has an undo of its own.
fn is_typed_in(target: &Target) -> bool {
    let field = target.field();
    let is_text = !matches!(field.as_str(), "range" | "radio" | "checkbox");
    target.matches("textarea") || (target.matches("input") && is_text)
}
