//! The reader's choices in the map, its events, and squares of the whole cluster.

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

/// An event of the map.
#[derive(Debug, PartialEq)]
pub(crate) enum MapEvent {
    /// Another axis colours the map: a position in [`AXES`].
    ColourBy(usize),
}

/// Squares in a row of the whole cluster.
pub(super) const COLUMNS: u64 = 32;
/// Largest number of squares of the whole cluster.
const SQUARES: u64 = 256;

/// GPUs of a square of the whole cluster: a power of two of nodes.
pub(super) fn square(gpus: u64, node: u64) -> u64 {
    let mut square = node;
    while gpus.div_ceil(square) > SQUARES {
        square *= 2;
    }
    square
}
