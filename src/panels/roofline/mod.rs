//! Roofline: every kernel of a step under the roofs of its GPU, and attention with and without
//! Flash Attention.
//!
//! Tests: `tests.rs`, `tests/browser/lastinch.test.mjs`.

mod flash;
mod placement;
mod roofs;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use state::RooflineFigure;

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::store::{Effects, Mount, Page, Panel, PanelMoment, PanelStore, panel_event};
use state::ID;
use update::RooflineEvent;

panel_event!(RooflineEvent, ID);

impl Panel for RooflineFigure {
    type Event = RooflineEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::KernelTimes)
    }

    /// With the style sheet of plots: this is the first panel with one.
    fn late_style(&self) -> Option<&'static str> {
        Some(concat!(
            include_str!("../../../style/plot.css"),
            include_str!("late.css")
        ))
    }

    fn update(&mut self, page: &Page, event: RooflineEvent, _: &mut Effects<RooflineEvent>) {
        update::update(self, page, event);
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, _: &mut Effects<RooflineEvent>) -> bool {
        update::follow(self, page, moment)
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
