//! Events of the published runs.

use formats::accuracy;

/// An event of the published runs.
pub(crate) enum AccuracyEvent {
    /// The runs are requested, for the first time or again.
    Load,
    /// The runs of the attempt of this number are late.
    Late(u32),
    /// The attempt of this number has delivered the runs, or failed.
    Arrived(u32, Option<accuracy::PublishedRuns>),
    /// A run's plan becomes the page's plan. The runs are loaded once, so that an index remains that
    /// of its run.
    Open(usize),
    /// The pointer or the focus is on a run.
    LookAt(usize),
    /// Another figure is compared: 0 for the step, 1 for memory.
    Compare(usize),
    /// One source alone is shown, or all.
    Show(Option<usize>),
    /// More rows of the table are shown.
    More,
    /// The rows are read, or their time ran out.
    Judged,
}
