//! Listeners for the browser's events: one set for all panels, whose elements come and go.

use super::message_loop::Store;
use super::runtime::{Arrival, Runtime};
use crate::browser::{events, preferences};
use crate::dom::{UiEvent, UiEventKind};
use crate::panels::FIGURES;
use crate::store::{Effect, Message, PanelMoment, page_event};

/// The class of the link past the controls.
pub(super) const SKIP: &str = "skip";

/// Starts all listeners.
pub(super) fn listen(store: Store) {
    for kind in UiEventKind::ALL {
        events::on_ui_event(kind, move |ui_event| {
            store.take_in(Arrival::UiEvent(ui_event));
        });
    }
    preferences::on_change(move || store.take_in(Arrival::MomentOfAll(PanelMoment::Kept)));
}

impl Store {
    /// Passes a UI event to the page and to all panels.
    pub(super) fn process_ui_event(self, ui_event: &UiEvent, effects: &mut Vec<Effect>) {
        // The answer to a press or to typing is drawn at once. Drags and scrolling are drawn by
        // frames.
        let is_urgent = match ui_event.kind {
            UiEventKind::Click
            | UiEventKind::KeyDown
            | UiEventKind::Change
            | UiEventKind::Toggle => true,
            UiEventKind::Input => ui_event
                .target()
                .is_some_and(|field| field.field() != "range"),
            _ => false,
        };
        let is_answered = self.with(|runtime| {
            let event = page_event(&runtime.page, ui_event);
            let mut is_answered = event.is_some();
            effects.extend(event.map(|event| Effect::Send(Message::Page(event))));
            if is_skip(ui_event) {
                ui_event.prevent_default();
                effects.push(Effect::Focus(FIGURES.into()));
                effects.push(Effect::ScrollTo(FIGURES.into()));
            }
            let Runtime { page, panels, .. } = runtime;
            for mounted in panels {
                if mounted.panel.on_ui_event(page, ui_event, effects) {
                    mounted.is_due = true;
                    mounted.is_acted_on |= is_urgent;
                    is_answered = true;
                }
            }
            is_answered
        });
        if is_answered && is_urgent {
            self.with(|runtime| runtime.waiting.is_urgent = true);
        }
        // The browser prints the page as it is once all panels are drawn.
        if matches!(
            ui_event.kind,
            UiEventKind::BeforePrint | UiEventKind::AfterPrint
        ) {
            self.take_in(Arrival::WholePage);
        }
    }
}

/// True if the link that skips the controls is pressed. The plan owns the fragment, so the browser
/// must not follow this link.
fn is_skip(ui_event: &UiEvent) -> bool {
    ui_event.kind == UiEventKind::Click
        && ui_event.target().is_some_and(|link| link.class() == SKIP)
}
