//! The best layouts as a report: a table with the overheads of each, the path from the reader's own
//! layout, and the gain of each axis. Also the JSON object that scripts rely on.

pub mod json;
mod table;

pub use table::report;

use cost::Estimate;
use cost::legal::Legal;
use cost::plan::{Plan, Recipe};
use formats::export::Release;
use search::optimize::{Counts, FoundLayout, HeldFixed, Objective, PathStep, Ties, Without};
use text::search::Elsewhere;

pub use text::search::ReachedLimit;

/// Result of a search, with reasons.
pub struct SearchReport<'a> {
    /// The reader's own plan, with the recipe of the estimates.
    pub plan: &'a Plan,
    /// The recipe that the reader gave.
    pub given_recipe: Recipe,
    /// Goal of the search.
    pub goal: Objective,
    /// The framework that runs the layouts; `None` stands for any.
    pub release: Option<Release>,
    /// The best layout of any framework, if the question's does not run it.
    pub elsewhere: Option<ReportRow>,
    /// The limit at which the search ended with what it had found; `None` if it decided all
    /// layouts.
    pub limit: Option<ReachedLimit>,
    /// The best layouts that are shown.
    pub rows: Vec<ReportRow>,
    /// True if layouts fit only with savings of memory that were not in the question.
    pub has_savings: bool,
    /// The layouts that tie with the best: the model cannot distinguish them.
    pub ties: Ties,
    /// Settings that the search kept as the plan has them, and savings that it did not try.
    pub held: HeldFixed,
    /// Numbers of layouts by outcome.
    pub counts: Counts,
    /// The reader's own layout, as a step that changes nothing; `None` if no search could choose
    /// it.
    pub own: Option<PathStep>,
    /// Path from the reader's own layout to the best; `None` if no search could choose that layout,
    /// or the goal is not the fastest.
    pub path: Option<Vec<PathStep>>,
    /// The best layouts without each axis; empty if the option is off.
    pub without: Vec<Without>,
}

impl SearchReport<'_> {
    /// Calls `with` with the best layout of any framework, if the question's framework does not run
    /// it.
    fn with_elsewhere<T>(&self, with: impl FnOnce(&Elsewhere) -> T) -> Option<T> {
        let (release, row) = (self.release?, self.elsewhere.as_ref()?);
        let legal = Legal::check(&row.plan).ok()?;
        let best = self.rows.first().map(|row| row.found.step.0);
        Some(with(&Elsewhere {
            release,
            plan: &row.plan,
            found: &row.found,
            shorter: best
                .map(|best| 1.0 - row.found.step.0 / best)
                .filter(|share| *share > 0.0),
            stopping: &release.stopping(&legal),
        }))
    }
}

/// A layout with its plan and its estimate.
pub struct ReportRow {
    /// The layout as the search found it.
    pub found: FoundLayout,
    /// Number of other layouts of its family, none of which is notably better in anything.
    pub alike: usize,
    /// The reader's plan with this layout.
    pub plan: Plan,
    /// The estimate of that plan.
    pub estimate: Estimate,
}
