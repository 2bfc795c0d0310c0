//! Listening to the browser: one set of listeners for all panels, whose elements come and go.

use super::runtime::{Arrival, Runtime};
use super::store::Store;
use crate::browser::{events, preferences};
use crate::dom::{Heard, Kind};
use crate::panels::FIGURES;
use crate::store::{Effect, Event, Message, Moment, Page};

/// The class of the link past the controls.
pub(super) const SKIP: &str = "skip";

/// Begins to listen.
pub(super) fn listen(store: Store) {
    for kind in Kind::ALL {
        events::hear(kind, move |heard| store.take_in(Arrival::Heard(heard)));
    }
    preferences::on_change(move || store.take_in(Arrival::MomentOfAll(Moment::Kept)));
}

impl Store {
    /// Has the page and all panels hear something.
    pub(super) fn process_heard(self, heard: &Heard, effects: &mut Vec<Effect>) {
        // An answer to a reader's press, or to what they type, stands at once; what a hand moves
        // follows by the frame.
        let is_urgent = match heard.kind {
            Kind::Click | Kind::KeyDown | Kind::Change | Kind::Toggle => true,
            Kind::Input => heard.target().is_some_and(|field| field.field() != "range"),
            _ => false,
        };
        let is_answered = self.with(|runtime| {
            let event = hear_page(&runtime.page, heard);
            let mut is_answered = event.is_some();
            effects.extend(event.map(|event| Effect::Send(Message::Page(event))));
            if is_skip(heard) {
                heard.prevent_default();
                effects.push(Effect::Focus(FIGURES.into()));
                effects.push(Effect::ScrollTo(FIGURES.into()));
            }
            let Runtime { page, panels, .. } = runtime;
            for mounted in panels {
                if mounted.panel.hear(page, heard, effects) {
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
        // The browser prints the page as it stands once all have heard of it.
        if matches!(heard.kind, Kind::BeforePrint | Kind::AfterPrint) {
            self.take_in(Arrival::WholePage);
        }
    }
}

/// Event of the page itself for something heard; none where it concerns panels alone.
fn hear_page(page: &Page, heard: &Heard) -> Option<Event> {
    match heard.kind {
        Kind::PointerDown => {
            let is_slider = heard.target()?.field() == "range";
            is_slider.then_some(Event::StartDrag)
        }
        Kind::PointerUp | Kind::PointerCancel => page.before_drag.as_ref().map(|_| Event::EndDrag),
        Kind::Click => {
            let lever = heard.within(":is(#later, #lesson) [data-lever]")?;
            lever.attribute("data-lever").map(Event::RevealControl)
        }
        Kind::Toggle => {
            // A figure may have further details, which have ids of their own.
            let details = heard.target()?;
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

/// Whether the link past the controls is pressed. The fragment belongs to the plan, so the link
/// itself must not go there.
fn is_skip(heard: &Heard) -> bool {
    heard.kind == Kind::Click && heard.target().is_some_and(|link| link.class() == SKIP)
}
