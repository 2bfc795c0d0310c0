//! State of the timeline: its charts, the reader's choices, and the window in sight.

use std::sync::Arc;

use cost::plan::Plan;

use super::chart::{Chart, Selection};
use super::painter::Painter;

/// The step as it runs, and how it is looked at.
#[derive(Default)]
pub(crate) struct TimelineFigure {
    /// The plan that is laid out.
    pub(super) plan: Option<Arc<Plan>>,
    /// Its step, and that of the same plan under another schedule.
    pub(super) charts: [Option<Chart>; 2],
    /// The plan under the other schedules that it can run.
    pub(super) others: Vec<Plan>,
    /// Schedule that is compared, if any: a position in the words of schedules.
    pub(super) against: Option<usize>,
    /// Whether a longer step is about to be laid out.
    pub(super) is_layout_due: bool,
    pub(super) selection: Selection,
    /// Doublings of the length of a second.
    pub(super) zoom: u32,
    /// Width of the canvas in the page's pixels; 0 where it is not known.
    pub(super) width: f64,
    /// Distance that the region is scrolled to the right, in pixels.
    pub(super) left: f64,
    /// Distance to which it is scrolled once it is drawn, in pixels.
    pub(super) scroll_to: Option<f64>,
    /// The moment at which the cursor stands, as a share of what is drawn.
    pub(super) now: f64,
    pub(super) is_playing: bool,
    /// The milliseconds of the last frame in which the cursor ran.
    pub(super) last_frame: Option<f64>,
    pub(super) is_in_sight: bool,
    /// Whether the canvases show the present state.
    pub(super) is_painted: bool,
    pub(super) painter: Painter,
}
