//! The player of a step: a part of the plan's step as it moves, with its bytes and seconds.
//!
//! What is played is a trace of the cost model (`cost::trace`). A frame is a pure function of the
//! trace, a place in it, and the size of the drawing (`drawing.rs`). Playing, stepping,
//! dragging the place and another plan all make a frame in the same way.
//!
//! Tests: `tests.rs`, `properties.rs`, `clock_properties.rs`, `pipeline_tests.rs`, `words_tests.rs`,
//! `tests/browser/watch.test.mjs`.

mod axis;
mod clock;
#[cfg(test)]
mod clock_properties;
mod drawing;
mod event;
mod film;
mod foot;
mod frame;
mod lanes;
mod marks;
mod memory;
#[cfg(test)]
mod pipeline_tests;
mod place_view;
#[cfg(test)]
mod properties;
mod scene_row;
mod scenes;
mod signals;
mod stage_bars;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod time;
mod update;
mod variants;
mod view;
#[cfg(test)]
mod words_tests;

use formats::link::presentation::View;
use leptos::prelude::AnyView;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::stand_in::StoodFor;
use crate::store::{
    AnyPanel, Effects, Mount, Page, Panel, PanelMoment, PanelStore, Part, boxed, panel_event,
};
use event::WatchEvent;
use state::WatchFigure;
use text::trace::messages as trace;

/// The view's place until its part of the program is loaded.
pub(crate) const STOOD_FOR: StoodFor = StoodFor {
    part: Part::Watch,
    id: state::ID,
    caption: state::CAPTION,
    heading: trace::heading,
    invitation: trace::invitation,
};

/// Fetches the player. Code that only this function calls is split off and loaded separately.
#[wasm_split(watch, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![boxed(WatchFigure::default())])
}

panel_event!(WatchEvent, state::ID);

impl Panel for WatchFigure {
    type Event = WatchEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Watch)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: WatchEvent, effects: &mut Effects<WatchEvent>) {
        self.change(page, event, effects);
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, _: &mut Effects<WatchEvent>) -> bool {
        match moment {
            PanelMoment::Shown => self.is_in_sight = true,
            PanelMoment::Hidden => {
                self.is_in_sight = false;
                self.pause();
            }
            // The step under a card is taken when the plan rests.
            PanelMoment::Changed if page.is_covered() => {
                self.pause();
                return page.shows(View::Watch);
            }
            _ => {}
        }
        let draws = matches!(
            moment,
            PanelMoment::Mounted | PanelMoment::Changed | PanelMoment::Rested | PanelMoment::Shown
        ) && page.shows(View::Watch);
        if draws {
            self.take(page);
        }
        draws
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
