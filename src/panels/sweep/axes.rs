//! The axes of a sweep's plot.

use formats::number::Units;
use search::sweep::Sweep;
use text::sweep::in_unit;

use super::state::{SweepChoice, SweepFigure};
use crate::components::Axis;
use crate::store::Page;

/// Ratio of the largest to the least value from which an axis is logarithmic by default: across,
/// up.
const WIDE: [f64; 2] = [8.0, 30.0];
/// Largest factor by which the GPU's memory limit may exceed the values and still be drawn.
const BEYOND: f64 = 3.0;
/// Margin beyond the greatest value, as a factor.
const ROOM: f64 = 1.06;

/// Position of a point across: its value, or its index if the values are words.
pub(super) fn across(sweep: &Sweep, place: usize) -> f64 {
    if sweep.across().is_numeric() {
        sweep.values()[place]
    } else {
        place as f64
    }
}

impl SweepFigure {
    /// The axes of the sweep that is shown.
    pub(super) fn axes_now(&self, page: &Page) -> Option<[Axis; 2]> {
        let sweep = self.sweeps.shown()?;
        Some(axes(sweep, &self.asked, page.units()))
    }
}

/// The axes. Across: all values. Up: from zero, or from the least if logarithmic, to a margin above
/// the greatest, and to the GPU's memory limit if that is near.
pub(super) fn axes(sweep: &Sweep, asked: &SweepChoice, units: Units) -> [Axis; 2] {
    let reading = asked.reading;
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for line in 0..sweep.lines().len() {
        for place in 0..sweep.values().len() {
            if let Some(figure) = sweep.reading(line, place, reading) {
                let figure = in_unit(reading, figure, units);
                least = least.min(figure);
                most = most.max(figure);
            }
        }
    }
    let last = sweep.values().len().saturating_sub(1);
    let (low, high) = match sweep.values().is_empty() {
        true => (0.0, 1.0),
        false => (across(sweep, 0), across(sweep, last)),
    };
    let is_wide = |low: f64, high: f64, wide: f64| low > 0.0 && high / low >= wide;
    let by_ratio = [
        sweep.across().is_numeric() && asked.scales[0].unwrap_or(is_wide(low, high, WIDE[0])),
        asked.scales[1].unwrap_or(is_wide(least, most, WIDE[1])),
    ];
    let mut top = most * ROOM;
    if let Some(capacity) = sweep.capacity().filter(|_| reading.is_memory()) {
        let line = units.of(capacity);
        if line < most * BEYOND {
            top = top.max(line * ROOM * ROOM);
        }
    }
    let bottom = if by_ratio[1] { least } else { 0.0 };
    [
        Axis::over(low, high, by_ratio[0]),
        Axis::over(bottom, top, by_ratio[1]),
    ]
}
