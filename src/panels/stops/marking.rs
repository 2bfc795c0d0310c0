//! The work on the marks of a plan, one stop in each piece.

use std::sync::Arc;

use cost::estimate;
use cost::legal::{Legal, Reason};
use cost::memory::verdict;
use cost::plan::Plan;
use formats::export::{Aspect, Release};

use super::marks::{ControlMarks, Marks};
use crate::controls::{MarkedControl, marked};
use crate::store::{Page, PlanState};

/// The marks of a plan, as far as they are made.
pub(super) struct Marking {
    /// The plan.
    pub(super) plan: Arc<Plan>,
    /// The controls that are left, the last one first, each with the number of its stops.
    left: Vec<(MarkedControl, usize)>,
    /// The marks of the control under way.
    current: Vec<StopMark>,
    controls: Vec<ControlMarks>,
}

/// The mark of a stop.
struct StopMark {
    /// The state of the plan to which the stop leads.
    state: PlanState,
    /// The first reason why that plan is illegal.
    reason: Option<Reason>,
    /// Aspects that keep the framework of the plan's recipe from running it.
    stopping: Vec<Aspect>,
}

impl Marking {
    /// No marks yet.
    pub(super) fn new(page: &Page) -> Self {
        let plan = &page.draft;
        let counted = |control: MarkedControl| {
            let count = control.count(plan);
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
        self.current.push(mark(&plan));
        if self.current.len() >= *count {
            let stops = std::mem::take(&mut self.current);
            self.controls.push(ControlMarks {
                key: control.key,
                lacked: lacked(&stops),
                states: stops.iter().map(|stop| stop.state).collect(),
                reasons: stops.into_iter().map(|stop| stop.reason).collect(),
            });
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

/// The mark of a stop that leads to a plan. Only measurements of the plan need its whole estimate.
fn mark(plan: &Plan) -> StopMark {
    let legal = match Legal::check(plan) {
        Ok(legal) => legal,
        Err(reasons) => {
            return StopMark {
                state: PlanState::Illegal,
                reason: reasons.into_iter().next(),
                stopping: Vec::new(),
            };
        }
    };
    let state = if plan.measured.is_empty() {
        PlanState::Legal(verdict(&legal))
    } else {
        let estimate = estimate(plan).ok();
        estimate.map_or(PlanState::Illegal, |estimate| {
            PlanState::Legal(estimate.memory.verdict)
        })
    };
    let release = Release::of_recipe(plan.stack.recipe);
    let stopping = release.map_or(Vec::new(), |release| release.stopping(&legal));
    StopMark {
        state,
        reason: None,
        stopping: stopping.iter().map(|note| note.aspect).collect(),
    }
}

/// For each stop of a control, true if its plan lacks something in the framework that another stop's
/// plan does not lack. What all of them lack is another control's doing.
fn lacked(stops: &[StopMark]) -> Vec<bool> {
    let legal = |stop: &&StopMark| stop.state != PlanState::Illegal;
    let is_common = |aspect: &Aspect| {
        let mut legal = stops.iter().filter(legal);
        legal.all(|stop| stop.stopping.contains(aspect))
    };
    let is_lacked = |stop: &StopMark| !stop.stopping.iter().all(is_common);
    stops.iter().map(is_lacked).collect()
}
