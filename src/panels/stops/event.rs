//! Events of the marks: where a reader points.

use cost::plan::Plan;

/// An event of the marks.
pub(crate) enum StopsEvent {
    /// A reader points at a mark or button that leads to this plan; `None` if the pointer has left.
    Point(Option<Box<Plan>>),
    /// The browser paints next: the plan pointed at last is estimated.
    Frame,
    /// The marks are worked out, or their time ran out.
    Marked,
}
