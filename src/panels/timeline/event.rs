//! Events of the timeline.

use cost::plan::Schedule;

use super::act::TimelineAction;
use super::chart::Selection;

/// An event of the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TimelineEvent {
    /// The action of a button or a key.
    Act(TimelineAction),
    /// The pointer selects a block.
    Select(Selection),
    /// Another schedule is compared, or none.
    Compare(Option<Schedule>),
    /// The time axis is stretched by this many doublings around a position of the canvas in pixels.
    ZoomAt(i32, f64),
    /// The region is scrolled to this distance from its left, in pixels.
    Scrolled(f64),
    /// The size of the window or the resolution of the screen has changed.
    Resized,
    /// The window is, or is no longer, too low for tall rows.
    SetLow(bool),
    /// The page's colours have changed.
    Recoloured,
    /// The cursor starts: the reader wants it, and the page's motion setting allows it.
    Run,
    /// The browser paints a frame at this moment, in milliseconds.
    Frame(f64),
    /// The pointer or the focus leaves the drawing.
    Leave,
    /// A longer step is due to be laid out.
    LayOut,
}
