//! Memory of each stage at the moment of the timeline's cursor, over the bars of memory.
//!
//! Tests: `tests.rs`.

#[cfg(test)]
mod tests;
mod view;

use std::convert::Infallible;

use leptos::prelude::AnyView;

use super::MEMORY_MOMENT;
use crate::store::{Effects, Mount, Page, Panel, PanelMoment, PanelStore};

/// The marks over the bars, which follow the page's state alone.
pub(crate) struct MemoryMoment;

impl Panel for MemoryMoment {
    type Event = Infallible;
    const NAME: &'static str = MEMORY_MOMENT;

    fn mount(&self) -> Mount {
        Mount::In(MEMORY_MOMENT)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(&mut self, _: &Page, _: PanelMoment, _: &mut Effects<Infallible>) -> bool {
        false
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::marks(panel.page())
    }
}
