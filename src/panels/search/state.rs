//! The question, and its answers.

use search::optimize::Candidate;

use super::answers::{Answers, Job, Run};
use super::asked::Asked;
use super::pool::Pool;
use super::programs::Programs;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "search";
/// The id of the details that say what each axis buys.
pub(super) const AXES_FOLD: &str = "search-buys";
/// Word of the button that asks for new workers.
pub(super) const WORKERS: &str = "workers";

/// The best layout: a question, and its answers as they come.
#[derive(Default)]
pub(super) struct Search {
    pub(super) asked: Asked,
    pub(super) pool: Pool,
    pub(super) programs: Programs,
    /// The answers that are shown.
    pub(super) shown: Option<Answers>,
    /// Those to the present question, until there is something to show.
    pub(super) coming: Option<Answers>,
    /// Whether what is shown answers another question, or is about another plan.
    pub(super) is_old: bool,
    /// Whether the reader has stopped the search.
    pub(super) is_stopped: bool,
    /// Whether the figure is in sight: else nothing is asked.
    pub(super) is_in_sight: bool,
    /// Questions meant to be asked so far: only the last one is.
    pub(super) meant: u32,
    /// The last moment that is known, in milliseconds.
    pub(super) clock: f64,
    /// When was last drawn, in milliseconds.
    pub(super) drawn: f64,
    /// Whether something has come since that is worth a drawing.
    pub(super) is_news: bool,
    /// The layout that is looked at.
    pub(super) at: Option<Candidate>,
}

impl Search {
    /// The answers that come in: to the present question, or more to the one before.
    fn latest(&self) -> Option<&Answers> {
        self.coming.as_ref().or(self.shown.as_ref())
    }

    /// The search for the best that is going on, if one is, or that was stopped.
    pub(super) fn working(&self) -> Option<&Run> {
        let run = self.latest()?.run(Job::Best);
        run.filter(|run| run.took.is_none())
    }

    /// Whether a search is going on.
    pub(super) fn is_busy(&self) -> bool {
        let last = self.latest().and_then(|answers| answers.runs.last());
        !self.is_stopped && last.is_some_and(|run| run.took.is_none())
    }
}
