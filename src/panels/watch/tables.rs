//! The moments of a scene as a table.

use cost::legal::Legal;

use super::frame::WatchFrame;
use crate::components::Table;
use text::trace;

/// A row for each moment, with their sums in the foot.
pub(super) fn moments(frame: &WatchFrame, legal: &Legal) -> Table {
    let rows = trace::rows(legal, frame.trace, frame.units);
    Table {
        headings: trace::headings().map(str::to_owned).to_vec(),
        rows: rows.into_iter().map(Vec::from).collect(),
        foot: trace::foot(legal, frame.trace, frame.units).to_vec(),
    }
}
