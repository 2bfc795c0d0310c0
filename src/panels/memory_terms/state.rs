//! The stage and the kinds that are open, and their contents.

use cost::legal::Legal;
use cost::memory::terms::StageTerms;

use crate::store::Page;

/// The id of the list of stages.
pub(super) const STAGES: &str = "terms-stage";

/// The terms: which kinds are open, and how they were before the present drag.
#[derive(Default)]
pub(crate) struct MemoryTerms {
    /// Kinds that are open, by their place in [`MEMORY`](cost::certainty::MEMORY).
    pub(super) kinds: [bool; 7],
    /// Whether a slider is held.
    pub(super) is_dragging: bool,
    /// The terms of the stage that was open when the present drag began.
    pub(super) before: Option<StageTerms>,
}

/// The terms of the stage that is open.
pub(super) fn terms(page: &Page) -> Option<StageTerms> {
    let stage = page.stage_in_depth()?;
    let legal = Legal::check(&page.plan).ok()?;
    Some(StageTerms::of(&legal, &page.estimate.memory, stage))
}
