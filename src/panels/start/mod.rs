//! The card of a first visit, over the figures: what the planner is for, the tour, and famous plans to
//! begin with. The menu of the head opens it again.
//!
//! - `famous` has what is shown of a plan, `state` the card's state and its events, `view` its component.
//!
//! It opens by itself only where the address has neither a query nor a plan and nothing is remembered
//! of an earlier visit. `Page::open` then starts from [`FIRST_PLAN`](crate::store::FIRST_PLAN).
//!
//! Tests: `tests.rs`, `tests/browser/start.test.mjs`.

mod famous;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use state::{StartCard, StartEvent};

use std::sync::Arc;
use std::time::Duration;

use formats::famous::{FAMOUS, OF_FIRST_VISIT};
use leptos::prelude::AnyView;

use crate::browser::preferences;
use crate::panels::lesson::{LessonEvent, RequestedLesson};
use crate::panels::share::{Pane, ShareEvent};
use crate::panels::{CONTROLS, MAIN};
use crate::store::{
    Effects, Event, FIRST_PLAN, FIRST_VISIT, Mount, Page, Panel, PanelMoment, PanelStore, Part,
    PlanChange, panel_event,
};
use famous::FamousPlan;
use state::FIRST_BUTTON;

/// The lesson that the card begins.
const TOUR: &str = "tour";
/// The longest time for the estimates of the famous plans.
const DEADLINE: Duration = Duration::from_secs(10);

panel_event!(StartEvent, "start");

impl Panel for StartCard {
    type Event = StartEvent;

    fn mount(&self) -> Mount {
        Mount::In(MAIN)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: StartEvent, effects: &mut Effects<StartEvent>) {
        match event {
            StartEvent::Open(from) => {
                self.open = Some(from);
                self.plan = Some(Arc::clone(&page.draft));
                effects.focus(FIRST_BUTTON);
                effects.work(DEADLINE, |_| StartEvent::Estimated);
                effects.run(|_| {
                    preferences::keep(FIRST_VISIT, "no");
                });
            }
            StartEvent::Close => {
                if let Some(from) = self.open.take() {
                    effects.focus(from);
                }
            }
            StartEvent::Tour => {
                self.open = None;
                let tour = RequestedLesson::At(TOUR.to_owned());
                effects.open(Part::Lesson, LessonEvent::Open(tour));
            }
            StartEvent::Import => {
                self.open = None;
                effects.open(Part::Share, ShareEvent::Open(Pane::Import, None));
            }
            StartEvent::Take(plan) => {
                self.open = None;
                effects.focus(CONTROLS);
                effects.send(Event::GoTo(plan, PlanChange::Jump));
            }
            StartEvent::Estimated => {}
        }
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<StartEvent>,
    ) -> bool {
        // The reader may have begun before this part was loaded.
        let is_untouched = page.is_first_visit && page.link() == FIRST_PLAN;
        if moment == PanelMoment::Mounted && is_untouched {
            effects.tell(StartEvent::Open(CONTROLS));
        }
        let is_moved = self.plan.as_ref().is_some_and(|plan| *plan != page.draft);
        if moment != PanelMoment::Changed || self.open.is_none() || !is_moved {
            return false;
        }
        self.open = None;
        true
    }

    fn work(&mut self, page: &Page) -> bool {
        let Some(run) = FAMOUS[..OF_FIRST_VISIT].get(self.estimated) else {
            return false;
        };
        self.estimated += 1;
        self.famous.extend(FamousPlan::of(run, page.units()));
        true
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::card(panel)
    }
}
