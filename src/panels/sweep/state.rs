//! The question of a sweep, and its answer.

use search::sweep::{AXES, Sweep, SweepAxis, SweepReading, axis};

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "sweep";

/// The question, and its answer.
#[derive(Default)]
pub(crate) struct SweepFigure {
    pub(super) asked: Asked,
    /// The point that is looked at: its line, its place on it.
    pub(super) at: Option<(usize, usize)>,
    pub(super) sweeps: Sweeps,
}

/// The reader's question.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) reading: SweepReading,
    /// The key of the axis across.
    pub(super) across: &'static str,
    /// The key of what differs from line to line; empty for a single line.
    pub(super) between: &'static str,
    /// Whether the axes are logarithmic: across, up; by what they show where nobody has chosen.
    pub(super) scales: [Option<bool>; 2],
}

/// Questions that are ready.
pub(super) static PRESETS: [Asked; 5] = [
    ask(SweepReading::Bubble, "m", "pp"),
    ask(SweepReading::Memory, "seq", "tp"),
    ask(SweepReading::Mfu, "gpus", "pp"),
    ask(SweepReading::Memory, "dp", "zero"),
    ask(SweepReading::Step, "mbs", "ckpt"),
];

const fn ask(reading: SweepReading, across: &'static str, between: &'static str) -> Asked {
    Asked {
        reading,
        across,
        between,
        scales: [None, None],
    }
}

impl Default for Asked {
    fn default() -> Self {
        PRESETS[0]
    }
}

impl Asked {
    /// The axis across.
    pub(super) fn across(&self) -> &'static SweepAxis {
        axis(self.across).unwrap_or(&AXES[0])
    }

    /// The control that differs from line to line, if there is one.
    pub(super) fn between(&self) -> Option<&'static SweepAxis> {
        axis(self.between)
    }

    /// Whether it asks the same, however the axes run.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.reading == other.reading
            && self.across == other.across
            && self.between == other.between
    }

    /// Whether a sweep varies what is asked.
    pub(super) fn varies(&self, sweep: &Sweep) -> bool {
        let between = sweep.between().map_or("", |axis| axis.key);
        sweep.across().key == self.across && between == self.between
    }
}

/// The sweep that is shown, and the one that is being worked out.
#[derive(Default)]
pub(super) struct Sweeps {
    shown: Option<Sweep>,
    pub(super) coming: Option<Sweep>,
    /// Whether the one that is shown was stopped before all of it was worked out.
    pub(super) is_cut: bool,
}

impl Sweeps {
    /// The sweep to show, of the present plan or the one before.
    pub(super) fn shown(&self) -> Option<&Sweep> {
        self.shown.as_ref()
    }

    /// Does a small piece of the one that is coming; `false` when there is none left.
    pub(super) fn estimate_next(&mut self) -> bool {
        self.coming.as_mut().is_some_and(Sweep::estimate_next)
    }

    /// Shows the one that was coming, as far as it has come; tells whether there was one.
    pub(super) fn show(&mut self, is_whole: bool) -> bool {
        let Some(coming) = self.coming.take() else {
            return false;
        };
        self.shown = Some(coming);
        self.is_cut = !is_whole;
        true
    }
}
