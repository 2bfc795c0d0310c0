//! Events of the marks: where a reader points.

use cost::plan::Plan;

/// An event of the marks.
pub(crate) enum StopsEvent {
    /// A reader points at what leads to this plan, or at nothing any more.
    Point(Option<Box<Plan>>),
    /// The browser paints next: the plan pointed at last is estimated.
    Frame,
    /// The marks are worked out, or their time ran out.
    Marked,
}
