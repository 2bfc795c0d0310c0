//! Window of time: the part of the step in sight.

/// The part of the step in sight.
pub(super) struct Window {
    /// The moment at its left edge.
    pub(super) from: f64,
    /// Device pixels per second.
    pub(super) across: f64,
    /// The window's width in device pixels.
    pub(super) width: usize,
    /// Device pixels per CSS pixel.
    pub(super) ratio: f64,
}

impl Window {
    /// The device pixel of a moment.
    pub(super) fn place(&self, time: f64) -> f64 {
        (time - self.from) * self.across
    }
}
