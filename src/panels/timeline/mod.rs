//! Timeline: the simulated step itself, a row a stage, beside another schedule if the reader wants.
//!
//! Tests: `tests.rs`, `pixels.rs`, `tests/browser/timeline.test.mjs`.

mod act;
mod canvas;
mod chart;
mod charts;
mod curve;
mod event;
mod ids;
mod layout;
mod navigate;
mod painter;
mod palette;
mod pixels;
mod rows;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod tools;
mod update;
mod view;
mod window;

use super::LATER;
use crate::dom::{Element, Heard};
use crate::store::{Effects, Moment, Mount, Page, Panel};
use event::TimelineEvent;
use ids::ID;
pub(crate) use state::TimelineFigure;

impl Panel for TimelineFigure {
    type Event = TimelineEvent;
    const NAME: &'static str = ID;

    fn mount(&self) -> Mount {
        Mount::In(LATER)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<TimelineEvent> {
        self.meaning(heard)
    }

    fn update(&mut self, page: &Page, event: TimelineEvent, effects: &mut Effects<TimelineEvent>) {
        self.change(page, event, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: Moment,
        effects: &mut Effects<TimelineEvent>,
    ) -> bool {
        match moment {
            Moment::Mounted | Moment::Rested => self.update_layout(page, effects),
            Moment::Changed => {
                // What is out of sight waits until the plan rests.
                if self.is_in_sight {
                    self.update_layout(page, effects);
                }
                self.is_painted = false;
                true
            }
            Moment::Shown => {
                self.is_in_sight = true;
                let is_new = self.update_layout(page, effects);
                is_new || !self.is_painted
            }
            Moment::Hidden => {
                self.is_in_sight = false;
                false
            }
            Moment::Kept | Moment::Previewed => false,
        }
    }

    fn view(&self, page: &Page) -> Element {
        self.figure(page)
    }

    fn paint(&mut self, _: &Page) {
        self.paint_charts();
    }
}
