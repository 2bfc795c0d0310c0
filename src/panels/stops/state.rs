//! State of the marks: the work on them, and the plan that a reader points at.

use std::sync::Arc;

use cost::plan::Plan;

use super::marking::Marking;

/// The work on the marks, and the plan that a reader points at.
#[derive(Default)]
pub(crate) struct StopMarker {
    /// The plan whose marks are shown.
    pub(super) marked: Option<Arc<Plan>>,
    pub(super) marking: Option<Marking>,
    /// The plan, or none, at which a reader has pointed since the last frame.
    pub(super) pointed: Option<Option<Box<Plan>>>,
    /// The plan beside which another one is shown.
    pub(super) shown: Option<Arc<Plan>>,
}
