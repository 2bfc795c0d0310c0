//! Sweeps: plots with any control across, any result up, and a line for each value of a second
//! control.
//!
//! Tests: `tests.rs`, `tests/browser/sweep.test.mjs`.

mod axes;
mod choices;
mod picture;
mod point_button;
mod points;
mod state;
mod sweep_picture;
mod table;
#[cfg(test)]
mod tests;
mod update;
mod view;
mod work;

pub(crate) use state::SweepFigure;

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::store::{Effects, Mount, Page, Panel, PanelMoment, PanelStore, panel_event};
use state::SweepEvent;

panel_event!(SweepEvent, state::ID);

impl Panel for SweepFigure {
    type Event = SweepEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Sweep)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: SweepEvent, effects: &mut Effects<SweepEvent>) {
        self.change(page, event, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<SweepEvent>,
    ) -> bool {
        match moment {
            _ if !page.shows(View::Sweep) => {}
            PanelMoment::Mounted | PanelMoment::Changed => self.seek(page, effects),
            PanelMoment::Shown | PanelMoment::Rested => self.begin_if_wanted(page, effects),
            _ => {}
        }
        moment == PanelMoment::Changed
    }

    fn work(&mut self, _: &Page) -> bool {
        self.sweeps.estimate_next()
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
