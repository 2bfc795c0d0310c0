//! Ids of the figure's elements.

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "timeline";
/// The id of the scrolling region of the charts.
pub(super) const REGION: &str = "timeline-region";
/// The id of the details with the chosen stage's blocks.
pub(super) const BLOCKS: &str = "timeline-blocks";
