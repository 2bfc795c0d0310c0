//! The ordered recipe: a path of six decisions, with the ones that the plan has reached.
//!
//! Tests: `tests.rs`.

mod state;
#[cfg(test)]
mod tests;
mod view;

use std::convert::Infallible;

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::store::{Effects, Mount, Page, Panel, PanelStore};
pub(crate) use state::RecipeFigure;

impl Panel for RecipeFigure {
    type Event = Infallible;
    const NAME: &'static str = state::ID;

    fn mount(&self) -> Mount {
        Mount::View(View::Recipe)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
