//! The reader's choices, and the state of loading the runs.

use super::runs::{Judging, Runs};
use crate::panels::words;
use crate::store::Page;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "accuracy";
/// The id of the region of the table.
pub(super) const TABLE: &str = "accuracy-table";
/// Rows of the table at first.
pub(super) const ROWS: usize = 20;
/// Rows more at a press.
pub(super) const MORE: usize = 40;

/// The runs, and how they are looked at.
#[derive(Default)]
pub(crate) struct Accuracy {
    pub(super) loading: Loading,
    /// Number of attempts to load them.
    pub(super) attempts: u32,
    /// Reading them, while that goes on.
    pub(super) judging: Option<Judging>,
    /// They, once they are here.
    pub(super) runs: Option<Runs>,
    pub(super) choice: Choice,
}

/// State of loading the runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Loading {
    /// Nobody has asked for them.
    #[default]
    No,
    /// They are on their way.
    Coming,
    /// The same, for longer than a reader should wait without a word.
    Late,
    /// They have not come.
    Failed,
    /// They are here.
    Here,
}

/// The reader's choices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Choice {
    /// 0 for the step, 1 for memory.
    pub(super) figure: usize,
    /// The only source, if one is chosen.
    pub(super) source: Option<usize>,
    /// Rows of the table beyond the first.
    pub(super) more: usize,
    /// The run that is looked at.
    pub(super) at: Option<usize>,
}

impl Accuracy {
    /// Sentence about runs that are late or have not come.
    pub(super) fn said(&self) -> Option<&'static str> {
        let [late, failed] = words().accuracy.unloaded;
        match self.loading {
            Loading::No | Loading::Coming | Loading::Here => None,
            Loading::Late => Some(late),
            Loading::Failed => Some(failed),
        }
    }

    /// Sentence with the measurements of the page's plan, if that is one of the runs; nothing
    /// before those are here.
    pub(super) fn published(&self, page: &Page) -> Option<String> {
        let runs = self.runs.as_ref()?;
        if page.is_stale() {
            return Some(String::new());
        }
        let plan = page.plan.bare();
        // Two sources may have run the same plan: the one that was pressed comes first.
        let pressed = self.choice.at.and_then(|at| runs.all.get(at));
        let mut all = pressed.into_iter().chain(&runs.all);
        let run = all.find(|run| run.plan == plan);
        Some(run.map_or(String::new(), |run| runs.sentence(run, page.units())))
    }
}
