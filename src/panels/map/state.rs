//! The reader's choices in the map.

use cost::placement::Placement;
use cost::traffic::Route;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "map";
/// The id of the box with the chosen GPU's number.
pub(super) const BOX: &str = "map-gpu";

/// The axes by which the map can be coloured, from the innermost outwards.
pub(super) static AXES: [Route; 5] = [
    Route::Tensor,
    Route::Context,
    Route::Expert,
    Route::Data,
    Route::Pipeline,
];

/// The map's state: the reader's choices.
#[derive(Default)]
pub(crate) struct Map {
    /// The axis that colours the map: a position in [`AXES`].
    pub(super) axis: usize,
}

impl Map {
    /// The chosen axis, or the first that has groups if the chosen one has none.
    pub(super) fn axis(&self, placement: &Placement) -> Route {
        let has = |route: &Route| placement.size(*route) > 1;
        let chosen = AXES.get(self.axis).copied().filter(has);
        let first = || AXES.into_iter().find(has);
        chosen.or_else(first).unwrap_or(Route::Tensor)
    }
}
