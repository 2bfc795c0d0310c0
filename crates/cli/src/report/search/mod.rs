//! The best layouts on paper: a table with what each pays, the way there from the reader's own,
//! what each axis buys, and the JSON object that scripts rely on.

mod columns;
pub mod json;
mod table;

pub use table::report;

use cost::plan::Plan;
use cost::{Estimate, estimate};
use search::optimize::{Best, Candidate, Counts, FoundLayout, Objective, PathStep, Ties, Without};

/// Result of a search, with reasons.
pub struct SearchReport<'a> {
    /// The reader's own plan.
    pub plan: &'a Plan,
    /// Goal of the search.
    pub goal: Objective,
    /// The best layouts.
    pub best: &'a Best,
    /// Number of them that are shown.
    pub shown: usize,
    /// Numbers of layouts by outcome.
    pub counts: Counts,
    /// Path from the reader's own layout to the best, if it is one that a search could choose and
    /// the best is the fastest.
    pub way: Option<Vec<PathStep>>,
    /// The best without each axis; empty where nobody asked.
    pub without: Vec<Without>,
}

/// A layout with its plan and its estimate.
struct ReportRow {
    found: FoundLayout,
    plan: Plan,
    estimate: Estimate,
}

impl SearchReport<'_> {
    fn rows(&self) -> impl Iterator<Item = ReportRow> {
        let mut base = self.plan.clone();
        base.hold_measured();
        base.rival = None;
        let shown = self.best.distinct().into_iter().take(self.shown);
        shown.filter_map(move |found| {
            let mut plan = base.clone();
            found.candidate.write(&mut plan);
            let estimate = estimate(&plan).ok()?;
            Some(ReportRow {
                found,
                plan,
                estimate,
            })
        })
    }

    /// Those of the best that the model cannot tell apart.
    fn ties(&self) -> Ties {
        Ties::of(self.plan, self.goal, self.best)
    }

    /// The reader's own layout, where a search could choose it, as a leg that changes nothing.
    fn own(&self) -> Option<PathStep> {
        let candidate = Candidate::of(self.plan)?;
        let estimate = estimate(self.plan).ok()?;
        Some(PathStep {
            axes: Vec::new(),
            candidate,
            step: estimate.time.total(),
            peak: estimate.memory.peak(),
            verdict: estimate.memory.verdict,
        })
    }
}
