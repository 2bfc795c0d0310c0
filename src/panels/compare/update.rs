//! Events of the comparison, and the changes of its state.

use cost::plan::Plan;
use formats::link;

use super::kept_plans::{self, KeptPlan, Refused};
use super::state::{ACTS, Compare, ID};
use super::storage;
use crate::dom::{UiEvent, UiEventKind};
use crate::panels::words;
use crate::store::{Effects, Event, Page, PlanChange};

/// An event of the comparison.
#[derive(Debug)]
pub(crate) enum CompareEvent {
    /// One of [`ACTS`] on the two plans.
    Act(&'static str),
    /// A stored plan becomes the page's plan: its index.
    Go(usize),
    /// A stored plan is pinned: its index.
    Pin(usize),
    /// A stored plan is removed: its index.
    Forget(usize),
    /// A name is typed.
    Name(String),
    /// The present plan is stored.
    Keep,
    /// The plans that this browser stores now, and why the last one is not among them.
    Stored(Vec<KeptPlan>, Result<(), Refused>),
}

/// Event of the comparison for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(ui_event: &UiEvent) -> Option<CompareEvent> {
    let target = ui_event.target()?;
    if ui_event.kind == UiEventKind::Input && target.id() == kept_plans::NAME {
        return Some(CompareEvent::Name(target.value()));
    }
    if ui_event.kind != UiEventKind::Click {
        return None;
    }
    let value = target.attribute("value")?;
    if target.matches("#compare .act") {
        let act = ACTS.into_iter().find(|act| *act == value)?;
        return Some(CompareEvent::Act(act));
    }
    if !target.matches("#compare .snapshot") {
        return None;
    }
    if value == kept_plans::KEEP {
        return Some(CompareEvent::Keep);
    }
    let place = target.number_at("data-at")?;
    let [go, pin, forget] = kept_plans::ACTS;
    match value.as_str() {
        act if act == go => Some(CompareEvent::Go(place)),
        act if act == pin => Some(CompareEvent::Pin(place)),
        act if act == forget => Some(CompareEvent::Forget(place)),
        _ => None,
    }
}

/// Changes the state by an event.
pub(super) fn update(
    compare: &mut Compare,
    page: &Page,
    event: CompareEvent,
    effects: &mut Effects<CompareEvent>,
) {
    match event {
        CompareEvent::Act(act) => {
            // The plan shown differs from the page's plan.
            if !page.is_stale() {
                let plan = acted(&page.plan, act);
                effects.send(Event::GoTo(Box::new(plan), PlanChange::Jump));
            }
            // The button may be gone after the next drawing, and the focus must stay on the page.
            effects.focus(ID);
        }
        CompareEvent::Go(place) => {
            if let Some(plan) = compare.plan(place) {
                effects.send(Event::GoTo(Box::new(plan), PlanChange::Jump));
            }
        }
        CompareEvent::Pin(place) => {
            if let Some(mut pinned) = compare.plan(place).filter(|_| !page.is_stale()) {
                pinned.rival = None;
                let mut plan = Plan::clone(&page.plan);
                plan.rival = Some(Box::new(pinned));
                effects.send(Event::GoTo(Box::new(plan), PlanChange::Jump));
            }
        }
        CompareEvent::Forget(place) => {
            if let Some(kept) = compare.kept.plans.get(place).cloned() {
                effects.run(move |sender| {
                    storage::forget(&kept);
                    sender.send(CompareEvent::Stored(storage::read(), Ok(())));
                });
                // The button is gone after the next drawing, and the focus must stay on the page.
                effects.focus(ID);
            }
        }
        CompareEvent::Name(name) => compare.kept.name = name,
        CompareEvent::Keep => keep(compare, page, effects),
        CompareEvent::Stored(plans, kept) => {
            // A name that was refused stays, for another attempt.
            if kept.is_ok() && plans.len() > compare.kept.plans.len() {
                compare.kept.name.clear();
            }
            compare.kept.plans = plans;
            compare.kept.refused = kept.err();
        }
    }
}

/// Stores the present plan under the name in the field, or under its own.
fn keep(compare: &Compare, page: &Page, effects: &mut Effects<CompareEvent>) {
    let name = if compare.kept.name.is_empty() {
        (words().plan_title)(&page.plan)
    } else {
        compare.kept.name.clone()
    };
    let link = link::encode(&page.plan);
    effects.run(move |sender| {
        let kept = storage::keep(&name, &link, &words().compare);
        sender.send(CompareEvent::Stored(storage::read(), kept));
    });
}

/// The plan after one of the acts.
fn acted(plan: &Plan, act: &str) -> Plan {
    let mut plan = plan.clone();
    let rival = plan.rival.take();
    match (act, rival) {
        ("pin", _) => plan.pin(),
        ("exchange", Some(rival)) => {
            let pinned = plan;
            plan = *rival;
            plan.rival = Some(Box::new(pinned));
        }
        ("return", Some(rival)) => {
            plan = (*rival).clone();
            plan.rival = Some(rival);
        }
        _ => {}
    }
    plan
}
