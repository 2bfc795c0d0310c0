//! What the reader looks at, and how far the runs have come.

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
    /// How often they were asked for.
    pub(super) attempts: u32,
    /// Reading them, while that goes on.
    pub(super) judging: Option<Judging>,
    /// They, once they are here.
    pub(super) runs: Option<Runs>,
    pub(super) choice: Choice,
}

/// How far the runs have come.
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

/// What the reader chose.
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
    /// What is said of runs that are late or have not come.
    pub(super) fn said(&self) -> Option<&'static str> {
        let [late, failed] = words().accuracy.unloaded;
        match self.loading {
            Loading::No | Loading::Coming | Loading::Here => None,
            Loading::Late => Some(late),
            Loading::Failed => Some(failed),
        }
    }

    /// What was measured of the page's plan, if that is one of the runs; nothing before those are
    /// here.
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
