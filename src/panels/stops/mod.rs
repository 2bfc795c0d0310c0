//! Marks of the stops of controls: what each leads to, before it is tried. They are worked out in
//! slices once the plan rests, and drawn over the sliders and in the options.
//!
//! While the plan moves, the marks of the control that moves stay true, as its stops lead to the
//! same plans. Those of other controls are pale until new ones take their place.
//!
//! Tests: `tests.rs`, `tests/browser/stops.test.mjs`.

mod marking;
mod marks;
#[cfg(test)]
mod tests;
mod view;

pub(super) use view::{Foot, ListMark, OptionMark, SliderMarks};

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use cost::plan::Plan;

use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment};
use marking::Marking;

/// Longest time of the work. Controls that are not reached have no marks.
const DEADLINE: Duration = Duration::from_secs(3);

/// The work on the marks.
#[derive(Default)]
pub(crate) struct Stops {
    /// The plan whose marks are shown.
    marked: Option<Arc<Plan>>,
    marking: Option<Marking>,
}

impl Panel for Stops {
    type Event = Infallible;
    const NAME: &'static str = "stops";

    fn mount(&self) -> Mount {
        Mount::Nowhere
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<Infallible>,
    ) -> bool {
        let is_of_plan = |marking: &Marking| Arc::ptr_eq(&marking.plan, &page.draft);
        let is_under_way = self.marking.as_ref().is_some_and(is_of_plan);
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

    fn end_work(&mut self, _: &Page, _: bool, effects: &mut Effects<Infallible>) {
        if let Some(marking) = self.marking.take() {
            self.marked = Some(Arc::clone(&marking.plan));
            effects.send(Event::Marked(Arc::new(marking.marks())));
        }
    }
}
