//! Changes of the comparison's state by its events.

use cost::plan::Plan;
use formats::link;

use super::kept_plans::{KeptAct, KeptPlan};
use super::state::{Compare, CompareEvent, ID, PlanAct};
use super::storage;
use crate::store::{Effects, Event, Page, PlanChange};

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
        CompareEvent::Kept(act, kept) => act_on_kept(act, kept, page, effects),
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

/// Carries out an action on a stored plan.
fn act_on_kept(act: KeptAct, kept: KeptPlan, page: &Page, effects: &mut Effects<CompareEvent>) {
    match act {
        KeptAct::Go => {
            effects.send(Event::GoTo(Box::new(kept.plan()), PlanChange::Jump));
        }
        // The plan shown differs from the page's plan.
        KeptAct::Pin if page.is_stale() => {}
        KeptAct::Pin => {
            let mut pinned = kept.plan();
            pinned.rival = None;
            let mut plan = Plan::clone(&page.plan);
            plan.rival = Some(Box::new(pinned));
            effects.send(Event::GoTo(Box::new(plan), PlanChange::Jump));
        }
        KeptAct::Forget => {
            effects.run(move |sender| {
                storage::forget(&kept);
                sender.send(CompareEvent::Stored(storage::read(), Ok(())));
            });
            // The button is gone after the next drawing, and the focus must stay on the page.
            effects.focus(ID);
        }
    }
}

/// Stores the present plan under the name in the field, or under its own.
fn keep(compare: &Compare, page: &Page, effects: &mut Effects<CompareEvent>) {
    let name = if compare.kept.name.is_empty() {
        text::plan::title_of(&page.plan)
    } else {
        compare.kept.name.clone()
    };
    let link = link::encode(&page.plan);
    effects.run(move |sender| {
        let kept = storage::keep(&name, &link);
        sender.send(CompareEvent::Stored(storage::read(), kept));
    });
}

/// The plan after one of the acts.
fn acted(plan: &Plan, act: PlanAct) -> Plan {
    let mut plan = plan.clone();
    let rival = plan.rival.take();
    match (act, rival) {
        (PlanAct::Pin, _) => plan.pin(),
        (PlanAct::Exchange, Some(rival)) => {
            let pinned = plan;
            plan = *rival;
            plan.rival = Some(Box::new(pinned));
        }
        (PlanAct::Return, Some(rival)) => {
            plan = (*rival).clone();
            plan.rival = Some(rival);
        }
        _ => {}
    }
    plan
}
