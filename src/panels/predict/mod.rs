//! Predictions: a reader says what a figure becomes after a change, and then sees the outcome, the
//! gap, and the arithmetic of the difference.
//!
//! The prediction that is open is a part of the page's state ([`crate::store::Guess`]): the bars of
//! memory and time show it, too, and all that would give the outcome away rests meanwhile.
//!
//! Tests: `tests.rs`, `tests/browser/predict.test.mjs`.

mod bars;
mod beside_view;
mod button;
mod choices;
mod event;
mod first;
mod given_view;
mod outcome;
mod outcome_view;
mod question;
mod round;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use button::PredictButton;
pub(crate) use event::{Asked, AskedRound, PredictEvent};

use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::memory::MemoryGuess;
use super::overheads::TimeGuess;
use super::slots;
use crate::store::{
    AnyPanel, Effects, LatePlace, Mount, Page, Panel, PanelMoment, PanelStore, Part, Store, boxed,
    panel_event,
};
use state::Predictor;

/// Fetches the predictions. Code that only this function calls is split off and loaded separately.
#[wasm_split(predict, fallible)]
pub(crate) fn load(store: Store) -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    store.late(Part::Predict).set(Some(over_bars));
    Ok(vec![boxed(Predictor::default())])
}

/// The prediction over the real bars.
fn over_bars(place: LatePlace) -> AnyView {
    match place {
        LatePlace::MemoryGuess => view! { <MemoryGuess/> }.into_any(),
        LatePlace::TimeGuess => view! { <TimeGuess/> }.into_any(),
        _ => ().into_any(),
    }
}

panel_event!(PredictEvent, state::ID);

impl Panel for Predictor {
    type Event = PredictEvent;

    fn mount(&self) -> Mount {
        Mount::In(slots::MAIN)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: PredictEvent, effects: &mut Effects<PredictEvent>) {
        self.change(page, event, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<PredictEvent>,
    ) -> bool {
        match moment {
            PanelMoment::Mounted => self.open_query(page, effects),
            PanelMoment::Changed => self.follow_plan(page, effects),
            _ => false,
        }
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::card(panel)
    }
}
