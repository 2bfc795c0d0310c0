//! A schedule's step as it is drawn, and the block in it that is looked at.

use cost::timeline::Timeline;
use cost::units::Bytes;

/// One schedule's step.
pub(super) struct Chart {
    pub(super) timeline: Timeline,
    pub(super) schedule: usize,
    /// Share of the pipeline's time that is bubble.
    pub(super) bubble: f64,
    /// Memory that the GPU leaves each stage for activations.
    pub(super) rooms: Vec<Bytes>,
}

/// The block that is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Selection {
    /// The place of its chart.
    pub(super) chart: usize,
    /// The stage, which is a row.
    pub(super) rank: usize,
    /// Its place in the row; none before the reader has chosen one.
    pub(super) index: Option<usize>,
}

/// Pixels of a row with the gap below it, and of that gap, by the number of rows.
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
