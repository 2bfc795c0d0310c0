//! The figure of the bill.

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "bill";

/// The figure; all its state is the page's.
pub(crate) struct BillFigure;
