//! Events of the head, and the changes of its state.

use cost::convention::Counting;

use crate::dom::{Heard, Kind};

/// An event of the head.
#[derive(Debug, PartialEq)]
pub(crate) enum HeadEvent {
    /// The address is to be copied.
    Copy,
    /// The clipboard was closed, and the address is shown: it is to be copied the older way.
    CopyShown,
    /// Back to the plain plan.
    Reset,
    /// The other unit.
    Units,
    /// The next theme.
    Theme,
    /// Another way to count: the place of the question, and that of its answer.
    Count(usize, usize),
}

/// Event of the head for something heard; none where it concerns other panels.
pub(super) fn hear(heard: &Heard) -> Option<HeadEvent> {
    let target = heard.target()?;
    match heard.kind {
        Kind::Click => match target.id().as_str() {
            "copy-link" => Some(HeadEvent::Copy),
            "reset" => Some(HeadEvent::Reset),
            "units" => Some(HeadEvent::Units),
            "theme" => Some(HeadEvent::Theme),
            _ => None,
        },
        // A way to count is chosen from the list of its question.
        Kind::Change => {
            let name = target.attribute("name")?;
            let mut choices = Counting::CHOICES.iter();
            let question = choices.position(|(key, _)| name == *key)?;
            Some(HeadEvent::Count(question, target.chosen()?))
        }
        _ => None,
    }
}
