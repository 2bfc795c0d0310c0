//! Undo and redo: the plans that have been at rest.

use std::sync::Arc;

use cost::plan::Plan;

/// Largest number of plans in the history.
const LONGEST: usize = 200;

/// Plans that have been at rest, in order, and the index of the present one.
#[derive(Clone, Default)]
pub(crate) struct History {
    plans: Vec<Arc<Plan>>,
    at: usize,
}

/// A step in the history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum HistoryStep {
    /// Undo.
    Back,
    /// Redo.
    Forward,
}

impl History {
    /// Records a plan at rest. Undone plans are dropped once the plan changes.
    pub(crate) fn rest(&mut self, plan: &Arc<Plan>) {
        if self.plans.get(self.at).is_some_and(|here| here == plan) {
            return;
        }
        if !self.plans.is_empty() {
            self.plans.truncate(self.at + 1);
        }
        if self.plans.len() == LONGEST {
            self.plans.remove(0);
        }
        self.plans.push(Arc::clone(plan));
        self.at = self.plans.len() - 1;
    }

    /// The last plan at rest that differs from a plan.
    pub(crate) fn before(&self, plan: &Plan) -> Option<&Arc<Plan>> {
        let back = usize::from(self.is_at(plan));
        self.plans.get(self.at.checked_sub(back)?)
    }

    /// True if a plan is the present one of the history.
    pub(crate) fn is_at(&self, plan: &Plan) -> bool {
        let here = self.plans.get(self.at);
        here.is_some_and(|here| **here == *plan)
    }

    /// True if there is a plan in this direction.
    pub(crate) fn can(&self, step: HistoryStep) -> bool {
        match step {
            HistoryStep::Back => self.at > 0,
            HistoryStep::Forward => self.at + 1 < self.plans.len(),
        }
    }

    /// Takes a step; returns the plan that it leads to, if there is one.
    pub(crate) fn go(&mut self, step: HistoryStep) -> Option<Arc<Plan>> {
        if !self.can(step) {
            return None;
        }
        match step {
            HistoryStep::Back => self.at -= 1,
            HistoryStep::Forward => self.at += 1,
        }
        self.plans.get(self.at).cloned()
    }
}
