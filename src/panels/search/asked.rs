//! The reader's question: an objective, limits, a memory margin, and the range of each axis.

use cost::plan::{Plan, Word};
use formats::export::Release;
use formats::link::presentation::controls;
use search::asked::{GoalWord, constraints};
use search::optimize::{
    AXES, Candidate, Constraints, KEPT_PER_ROW, LayoutAxis, Margin, Objective, Reach,
    SearchQuestion,
};

use super::answers::LISTED;
use crate::store::Page;

/// The reader's question.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct SearchForm {
    /// The objective.
    pub(super) goal: GoalWord,
    /// SearchLimit of the run's duration in days.
    pub(super) days: Option<u64>,
    /// SearchLimit of the run's cost in dollars; by default the cost of the plan itself.
    pub(super) dollars: Option<u64>,
    /// Position in [`MARGINS`].
    pub(super) margin: usize,
    /// True if layouts of any framework are wanted, not only those that the plan's runs.
    pub(super) runs_anywhere: bool,
    /// Range of each axis: positions among its ranges.
    pub(super) reaches: [usize; AXES.len()],
}

/// A part of the question that is chosen from a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Choice {
    /// The objective: a position in [`GoalWord::ALL`].
    Goal,
    /// The memory margin: a position in [`MARGINS`].
    Margin,
    /// The frameworks: the plan's, or any.
    Frameworks,
    /// The range of an axis: a position in [`LayoutAxis::reaches`].
    Reach(LayoutAxis),
}

/// A limit of the objective, typed as a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SearchLimit {
    /// Days that the run may take.
    Days,
    /// Dollars that it may cost.
    Dollars,
}

/// The memory margin that a layout must leave.
static MARGINS: [Margin; 5] = [
    Margin::Band,
    Margin::Share(0.0),
    Margin::Share(0.05),
    Margin::Share(0.1),
    Margin::Share(0.2),
];

/// Number of layouts that are searched for.
const KEPT: usize = LISTED * KEPT_PER_ROW;
/// The objectives with a limit in days.
const WITHIN_DAYS: [GoalWord; 2] = [GoalWord::FewestGpus, GoalWord::Cheapest];

impl SearchForm {
    /// The question.
    pub(super) fn question(&self, page: &Page) -> SearchQuestion {
        let days = self.days.map(|days| days as f64);
        let cost = page.estimate.run.cost_usd;
        let dollars = self.dollars.map_or(cost, |dollars| dollars as f64);
        let goal = self.goal.objective(days, Some(dollars));
        let goal = goal.unwrap_or(Objective::Fastest);
        SearchQuestion {
            margin: self.margin(),
            keep: KEPT,
            release: self.release(&page.plan),
            ..SearchQuestion::of(goal)
        }
    }

    /// The framework that has to run the layouts.
    fn release(&self, plan: &Plan) -> Option<Release> {
        let of_plan = Release::of_recipe(plan.stack.recipe);
        of_plan.filter(|_| !self.runs_anywhere)
    }

    /// The memory margin that a layout must leave.
    pub(super) fn margin(&self) -> Margin {
        MARGINS.get(self.margin).copied().unwrap_or(Margin::Band)
    }

    /// Constraints on the layouts of a plan.
    pub(super) fn constraints(&self, page: &Page, goal: Objective) -> Constraints {
        let plan = &page.plan;
        let mut constraints = constraints(plan, goal);
        if let Some(own) = Candidate::of(plan) {
            for axis in AXES {
                axis.limit(self.reach(axis), &own, &mut constraints);
            }
            for key in controls().filter(|key| page.is_locked(key)) {
                constraints.hold(key, &own);
            }
        }
        let is_free = controls().all(|key| key != "cpkind" || !page.is_locked(key));
        if let (Some(release), true) = (self.release(plan), is_free) {
            constraints.exchange_as(release, plan);
        }
        constraints
    }

    /// Wider constraints to try if no layout fits, without what is locked or restricted.
    pub(super) fn wider(&self, page: &Page, constraints: &Constraints) -> Vec<Constraints> {
        let off = LayoutAxis::Offload;
        let is_restricted = |key: &str| key == off.key() && self.reaches[off as usize] > 0;
        constraints.wider(&page.plan, |key| page.is_locked(key) || is_restricted(key))
    }

    fn reach(&self, axis: LayoutAxis) -> Reach {
        let reaches = axis.reaches();
        reaches[self.reaches[axis as usize].min(reaches.len() - 1)]
    }

    /// The position of what is chosen.
    pub(super) fn chosen(&self, choice: Choice) -> usize {
        match choice {
            Choice::Goal => self.goal.index(),
            Choice::Margin => self.margin,
            Choice::Frameworks => usize::from(self.runs_anywhere),
            Choice::Reach(axis) => self.reaches[axis as usize],
        }
    }

    /// Sets what is chosen by its position.
    pub(super) fn choose(&mut self, choice: Choice, index: usize) {
        match choice {
            Choice::Goal => self.goal = GoalWord::ALL.get(index).copied().unwrap_or_default(),
            Choice::Margin => self.margin = index,
            Choice::Frameworks => self.runs_anywhere = index > 0,
            Choice::Reach(axis) => self.reaches[axis as usize] = index,
        }
    }

    /// The value of a limit.
    pub(super) const fn limit(&self, limit: SearchLimit) -> Option<u64> {
        match limit {
            SearchLimit::Days => self.days,
            SearchLimit::Dollars => self.dollars,
        }
    }

    /// Sets the value of a limit.
    pub(super) const fn set_limit(&mut self, limit: SearchLimit, value: Option<u64>) {
        match limit {
            SearchLimit::Days => self.days = value,
            SearchLimit::Dollars => self.dollars = value,
        }
    }

    /// True if the objective has a limit.
    pub(super) fn has_limit(&self, limit: SearchLimit) -> bool {
        match limit {
            SearchLimit::Days => WITHIN_DAYS.contains(&self.goal),
            SearchLimit::Dollars => self.goal == GoalWord::Soonest,
        }
    }

    /// Number of axes that are held.
    pub(super) fn held(&self) -> usize {
        self.reaches.iter().filter(|reach| **reach > 0).count()
    }
}

/// The number that a text means: that of its digits, if it is more than zero.
pub(super) fn typed_number(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|&number| number > 0)
}
