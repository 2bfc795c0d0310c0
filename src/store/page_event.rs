//! Events of the page itself for UI events.
//!
//! Tests: `tests.rs`.

use super::event::Event;
use super::page::Page;
use crate::dom::{UiEvent, UiEventKind};

/// Event of the page itself for a UI event; none if it concerns panels alone.
pub(crate) fn page_event(page: &Page, ui_event: &UiEvent) -> Option<Event> {
    match ui_event.kind {
        UiEventKind::PointerDown => {
            let is_slider = ui_event.target()?.field() == "range";
            is_slider.then_some(Event::StartDrag)
        }
        UiEventKind::PointerUp | UiEventKind::PointerCancel => {
            page.before_drag.as_ref().map(|_| Event::EndDrag)
        }
        UiEventKind::Click => {
            let lever = ui_event.within(":is(#views, #lesson) [data-lever]")?;
            lever.attribute("data-lever").map(Event::RevealControl)
        }
        UiEventKind::Toggle => {
            // A figure may have further details, which have ids of their own.
            let details = ui_event.target()?;
            if details.class() != "numbers" {
                return None;
            }
            let figure = details.closest("main figure")?.id();
            let own = details.id();
            let (id, was_open) = if own.is_empty() {
                let was_open = page.is_table_open(&figure);
                (figure, was_open)
            } else {
                let was_open = page.is_open(&own);
                (own, was_open)
            };
            let is_open = details.is_open();
            (was_open != is_open).then_some(Event::Fold(id, is_open))
        }
        _ => None,
    }
}
