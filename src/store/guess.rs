//! The prediction of a figure that a reader makes.

use cost::why::Figure;

/// A prediction of a figure, while the page waits for it or shows its outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Guess {
    /// The figure; one of a stage has the number of its stage.
    pub(crate) figure: Figure,
    /// The predicted value, in the figure's unit.
    pub(crate) value: f64,
    /// The largest value that can be dragged to; 0 if the reader chooses among values.
    pub(crate) most: f64,
    /// True if the reader has made the prediction.
    pub(crate) is_made: bool,
    /// True if the outcome is shown.
    pub(crate) is_seen: bool,
}

impl Guess {
    /// The prediction with another value.
    pub(crate) const fn with(self, value: f64) -> Self {
        Self {
            value,
            is_made: true,
            ..self
        }
    }
}
