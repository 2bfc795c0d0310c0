//! The moments of a scene as a table.

use cost::legal::Legal;

use super::frame::WatchFrame;
use super::texts::trace_words;
use crate::components::Table;

/// A row for each moment, with their sums in the foot.
pub(super) fn moments(frame: &WatchFrame, legal: &Legal) -> Table {
    let words = trace_words();
    let rows = words.rows(legal, frame.trace, frame.units);
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows: rows.into_iter().map(Vec::from).collect(),
        foot: words.foot(legal, frame.trace, frame.units).to_vec(),
    }
}
