//! Events of the head, and the changes of its state.

use cost::convention::Conventions;

use crate::dom::{UiEvent, UiEventKind};

/// An event of the head.
#[derive(Debug, PartialEq)]
pub(crate) enum HeadEvent {
    /// Request to copy the address.
    Copy,
    /// The clipboard is unavailable, and the address is shown: it is copied by the older interface.
    CopyShown,
    /// Resets to the plain plan.
    Reset,
    /// The other unit.
    Units,
    /// The next theme.
    Theme,
    /// Another convention: the index of the question, and that of its answer.
    ChooseConvention(usize, usize),
}

/// Event of the head for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(ui_event: &UiEvent) -> Option<HeadEvent> {
    let target = ui_event.target()?;
    match ui_event.kind {
        UiEventKind::Click => match target.id().as_str() {
            "copy-link" => Some(HeadEvent::Copy),
            "reset" => Some(HeadEvent::Reset),
            "units" => Some(HeadEvent::Units),
            "theme" => Some(HeadEvent::Theme),
            _ => None,
        },
        // A convention is chosen from the list of its question.
        UiEventKind::Change => {
            let name = target.attribute("name")?;
            let mut choices = Conventions::CHOICES.iter();
            let question = choices.position(|(key, _)| name == *key)?;
            Some(HeadEvent::ChooseConvention(question, target.chosen()?))
        }
        _ => None,
    }
}
