//! The compared figure, and positions of runs on logarithmic axes.

use std::sync::Arc;

use cost::units::Bytes;
use formats::number::Units;
use text::number::BytesText as _;

use super::runs::{PublishedRun, Runs};
use crate::components::Axis;

/// Largest distance between a press and the point that it selects, as a share of the plot's side.
const REACH: f64 = 0.06;
/// Margin beyond the least and the greatest value, as a factor.
const ROOM: f64 = 1.25;

/// The content of the opened figure, except for the run that is looked at. Its plot and its table are
/// drawn anew only when this changes.
#[derive(Clone)]
pub(super) struct ShownRuns {
    pub(super) runs: Arc<Runs>,
    /// The reader's choices, without a run.
    pub(super) choice: AccuracyChoice,
    pub(super) units: Units,
}

impl PartialEq for ShownRuns {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.runs, &other.runs)
            && self.choice == other.choice
            && self.units == other.units
    }
}

impl ShownRuns {
    /// The runs with their axis.
    pub(super) fn sheet(&self) -> ChosenRuns<'_> {
        ChosenRuns::of(&self.runs, self.choice, self.units)
    }
}

/// The runs under the reader's choices, with their axis.
pub(super) struct ChosenRuns<'a> {
    /// All runs.
    pub(super) runs: &'a Runs,
    /// The reader's choices.
    pub(super) choice: AccuracyChoice,
    /// The unit of memory.
    pub(super) units: Units,
    /// The axis, the same from left to right and from bottom to top.
    pub(super) axis: Axis,
}

impl<'a> ChosenRuns<'a> {
    /// The runs on an axis that covers all of them, whatever source is chosen.
    pub(super) fn of(runs: &'a Runs, choice: AccuracyChoice, units: Units) -> Self {
        let mut sheet = Self {
            runs,
            choice,
            units,
            axis: Axis {
                low: f64::INFINITY,
                high: 0.0,
                is_logarithmic: true,
            },
        };
        for run in &runs.all {
            for figure in sheet.figures(run).into_iter().flatten() {
                sheet.axis.low = sheet.axis.low.min(figure / ROOM);
                sheet.axis.high = sheet.axis.high.max(figure * ROOM);
            }
        }
        sheet
    }

    /// Measured and predicted in the unit of the axes: seconds, or the reader's unit of memory.
    pub(super) fn figures(&self, run: &PublishedRun) -> Option<[f64; 2]> {
        let pair = run.published.figures[self.choice.figure]?;
        let figures = [pair.measured, pair.predicted];
        Some(if self.choice.figure == 0 {
            figures
        } else {
            figures.map(|gib| self.units.of(Bytes::from_gib(gib)))
        })
    }

    /// The unit of the axes.
    pub(super) fn unit(&self) -> &'static str {
        if self.choice.figure == 0 {
            "s"
        } else {
            self.units.symbol()
        }
    }

    /// True if a run's source is among those chosen.
    pub(super) fn is_chosen(&self, run: &PublishedRun) -> bool {
        self.choice.source.is_none_or(|source| source == run.source)
    }

    /// The chosen run nearest to a place in the plot, if one is near. The place is from the left and
    /// from the top, as shares of the plot's side.
    pub(super) fn nearest(&self, [left, top]: [f64; 2]) -> Option<usize> {
        let mut nearest = (REACH * REACH, None);
        for (index, run) in self.runs.all.iter().enumerate() {
            if let Some(figures) = self.figures(run).filter(|_| self.is_chosen(run)) {
                let [right, up] = figures.map(|figure| self.axis.place(figure));
                let (x, y) = (right - left, 1.0 - up - top);
                let distance = x * x + y * y;
                if distance < nearest.0 {
                    nearest = (distance, Some(index));
                }
            }
        }
        nearest.1
    }

    /// The chosen runs that have this figure, the worst prediction first.
    pub(super) fn worst_first(&self) -> Vec<usize> {
        let mut worst: Vec<(f64, usize)> = Vec::new();
        for (index, run) in self.runs.all.iter().enumerate() {
            if let Some(pair) =
                run.published.figures[self.choice.figure].filter(|_| self.is_chosen(run))
            {
                let off = pair.factor();
                let place = worst.iter().position(|&(other, _)| other < off);
                worst.insert(place.unwrap_or(worst.len()), (off, index));
            }
        }
        worst.into_iter().map(|(_, index)| index).collect()
    }
}

/// The reader's choices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct AccuracyChoice {
    /// 0 for the step, 1 for memory.
    pub(super) figure: usize,
    /// The only source, if one is chosen.
    pub(super) source: Option<usize>,
    /// Rows of the table beyond the initial ones.
    pub(super) more: usize,
    /// The run under the pointer or the focus.
    pub(super) at: Option<usize>,
}
