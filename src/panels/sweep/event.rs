//! Events of a sweep.

use cost::plan::Plan;
use search::sweep::SweepReading;

/// An event of the sweep.
#[derive(Debug, PartialEq)]
pub(crate) enum SweepEvent {
    /// A preset question is asked: a position in [`PRESETS`](super::state::PRESETS).
    Ask(usize),
    /// An axis becomes logarithmic, or linear again: 0 across, 1 up.
    TurnScale(usize),
    /// The page takes the plan of a point: the index of its line, its index in the line, and its
    /// plan.
    GoTo(usize, usize, Box<Plan>),
    /// Another reading is shown.
    Show(SweepReading),
    /// Another control varies across: its key.
    VaryAcross(&'static str),
    /// Another control varies from line to line: its key, empty for none.
    VaryBetween(&'static str),
    /// A point is looked at.
    LookAt(usize, usize),
    /// The focus goes to a point.
    Focus(usize, usize),
    /// The estimates have ended; true if all were made.
    Swept(bool),
}
