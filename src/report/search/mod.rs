//! The best layouts on paper: a table with what each pays, the way there from the reader's own,
//! what each axis buys, and the JSON object that scripts rely on.

pub mod json;
mod table;

pub use table::report;

use crate::cost::band::Band;
use crate::cost::legal::Legal;
use crate::cost::plan::Plan;
use crate::cost::{Estimate, estimate};
use crate::search::best::{Best, Counts, Found, Goal, Leg, Without};

/// What a search has found, and why.
pub struct Answer<'a> {
    /// The reader's own plan.
    pub plan: &'a Plan,
    /// What was looked for.
    pub goal: Goal,
    /// The best layouts.
    pub best: &'a Best,
    /// What became of all.
    pub counts: Counts,
    /// How the reader's own layout becomes the best, if it is one that a search could choose.
    pub way: Option<Vec<Leg>>,
    /// The best without each axis; empty where nobody asked.
    pub without: Vec<Without>,
}

/// A layout with its plan and its estimate.
struct Row<'a> {
    found: &'a Found,
    plan: Plan,
    estimate: Estimate,
}

impl Answer<'_> {
    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let mut base = self.plan.clone();
        base.hold_measured();
        base.rival = None;
        self.best.found().iter().filter_map(move |found| {
            let mut plan = base.clone();
            found.cut.write(&mut plan);
            let estimate = estimate(&plan).ok()?;
            Some(Row {
                found,
                plan,
                estimate,
            })
        })
    }

    /// How many of the best the model cannot tell apart: those whose step may be as short as the
    /// best one's may be long.
    fn tied(&self) -> usize {
        let Some(first) = self.best.found().first() else {
            return 0;
        };
        let mut plan = self.plan.clone();
        first.cut.write(&mut plan);
        let Ok(legal) = Legal::check(&plan) else {
            return 0;
        };
        let Band { low, high } = Band::of_step(&legal);
        let found = self.best.found().iter();
        let is_tied = |other: &&Found| other.step.0 * low <= first.step.0 * high;
        found.take_while(is_tied).count()
    }
}
