//! State of the marks: the work on them, the plan that a reader points at, and events.

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

/// An event of the marks.
pub(crate) enum StopsEvent {
    /// A reader points at a mark or button that leads to this plan; `None` if the pointer has left.
    Point(Option<Box<Plan>>),
    /// The browser paints next: the plan pointed at last is estimated.
    Frame,
    /// The marks are worked out, or their time ran out.
    Marked,
}
