//! Events of the timeline.

use super::act::Act;
use super::chart::Selection;

/// An event of the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TimelineEvent {
    /// A button or a key asks for something.
    Act(Act),
    /// The pointer selects a block.
    Select(Selection),
    /// Another schedule is to be compared, or none: a position in the words of schedules.
    Compare(Option<usize>),
    /// A second becomes so many doublings longer, around a place of the canvas in pixels.
    ZoomAt(i32, f64),
    /// The region is scrolled so far to the right, in pixels.
    Scrolled(f64),
    /// The window has another size, or the screen finer pixels.
    Resized,
    /// The page's colours have changed.
    Recoloured,
    /// The page is about to be printed.
    BeforePrint,
    /// It is printed.
    AfterPrint,
    /// The cursor runs: the reader has asked for it, and may.
    Run,
    /// The browser paints its next frame at this moment, in milliseconds.
    Frame(f64),
    /// A longer step is laid out.
    LayOut,
}
