//! Events of the map.

/// An event of the map.
#[derive(Debug, PartialEq)]
pub(crate) enum MapEvent {
    /// Another axis colours the map: a position in [`AXES`](super::state::AXES).
    ColourBy(usize),
}
