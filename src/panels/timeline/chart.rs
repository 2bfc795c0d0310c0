//! Chart of a schedule's step, and its selected block.

use cost::plan::Schedule;
use cost::timeline::Timeline;
use cost::units::Bytes;

/// The step of one schedule.
pub(super) struct Chart {
    pub(super) timeline: Timeline,
    pub(super) schedule: Schedule,
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

/// Height of all rows in pixels, and in a low window. Charts of any number of stages have the same
/// place, so that nothing moves below them; `late.css` reserves it.
const ROOM: [f64; 2] = [240.0, 144.0];
/// Height of the tallest row.
const TALLEST: f64 = 40.0;

/// Height of a row with the gap below it, and of that gap, in pixels for a number of rows.
pub(super) fn pitch(rows: usize, is_low: bool) -> [f64; 2] {
    let room = ROOM[usize::from(is_low)];
    let pitch = (room / rows as f64).min(TALLEST);
    // Rows of whole pixels are sharp.
    let pitch = if pitch < 2.0 { pitch } else { pitch.floor() };
    let gap = match pitch as usize {
        0..=2 => 0.0,
        3..=8 => 1.0,
        9..=13 => 2.0,
        14..=23 => 3.0,
        _ => 6.0,
    };
    [pitch, gap]
}
