//! Events of the terms of a stage, and the changes of their state.

use super::state::{MemoryTerms, STAGES};
use crate::dom::{UiEvent, UiEventKind};
use crate::store::Page;

/// An event of the terms.
#[derive(Debug, PartialEq)]
pub(crate) enum TermsEvent {
    /// A stage opens, or none.
    Open(Option<usize>),
    /// A kind is opened or closed: its index in [`MEMORY`](cost::certainty::MEMORY).
    Fold(usize, bool),
}

/// Event of the terms for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(
    terms: &MemoryTerms,
    page: &Page,
    ui_event: &UiEvent,
) -> Option<TermsEvent> {
    match ui_event.kind {
        UiEventKind::Click => pressed(page, ui_event),
        UiEventKind::Change => {
            let list = ui_event.target().filter(|list| list.id() == STAGES)?;
            let stage = list.chosen()?.checked_sub(1);
            (stage != page.open_stage).then_some(TermsEvent::Open(stage))
        }
        UiEventKind::Toggle => {
            let details = ui_event.target()?;
            let kind = details.number_at("data-kind")?;
            let is_open = details.is_open();
            let was_open = *terms.kinds.get(kind)?;
            (was_open != is_open).then_some(TermsEvent::Fold(kind, is_open))
        }
        _ => None,
    }
}

/// Event for a press on a bar: its stage opens, or closes if it was open.
fn pressed(page: &Page, ui_event: &UiEvent) -> Option<TermsEvent> {
    let bar = ui_event.within("#memory .stage")?;
    let stage = Some(bar.number_at("data-stage")?);
    let is_open = page.stage_in_depth() == stage;
    Some(TermsEvent::Open(stage.filter(|_| !is_open)))
}
