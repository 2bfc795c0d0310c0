//! Events of the notices, and their effects.

use search::change::Change;

use super::notice::NoticeAction;
use super::state::Notices;
use crate::dom::{UiEvent, UiEventKind};
use crate::panels::FIGURES;
use crate::store::{Effects, Event, Page};

/// The button of this index is pressed, see [`Notices::buttons`].
#[derive(Debug, PartialEq)]
pub(crate) struct Pressed(pub(super) usize);

/// Event of the notices for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(ui_event: &UiEvent) -> Option<Pressed> {
    if ui_event.kind != UiEventKind::Click {
        return None;
    }
    let button = ui_event.within("#notices .change")?;
    button.value().parse().ok().map(Pressed)
}

/// Carries out a button's action.
pub(super) fn update(
    notices: &Notices,
    page: &Page,
    Pressed(place): Pressed,
    effects: &mut Effects<Pressed>,
) {
    let Some(button) = notices.buttons().nth(place) else {
        return;
    };
    effects.send(match &button.act {
        NoticeAction::Change(changes) => {
            Event::Jump(Box::new(Change::applied(changes, &page.draft)))
        }
        NoticeAction::Again(part) => Event::Load(*part),
        NoticeAction::Dismiss => Event::DismissWarnings,
    });
    // The button may be gone after the next drawing, and the focus must stay on the page.
    effects.focus(FIGURES);
}
