//! State of a sweep: the question, its answer, and events.

use std::sync::Arc;

use cost::plan::Plan;
use search::sweep::{AXES, Sweep, SweepAxis, SweepReading, axis};

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "sweep";

/// The question, and the sweeps that answer it.
#[derive(Default)]
pub(crate) struct SweepFigure {
    pub(super) asked: SweepChoice,
    /// The selected point: the index of its line, and its index in the line.
    pub(super) at: Option<(usize, usize)>,
    pub(super) sweeps: Sweeps,
}

/// The reader's question.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct SweepChoice {
    pub(super) reading: SweepReading,
    /// The key of the axis across.
    pub(super) across: &'static str,
    /// The key of the axis between lines; empty for a single line.
    pub(super) between: &'static str,
    /// True for a logarithmic axis: across, up. `None` lets the values decide.
    pub(super) scales: [Option<bool>; 2],
}

/// Preset questions.
pub(super) static PRESETS: [SweepChoice; 5] = [
    ask(SweepReading::Bubble, "m", "pp"),
    ask(SweepReading::Memory, "seq", "tp"),
    ask(SweepReading::Mfu, "gpus", "pp"),
    ask(SweepReading::Memory, "dp", "zero"),
    ask(SweepReading::Step, "mbs", "ckpt"),
];

const fn ask(reading: SweepReading, across: &'static str, between: &'static str) -> SweepChoice {
    SweepChoice {
        reading,
        across,
        between,
        scales: [None, None],
    }
}

impl Default for SweepChoice {
    fn default() -> Self {
        PRESETS[0]
    }
}

impl SweepChoice {
    /// The axis across.
    pub(super) fn across(&self) -> &'static SweepAxis {
        axis(self.across).unwrap_or(&AXES[0])
    }

    /// The control that differs from line to line, if there is one.
    pub(super) fn between(&self) -> Option<&'static SweepAxis> {
        axis(self.between)
    }

    /// True if the question is the same, whatever the scales of the axes.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.reading == other.reading
            && self.across == other.across
            && self.between == other.between
    }

    /// True if a sweep has the axes of this question.
    pub(super) fn varies(&self, sweep: &Sweep) -> bool {
        let between = sweep.between().map_or("", |axis| axis.key);
        sweep.across().key == self.across && between == self.between
    }
}

/// The sweep that is shown, and the one being estimated.
#[derive(Default)]
pub(super) struct Sweeps {
    shown: Option<Arc<Sweep>>,
    pub(super) coming: Option<Sweep>,
    /// True if the sweep shown was stopped before its end.
    pub(super) is_cut: bool,
}

impl Sweeps {
    /// The sweep to show, of the present plan or the previous one.
    pub(super) fn shown(&self) -> Option<&Arc<Sweep>> {
        self.shown.as_ref()
    }

    /// Does a small piece of the coming sweep; `false` if none is left.
    pub(super) fn estimate_next(&mut self) -> bool {
        self.coming.as_mut().is_some_and(Sweep::estimate_next)
    }

    /// Shows the coming sweep, as far as it is estimated; returns whether there was one.
    pub(super) fn show(&mut self, is_whole: bool) -> bool {
        let Some(coming) = self.coming.take() else {
            return false;
        };
        self.shown = Some(Arc::new(coming));
        self.is_cut = !is_whole;
        true
    }
}

/// An event of the sweep.
#[derive(Debug, PartialEq)]
pub(crate) enum SweepEvent {
    /// A preset question is asked: a position in [`PRESETS`].
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
