//! The bill: what the model needs before any layout, line by line.
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
pub(crate) use state::BillFigure;

impl Panel for BillFigure {
    type Event = Infallible;
    const NAME: &'static str = state::ID;

    fn mount(&self) -> Mount {
        Mount::View(View::Bill)
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
