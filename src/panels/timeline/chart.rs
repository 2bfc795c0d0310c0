//! Chart of a schedule's step, and its selected block.

use cost::timeline::Timeline;
use cost::units::Bytes;

/// The step of one schedule.
pub(super) struct Chart {
    pub(super) timeline: Timeline,
    pub(super) schedule: usize,
    /// Bubble as a share of the pipeline's time.
    pub(super) bubble: f64,
    /// Memory left for activations on the GPU of each stage.
    pub(super) rooms: Vec<Bytes>,
}

/// The selected block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Selection {
    /// The index of its chart.
    pub(super) chart: usize,
    /// The stage, which is a row.
    pub(super) rank: usize,
    /// The block's index in the row; `None` before the reader has chosen one.
    pub(super) index: Option<usize>,
}

/// Height of a row with the gap below it, and of that gap, in pixels for a number of rows.
pub(super) const fn pitch(rows: usize) -> [usize; 2] {
    match rows {
        0..=8 => [26, 6],
        9..=16 => [19, 4],
        17..=32 => [12, 3],
        33..=64 => [8, 2],
        65..=160 => [5, 1],
        _ => [2, 0],
    }
}
