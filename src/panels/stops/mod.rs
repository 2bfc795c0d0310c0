//! Marks of the stops of controls: what each leads to, before it is tried. They are worked out in
//! slices once the plan rests, and drawn over the sliders and in the options.
//!
//! While the plan moves, the marks of the control that moves stay true, as its stops lead to the
//! same plans. Those of other controls are pale until new ones take their place.
//!
//! Pointing at a stop, an option or an advised change shows its plan in the figures: one estimate
//! for each frame of the browser, however fast the pointer sweeps.
//!
//! Tests: `tests.rs`, `tests/browser/stops.test.mjs`.

mod event;
mod marking;
mod marks;
mod moved;
mod pointed;
#[cfg(test)]
mod tests;
mod view;

pub(super) use pointed::Pointed;
pub(super) use view::{Foot, ListMark, OptionMark, SliderMarks};

use std::sync::Arc;
use std::time::Duration;

use cost::estimate;
use cost::plan::Plan;

use crate::browser::timing::next_frame;
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment};
use event::StopsEvent;
use marking::Marking;

/// Longest time of the work. Controls that are not reached have no marks.
const DEADLINE: Duration = Duration::from_secs(3);

/// The work on the marks.
#[derive(Default)]
pub(crate) struct Stops {
    /// The plan whose marks are shown.
    marked: Option<Arc<Plan>>,
    marking: Option<Marking>,
    /// The plan, or none, at which a reader has pointed since the last frame.
    pointed: Option<Option<Box<Plan>>>,
    /// The plan beside which another one is shown.
    shown: Option<Arc<Plan>>,
}

impl Panel for Stops {
    type Event = StopsEvent;
    const NAME: &'static str = "stops";

    fn mount(&self) -> Mount {
        Mount::Nowhere
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: StopsEvent, effects: &mut Effects<StopsEvent>) {
        match event {
            StopsEvent::Point(plan) => {
                if self.pointed.replace(plan).is_none() {
                    effects.run(|sender| next_frame(move |_| sender.send(StopsEvent::Frame)));
                }
            }
            StopsEvent::Frame => {
                let plan = self.pointed.take().flatten();
                self.show(page, plan, effects);
            }
        }
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<StopsEvent>,
    ) -> bool {
        let is_of_plan = |marking: &Marking| Arc::ptr_eq(&marking.plan, &page.draft);
        let is_under_way = self.marking.as_ref().is_some_and(is_of_plan);
        if moment == PanelMoment::Changed && self.shown.as_ref() != Some(&page.draft) {
            self.show(page, None, effects);
        }
        match moment {
            PanelMoment::Changed if !is_under_way => {
                self.marking = None;
                effects.stop_work();
            }
            PanelMoment::Rested if !is_under_way => {
                let is_marked = |plan: &Arc<Plan>| *plan == page.draft;
                if !self.marked.as_ref().is_some_and(is_marked) {
                    self.marking = Some(Marking::new(page));
                    effects.work(DEADLINE);
                }
            }
            _ => {}
        }
        false
    }

    fn work(&mut self, _: &Page) -> bool {
        self.marking.as_mut().is_some_and(Marking::advance)
    }

    fn end_work(&mut self, _: &Page, _: bool, effects: &mut Effects<StopsEvent>) {
        if let Some(marking) = self.marking.take() {
            self.marked = Some(Arc::clone(&marking.plan));
            effects.send(Event::Marked(Arc::new(marking.marks())));
        }
    }
}

impl Stops {
    /// Shows the estimate of a plan in the figures, or of none any more. While a slider is dragged,
    /// they show the plan from before.
    fn show(&mut self, page: &Page, plan: Option<Box<Plan>>, effects: &mut Effects<StopsEvent>) {
        let is_other = |plan: &Plan| page.before_drag.is_none() && *plan != *page.draft;
        let plan = plan.filter(|plan| is_other(plan));
        let preview = plan.and_then(|plan| estimate(&plan).ok());
        let was_shown = self.shown.take().is_some();
        self.shown = preview.is_some().then(|| Arc::clone(&page.draft));
        if was_shown || preview.is_some() {
            effects.send(Event::Preview(preview.map(Arc::new)));
        }
    }
}
