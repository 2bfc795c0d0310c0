//! Undo and redo: where the plan has been at rest.

use std::sync::Arc;

use cost::plan::Plan;

/// Most plans that are remembered.
const LONGEST: usize = 200;

/// Plans that have been at rest, in order, and which of them is the present one.
#[derive(Clone, Default)]
pub(crate) struct History {
    plans: Vec<Arc<Plan>>,
    at: usize,
}

/// A step in the history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    /// Undo.
    Back,
    /// Redo.
    Forward,
}

impl History {
    /// The plan rests here. What was undone before is forgotten once it goes elsewhere.
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

    /// Whether there is a plan in this direction.
    pub(crate) fn can(&self, step: Step) -> bool {
        match step {
            Step::Back => self.at > 0,
            Step::Forward => self.at + 1 < self.plans.len(),
        }
    }

    /// Goes a step; gives the plan that it leads to, if there is one.
    pub(crate) fn go(&mut self, step: Step) -> Option<Arc<Plan>> {
        if !self.can(step) {
            return None;
        }
        match step {
            Step::Back => self.at -= 1,
            Step::Forward => self.at += 1,
        }
        self.plans.get(self.at).cloned()
    }
}
