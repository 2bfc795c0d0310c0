//! The marks of a plan's controls, and what follows from them.

use std::sync::Arc;

use cost::legal::Reason;
use cost::plan::Plan;
use formats::export::Release;
use text::stops;

use crate::controls::MarkedControl;
use crate::store::{PlanState, StopMarks};

/// The marks of a plan.
pub(super) struct Marks {
    /// The plan.
    pub(super) plan: Arc<Plan>,
    /// The marks of each control.
    pub(super) controls: Vec<ControlMarks>,
}

/// The marks of a control, one for each of its stops or options.
pub(super) struct ControlMarks {
    /// Key of the control.
    pub(super) key: &'static str,
    /// The states of the plans to which the stops lead.
    pub(super) states: Vec<PlanState>,
    /// For each stop, the first reason why its plan is illegal.
    pub(super) reasons: Vec<Option<Reason>>,
    /// For each stop, true if the framework does not run its plan because of this control.
    pub(super) lacked: Vec<bool>,
}

impl Marks {
    fn control(&self, key: &str) -> Option<&ControlMarks> {
        self.controls.iter().find(|control| control.key == key)
    }
}

impl StopMarks for Marks {
    fn of(&self, key: &str) -> &[PlanState] {
        let marks = self.control(key);
        marks.map_or(&[][..], |control| &control.states)
    }

    fn are_of(&self, plan: &Plan) -> bool {
        *self.plan == *plan
    }

    fn are_true(&self, plan: &Plan, key: &str) -> bool {
        let is_all_between = || {
            let control = MarkedControl::of(key);
            control.is_some_and(|control| control.is_all_between(plan, &self.plan))
        };
        self.are_of(plan) || is_all_between()
    }

    fn reason(&self, key: &str, stop: usize) -> Option<String> {
        let reason = self.control(key)?.reasons.get(stop)?.as_ref()?;
        let control = MarkedControl::of(key)?;
        let plan = control.led_to(&self.plan, stop);
        let name = control.named(&self.plan, stop);
        let reason = text::reasons::reason(reason, &plan);
        let verdict = PlanState::Illegal.text();
        Some(stops::impossible_because(&name, verdict, &reason))
    }

    fn is_lacked(&self, key: &str, stop: usize) -> bool {
        let lacked = self
            .control(key)
            .and_then(|control| control.lacked.get(stop));
        lacked.copied().unwrap_or_default()
    }

    fn reached(&self, plan: &Plan, key: &str, here: usize, to: usize) -> usize {
        if self.are_true(plan, key) {
            reached(self.of(key), here, to)
        } else {
            to
        }
    }

    fn said(&self, state: PlanState, key: &str) -> String {
        if self.control(key).is_some() {
            said(state)
        } else {
            String::new()
        }
    }
}

/// The framework of a plan's recipe lacks what a stop needs, in words; `None` if its limits are not
/// known.
pub(super) fn lacked(plan: &Plan) -> Option<String> {
    let release = Release::of_recipe(plan.stack.recipe)?;
    Some(stops::lacked(release))
}

/// A state behind a value: ", fits".
pub(super) fn said(state: PlanState) -> String {
    [", ", state.text()].concat()
}

/// The stop that a step from `here` to another stop reaches: impossible ones are skipped. Where
/// none beyond is possible, the last possible one before it, at most back to the present one. Where
/// none at all is possible, another control is to blame, and none is skipped.
pub(super) fn reached(marks: &[PlanState], here: usize, to: usize) -> usize {
    let is_possible = |stop: &usize| marks.get(*stop) != Some(&PlanState::Illegal);
    let is_any = marks.iter().any(|mark| *mark != PlanState::Illegal);
    if to == here || !is_any || is_possible(&to) {
        return to;
    }
    let found = if to > here {
        let beyond = to..marks.len();
        beyond.chain((here..to).rev()).find(is_possible)
    } else {
        let beyond = (0..=to).rev();
        beyond.chain(to..=here).find(is_possible)
    };
    found.unwrap_or(here)
}
