//! The part of the step that is in sight.

/// The part of the step that is in sight.
pub(super) struct Window {
    /// The moment at its left.
    pub(super) from: f64,
    /// Device pixels a second.
    pub(super) across: f64,
    /// Its width in device pixels.
    pub(super) width: usize,
    /// Device pixels for one of the page's.
    pub(super) ratio: f64,
}

impl Window {
    /// The device pixel of a moment.
    pub(super) fn place(&self, time: f64) -> f64 {
        (time - self.from) * self.across
    }
}
