//! The arithmetic of a figure: a card below the figures, with the formula, the numbers in it, their
//! sources, and all of them again for each number that a reader opens.
//!
//! The numbers are those of `cost::why`. Sliders stay live while the card is open: its lines are
//! known by their paths, and keep their places with other plans.
//!
//! Tests: `tests.rs`, `tests/browser/why.test.mjs`.

mod button;
mod card;
mod equation;
mod keys;
mod mark;
mod notch;
mod paper;
mod state;
#[cfg(test)]
mod tests;

mod view;

use leptos::prelude::AnyView;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::slots;
use crate::store::{
    AnyPanel, Effects, Mount, Page, Panel, PanelMoment, PanelStore, boxed, panel_event,
};
pub(crate) use button::{FigureButton, figure_button, press};
pub(crate) use mark::mark;
use state::WhyCard;
pub(crate) use state::WhyEvent;

/// Fetches the card. Code that only this function calls is split off and loaded separately.
#[wasm_split(why, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![boxed(WhyCard::default())])
}

panel_event!(WhyEvent, state::ID);

impl Panel for WhyCard {
    type Event = WhyEvent;

    fn mount(&self) -> Mount {
        Mount::In(slots::MAIN)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: WhyEvent, effects: &mut Effects<WhyEvent>) {
        self.change(page, event, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<WhyEvent>,
    ) -> bool {
        if moment == PanelMoment::Mounted {
            self.open_asked(page, effects);
        }
        match moment {
            PanelMoment::Mounted | PanelMoment::Changed => self.take(page, effects),
            PanelMoment::Rested => {
                self.read_paper(page);
                self.figure.is_some()
            }
            _ => false,
        }
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::card(panel)
    }
}
