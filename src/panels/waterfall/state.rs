//! State of the waterfall, and its event.

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "waterfall";

/// The waterfall.
#[derive(Default)]
pub(crate) struct WaterfallFigure {
    /// The open cause: a position in [`Cause::ALL`](cost::waterfall::Cause::ALL).
    pub(super) cause: Option<usize>,
}

/// A cause is opened, or closed if it was open: its position.
#[derive(Debug, PartialEq)]
pub(crate) struct Toggled(pub(super) usize);
