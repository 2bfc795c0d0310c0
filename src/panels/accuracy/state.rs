//! State of the published runs: their loading, and the reader's choices.

use std::sync::Arc;

use super::choice::AccuracyChoice;
use super::event::AccuracyEvent;
use super::runs::{Judging, Runs};
use super::sheet::ShownRuns;
use crate::store::{Page, PartState, words};

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
        self.loading.of_words(words().accuracy.unloaded)
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
