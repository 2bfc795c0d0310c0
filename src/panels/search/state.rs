//! State of the search: the question and its answers.

use search::asked::PATIENCE_SECONDS;
use search::optimize::Candidate;

use super::answers::{Answers, Job, SearchRun};
use super::asked::SearchForm;
use super::fits::Fits;
use super::pool::{Pool, Trouble};
use super::programs::Programs;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "search";
/// The id of the details with the value of each axis.
pub(super) const AXES_FOLD: &str = "search-buys";

/// Milliseconds after which a search ends.
const MOST: f64 = PATIENCE_SECONDS as f64 * 1e3;
/// Milliseconds without a sign of progress.
const QUIET: f64 = 1e3;

/// The search for the best layout: a question, and its answers as they arrive.
#[derive(Default)]
pub(super) struct Search {
    pub(super) asked: SearchForm,
    pub(super) pool: Pool,
    pub(super) programs: Programs,
    /// The answers shown.
    pub(super) shown: Option<Answers>,
    /// Answers to the present question, until they can be shown.
    pub(super) coming: Option<Answers>,
    /// Questions about the memory of the plan.
    pub(super) fits: Fits,
    /// True if the answers shown are to another question, or about another plan.
    pub(super) is_old: bool,
    /// True if the search was stopped, by the reader or at its limit.
    pub(super) is_stopped: bool,
    /// True if the search ended at its limit.
    pub(super) is_at_limit: bool,
    /// True if the figure is in sight; otherwise no search starts.
    pub(super) is_in_sight: bool,
    /// The layout of the plan that is shown, if a search could choose it.
    pub(super) own: Option<Candidate>,
    /// Number of questions so far: only the last one starts a search.
    pub(super) ticket: u32,
    /// The last known moment, in milliseconds.
    pub(super) clock: f64,
    /// The moment of the last drawing, in milliseconds.
    pub(super) drawn: f64,
    /// True if there was a change worth a drawing since then.
    pub(super) is_news: bool,
    /// The layout at which the reader looks, by the pointer or the focus.
    pub(super) hovered: Option<Candidate>,
}

impl Search {
    /// The answers in sight. Those about another plan stay only while new answers arrive.
    pub(super) fn in_sight(&self) -> Option<&Answers> {
        let is_hidden = match self.pool.trouble {
            None => false,
            Some(Trouble::Failed | Trouble::Silent) => self.is_old,
            Some(Trouble::Refused) => true,
        };
        self.shown.as_ref().filter(|_| !is_hidden)
    }

    /// The best layouts in the list, from the best on.
    pub(super) fn listed(&self) -> Vec<Candidate> {
        let rows = self.in_sight().map_or(Vec::new(), Answers::rows);
        rows.iter().map(|row| row.found.candidate).collect()
    }

    /// True if a layout is in sight.
    pub(super) fn shows(&self, candidate: &Candidate) -> bool {
        let answers = self.in_sight();
        answers.is_some_and(|answers| answers.layouts().contains(candidate))
    }

    /// The answers that replies belong to: those to the present question, or more to the one
    /// before.
    fn latest(&self) -> Option<&Answers> {
        self.coming.as_ref().or(self.shown.as_ref())
    }

    /// The running or stopped search, if there is one: for the best layouts, or another that has
    /// taken a while.
    pub(super) fn working(&self) -> Option<&SearchRun> {
        let run = self.latest()?.runs.last();
        run.filter(|run| {
            let is_long = self.clock - run.began > QUIET;
            run.took.is_none() && (run.job == Job::Best || is_long)
        })
    }

    /// Ends a search that has taken as long as any may, with what it has found.
    pub(super) fn end_at_limit(&mut self) {
        let last = self.latest().and_then(|answers| answers.runs.last());
        let began = last.filter(|run| run.took.is_none()).map(|run| run.began);
        let is_over = began.is_some_and(|began| self.clock - began > MOST);
        if is_over && !self.is_stopped {
            (self.is_stopped, self.is_at_limit) = (true, true);
        }
    }

    /// True if a search is running.
    pub(super) fn is_busy(&self) -> bool {
        let last = self.latest().and_then(|answers| answers.runs.last());
        !self.is_stopped && last.is_some_and(|run| run.took.is_none())
    }
}
