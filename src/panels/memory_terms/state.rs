//! State of memory in depth: the open kinds, the terms of the open stage, and events.

use cost::memory::terms::StageTerms;

use crate::store::Page;

/// The id of the list of stages.
pub(super) const STAGES: &str = "terms-stage";

/// Memory in depth: the open kinds, and the terms before the present drag.
#[derive(Default)]
pub(crate) struct MemoryTerms {
    /// True for each open kind, by its index in [`MEMORY`](cost::certainty::MEMORY).
    pub(super) kinds: [bool; 7],
    /// True while a slider is dragged.
    pub(super) is_dragging: bool,
    /// The terms of the open stage when the present drag began.
    pub(super) before: Option<StageTerms>,
}

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
