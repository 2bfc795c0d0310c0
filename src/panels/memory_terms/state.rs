//! State of memory in depth: the open kinds, and the terms of the open stage.

use cost::memory::terms::StageTerms;

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
