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

mod marking;
mod marks;
mod moved;
mod pointed;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(super) use pointed::Pointed;
pub(super) use state::StopMarker;
pub(super) use view::{Foot, ListMark, OptionMark, SliderMarks};

use std::sync::Arc;
use std::time::Duration;

use cost::plan::Plan;

use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, panel_event};
use marking::Marking;
use state::StopsEvent;

/// Longest time of the work. Controls that are not reached have no marks.
const DEADLINE: Duration = Duration::from_secs(3);

panel_event!(StopsEvent, "stops");

impl Panel for StopMarker {
    type Event = StopsEvent;

    fn mount(&self) -> Mount {
        Mount::Nowhere
    }

    fn late_style(&self) -> Option<&'static str> {
        // The sheet of the whole second part comes with this panel of it.
        Some(concat!(
            include_str!("../../../style/later.css"),
            include_str!("late.css")
        ))
    }

    fn update(&mut self, page: &Page, event: StopsEvent, effects: &mut Effects<StopsEvent>) {
        update::update(self, page, event, effects);
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
            update::show(self, page, None, effects);
        }
        match moment {
            PanelMoment::Changed if !is_under_way => {
                self.marking = None;
                effects.stop_work();
            }
            PanelMoment::Rested if !is_under_way => {
                let is_marked = |plan: &Arc<Plan>| *plan == page.draft;
                if !self.marked.as_ref().is_some_and(is_marked) {
                    if self.marked.is_some()
                        && let Some(sentence) = moved::announced(page)
                    {
                        effects.send(Event::AppendAnnouncement(sentence));
                    }
                    self.marking = Some(Marking::new(page));
                    effects.work(DEADLINE, |_| StopsEvent::Marked);
                }
            }
            _ => {}
        }
        false
    }

    fn work(&mut self, _: &Page) -> bool {
        self.marking.as_mut().is_some_and(Marking::advance)
    }
}
