//! Events of a sweep.

use search::sweep::SweepReading;

/// An event of the sweep.
#[derive(Debug, PartialEq)]
pub(crate) enum SweepEvent {
    /// A question that is ready is asked: a position in [`PRESETS`](super::state::PRESETS).
    Ask(usize),
    /// An axis turns logarithmic, or linear again: across, up.
    TurnScale(usize),
    /// The plan becomes that of a point: its line, its place on it.
    GoTo(usize, usize),
    /// Another figure is shown.
    Show(SweepReading),
    /// Another control varies across: its key.
    VaryAcross(&'static str),
    /// Another control varies from line to line: its key, empty for none.
    VaryBetween(&'static str),
    /// A point is looked at.
    LookAt(usize, usize),
    /// The focus goes to a point.
    Focus(usize, usize),
}
