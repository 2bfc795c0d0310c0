//! Window of time: the part of the step in sight.

use super::axis::TimeAxis;

/// The part of the step in sight.
pub(super) struct Window {
    pub(super) axis: TimeAxis,
    /// The position of its left edge, as a share of the drawing.
    pub(super) from: f64,
    /// Device pixels of the whole drawing.
    pub(super) across: f64,
    /// The window's width in device pixels.
    pub(super) width: usize,
    /// Device pixels per CSS pixel.
    pub(super) ratio: f64,
}

impl Window {
    /// The device pixel of a moment.
    pub(super) fn place(&self, time: f64) -> f64 {
        (self.axis.place(time) - self.from) * self.across
    }
}
