//! State of the published runs: their loading, the reader's choices, and events.

use std::sync::Arc;

use formats::accuracy;

use super::runs::{Judging, Runs};
use super::sheet::{AccuracyChoice, ShownRuns};
use crate::store::{Page, PartState};

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "accuracy";
/// The id of the region of the table.
pub(super) const TABLE: &str = "accuracy-table";
/// Rows of the table at first.
pub(super) const ROWS: usize = 20;
/// Rows that each press adds.
pub(super) const MORE: usize = 40;

/// The published runs, and the reader's choices.
#[derive(Default)]
pub(crate) struct Accuracy {
    /// State of loading the runs.
    pub(super) loading: PartState,
    /// Number of attempts to load them.
    pub(super) attempts: u32,
    /// Reading of the runs, while it goes on.
    pub(super) judging: Option<Judging>,
    /// The runs, once they are loaded.
    pub(super) runs: Option<Arc<Runs>>,
    pub(super) choice: AccuracyChoice,
}

impl Accuracy {
    /// Sentence about runs that are late or failed to load.
    pub(super) fn said(&self) -> Option<&'static str> {
        self.loading.of_words(text::accuracy::unloaded())
    }

    /// The content of the opened figure; none if it is not open, or before the runs are loaded.
    pub(super) fn shown(&self, page: &Page) -> Option<ShownRuns> {
        let runs = self.runs.as_ref().filter(|_| page.is_table_open(ID))?;
        Some(ShownRuns {
            runs: Arc::clone(runs),
            choice: AccuracyChoice {
                at: None,
                ..self.choice
            },
            units: page.units(),
        })
    }

    /// The event for a look at a run; none if it is looked at already.
    pub(super) fn look_at(&self, index: usize) -> Option<AccuracyEvent> {
        (self.choice.at != Some(index)).then_some(AccuracyEvent::LookAt(index))
    }

    /// Sentence with the measurements of the page's plan, if that is one of the runs; `None` before
    /// they are loaded.
    pub(super) fn published(&self, page: &Page) -> Option<String> {
        let runs = self.runs.as_ref()?;
        if page.is_stale() {
            return Some(String::new());
        }
        let plan = page.plan.bare();
        // Two sources may have run the same plan: the pressed one has priority.
        let pressed = self.choice.at.and_then(|at| runs.all.get(at));
        let mut all = pressed.into_iter().chain(&runs.all);
        let run = all.find(|run| run.plan == plan);
        Some(run.map_or(String::new(), |run| runs.sentence(run, page.units())))
    }
}

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
