//! State of the timeline: its charts, the reader's choices, the part in sight, and events.

use std::sync::Arc;

use cost::plan::{Plan, Schedule};

use super::act::TimelineAction;
use super::axis::TimeAxis;
use super::chart::{Chart, Selection};
use super::painter::Painter;

/// The timeline: laid-out steps, and the reader's choices.
#[derive(Default)]
pub(crate) struct TimelineFigure {
    /// The plan that is laid out.
    pub(super) plan: Option<Arc<Plan>>,
    /// The chart of the plan's step, and of the same plan under another schedule.
    pub(super) charts: [Option<Chart>; 2],
    /// The plan under each other schedule that it can run.
    pub(super) others: Vec<Plan>,
    /// The plan of these schedules.
    pub(super) others_of: Option<Arc<Plan>>,
    /// Schedule to compare with, if any.
    pub(super) against: Option<Schedule>,
    /// The time axis of the charts.
    pub(super) axis: TimeAxis,
    /// True if the middle of a long step is drawn too.
    pub(super) is_whole: bool,
    /// True if a longer step is about to be laid out.
    pub(super) is_layout_due: bool,
    pub(super) selection: Selection,
    /// Number of doublings of the zoom.
    pub(super) zoom: u32,
    /// True if the window is too low for tall rows.
    pub(super) is_low: bool,
    /// Width of the canvas in CSS pixels; 0 if it is not known.
    pub(super) width: f64,
    /// Distance that the region is scrolled to the right, in pixels.
    pub(super) left: f64,
    /// Distance in pixels to which the region is to be scrolled once it is drawn.
    pub(super) scroll_to: Option<f64>,
    /// The cursor's position, as a share of the drawing.
    pub(super) now: f64,
    pub(super) is_playing: bool,
    /// The moment of the cursor's last frame, in milliseconds.
    pub(super) last_frame: Option<f64>,
    pub(super) is_in_sight: bool,
    /// True if the canvases show the present state.
    pub(super) is_painted: bool,
    pub(super) painter: Painter,
}

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
