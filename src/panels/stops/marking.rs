//! The work on the marks of a plan, one stop in each piece.

use std::sync::Arc;

use cost::estimate;
use cost::legal::Legal;
use cost::memory::verdict;
use cost::plan::Plan;

use super::marks::Marks;
use crate::controls::{MarkedControl, marked};
use crate::store::{Page, PlanState};

/// The marks of a plan, as far as they are made.
pub(super) struct Marking {
    /// The plan.
    pub(super) plan: Arc<Plan>,
    /// The controls that are left, the last one first, each with the number of its stops.
    left: Vec<(MarkedControl, usize)>,
    /// The marks of the control under way.
    current: Vec<PlanState>,
    controls: Vec<(&'static str, Vec<PlanState>)>,
}

impl Marking {
    /// No marks yet.
    pub(super) fn new(page: &Page) -> Self {
        let plan = &page.draft;
        let counted = |control: MarkedControl| {
            let count = control.count(page.strings, plan);
            (control, count)
        };
        Self {
            plan: Arc::clone(plan),
            left: marked(plan).into_iter().map(counted).rev().collect(),
            current: Vec::new(),
            controls: Vec::new(),
        }
    }

    /// Marks the next stop; `false` if all are marked.
    pub(super) fn advance(&mut self) -> bool {
        let Some((control, count)) = self.left.last() else {
            return false;
        };
        let plan = control.led_to(&self.plan, self.current.len());
        self.current.push(state(&plan));
        if self.current.len() >= *count {
            self.controls
                .push((control.key, std::mem::take(&mut self.current)));
            self.left.pop();
        }
        true
    }

    /// The marks of the controls all of whose stops are marked.
    pub(super) fn marks(self) -> Marks {
        Marks {
            plan: self.plan,
            controls: self.controls,
        }
    }
}

/// The state of a plan. Only measurements of the plan need its whole estimate.
fn state(plan: &Plan) -> PlanState {
    let Ok(legal) = Legal::check(plan) else {
        return PlanState::Illegal;
    };
    if plan.measured.is_empty() {
        return PlanState::Legal(verdict(&legal));
    }
    let estimate = estimate(plan).ok();
    estimate.map_or(PlanState::Illegal, |estimate| {
        PlanState::Legal(estimate.memory.verdict)
    })
}
