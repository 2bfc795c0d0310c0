//! Events of the terms of a stage.

use super::state::MemoryTerms;
use crate::store::Page;

/// An event of the terms.
#[derive(Debug, PartialEq)]
pub(crate) enum TermsEvent {
    /// A stage opens; `None` closes the open one.
    Open(Option<usize>),
    /// A kind is opened or closed: its index in [`MEMORY`](cost::certainty::MEMORY).
    Fold(usize, bool),
}

/// Event for a choice from the list of stages, whose first entry closes the open stage; none if
/// the choice changes nothing.
pub(super) fn chosen(page: &Page, place: usize) -> Option<TermsEvent> {
    let stage = place.checked_sub(1);
    (stage != page.stage_in_depth()).then_some(TermsEvent::Open(stage))
}

/// Event for details that were opened or closed; none if the state knows that already.
pub(super) fn folded(terms: &MemoryTerms, kind: usize, is_open: bool) -> Option<TermsEvent> {
    let was_open = *terms.kinds.get(kind)?;
    (was_open != is_open).then_some(TermsEvent::Fold(kind, is_open))
}
