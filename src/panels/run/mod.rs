//! The training run: tokens, days, money and energy, the three limits, losses by failures, and the
//! value of MFU.
//!
//! Tests: `tests.rs`, `tests/browser/run.test.mjs`.

mod budget;
mod failures;
mod mfu_value;
mod scale;
mod section_parts;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::RunFigure;

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::store::{Effects, Mount, Page, Panel, PanelStore, panel_event};
use update::RunEvent;

panel_event!(RunEvent, state::ID);

impl Panel for RunFigure {
    type Event = RunEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Run)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: RunEvent, effects: &mut Effects<RunEvent>) {
        self.change(page, event, effects);
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
