//! State of the card, and its events.

use std::sync::Arc;
use std::time::Duration;

use cost::plan::Plan;
use leptos::prelude::AnyView;

use super::famous::{FAMOUS, FamousPlan};
use super::view;
use crate::browser::{address, preferences};
use crate::panels::lesson::{LessonButton, LessonButtonEvent, RequestedLesson};
use crate::panels::share::{ButtonsEvent, Pane, ShareButtons};
use crate::panels::{CONTROLS, MAIN};
use crate::store::{Effects, Event, FIRST_VISIT, Mount, Page, Panel, PanelMoment, PanelStore};

/// The id of the first button, which has the focus at first.
pub(super) const FIRST_BUTTON: &str = "start-tour";
/// The lesson that the card begins.
const TOUR: &str = "tour";
/// The longest time for the estimates of the famous plans.
const DEADLINE: Duration = Duration::from_secs(10);

/// The card.
#[derive(Default)]
pub(crate) struct StartCard {
    /// The element that gets the focus back; `None` while the card is closed.
    pub(super) open: Option<&'static str>,
    /// The page's plan when the card was opened: another one closes the card.
    plan: Option<Arc<Plan>>,
    /// The famous plans that are estimated.
    pub(super) famous: Vec<FamousPlan>,
    /// Number of links that are estimated.
    estimated: usize,
}

/// An event of the card.
#[derive(Debug)]
pub(crate) enum StartEvent {
    /// The card opens; the focus later returns to the element of this id.
    Open(&'static str),
    /// The card is closed.
    Close,
    /// The tour begins.
    Tour,
    /// The import of a plan is opened.
    Import,
    /// The page takes a famous plan.
    Take(Box<Plan>),
}

impl Panel for StartCard {
    type Event = StartEvent;
    const NAME: &'static str = "start";

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
                effects.work(DEADLINE);
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
                LessonButton::tell(effects, LessonButtonEvent::Open(tour));
            }
            StartEvent::Import => {
                self.open = None;
                ShareButtons::tell(effects, ButtonsEvent::Open(Pane::Import, None));
            }
            StartEvent::Take(plan) => {
                self.open = None;
                effects.focus(CONTROLS);
                effects.send(Event::Start(plan));
            }
        }
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<StartEvent>,
    ) -> bool {
        if moment == PanelMoment::Mounted && page.is_first_visit {
            effects.run(|sender| {
                // The reader may have begun before this part was loaded.
                if address::fragment().is_empty() {
                    sender.send(StartEvent::Open(CONTROLS));
                }
            });
        }
        let is_moved = self.plan.as_ref().is_some_and(|plan| *plan != page.draft);
        if moment != PanelMoment::Changed || self.open.is_none() || !is_moved {
            return false;
        }
        self.open = None;
        true
    }

    fn work(&mut self, page: &Page) -> bool {
        let Some(link) = FAMOUS.get(self.estimated) else {
            return false;
        };
        self.estimated += 1;
        self.famous.extend(FamousPlan::of(link, page.units()));
        true
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::card(panel)
    }
}
