//! Timeline: the simulated step, a row for each stage, beside another schedule if the reader wants.
//!
//! Tests: `tests.rs`, `pixels.rs`, `tests/browser/timeline.test.mjs`.

mod act;
mod axis;
mod canvas;
mod chart;
mod charts;
mod curve;
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

use formats::link::presentation::View;

use leptos::prelude::AnyView;

use crate::store::{Effects, Mount, Page, Panel, PanelMoment, PanelStore, panel_event};
use ids::ID;
use state::TimelineEvent;
pub(crate) use state::TimelineFigure;

panel_event!(TimelineEvent, ID);

impl Panel for TimelineFigure {
    type Event = TimelineEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Timeline)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: TimelineEvent, effects: &mut Effects<TimelineEvent>) {
        self.change(page, event, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<TimelineEvent>,
    ) -> bool {
        match moment {
            PanelMoment::Mounted | PanelMoment::Rested => {
                page.shows(View::Timeline) && {
                    let is_new = self.update_layout(page, effects);
                    self.update_others(page) || is_new
                }
            }
            PanelMoment::Changed if self.follows_run(page) => {
                self.show_moment(page, effects);
                false
            }
            PanelMoment::Changed => {
                if !self.is_laid_out(page) {
                    self.now = 0.0;
                    self.is_playing = false;
                }
                self.show_moment(page, effects);
                // A figure out of sight waits until the plan rests.
                if self.is_in_sight && !page.is_covered() {
                    self.update_layout(page, effects);
                }
                self.is_painted = false;
                true
            }
            PanelMoment::Shown => {
                self.is_in_sight = true;
                let is_new = self.update_layout(page, effects);
                self.update_others(page) || is_new || !self.is_painted
            }
            PanelMoment::Hidden => {
                self.is_in_sight = false;
                false
            }
            PanelMoment::Kept | PanelMoment::Previewed => false,
        }
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
