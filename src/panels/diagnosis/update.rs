//! Events of the diagnosis, and their effects.

use search::change::Change;

use crate::dom::{UiEvent, UiEventKind};
use crate::panels::FIGURES;
use crate::store::{Effects, Event, Page};

/// The button of the advised change is pressed.
#[derive(Debug, PartialEq)]
pub(crate) struct Advised;

/// Event of the diagnosis for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(ui_event: &UiEvent) -> Option<Advised> {
    let is_click = ui_event.kind == UiEventKind::Click;
    (is_click && ui_event.within(".advised").is_some()).then_some(Advised)
}

/// Applies the advised change.
pub(super) fn update(page: &Page, effects: &mut Effects<Advised>) {
    let found = page.diagnosis.as_ref();
    if let Some(advice) = found.and_then(|found| found.advice.as_ref()) {
        let changed = Change::applied(&advice.changes, &page.draft);
        effects.send(Event::Jump(Box::new(changed)));
        // The button may be gone after the next drawing, and the focus must stay on the page.
        effects.focus(FIGURES);
    }
}
