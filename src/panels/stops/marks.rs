//! The marks of a plan's controls, and what follows from them.

use std::sync::Arc;

use cost::memory::Verdict;
use cost::plan::Plan;

use crate::controls::MarkedControl;
use crate::panels::words;
use crate::store::{PlanState, StopMarks};

/// The marks of a plan.
pub(super) struct Marks {
    /// The plan.
    pub(super) plan: Arc<Plan>,
    /// The key of each control, with a mark for each of its stops or options.
    pub(super) controls: Vec<(&'static str, Vec<PlanState>)>,
}

impl StopMarks for Marks {
    fn of(&self, plan: &Plan, key: &str) -> (&[PlanState], bool) {
        let found = self.controls.iter().find(|(other, _)| *other == key);
        let marks = found.map_or(&[][..], |(_, marks)| marks);
        let control = MarkedControl::of(key);
        let is_true = control.is_some_and(|control| control.is_all_between(plan, &self.plan));
        (marks, is_true)
    }

    fn reached(&self, plan: &Plan, key: &str, here: usize, to: usize) -> usize {
        match self.of(plan, key) {
            (marks, true) => reached(marks, here, to),
            _ => to,
        }
    }

    fn said(&self, state: PlanState, key: &str) -> String {
        let is_marked = self.controls.iter().any(|(other, _)| *other == key);
        if is_marked {
            said(state)
        } else {
            String::new()
        }
    }
}

/// A state of the plan in words.
pub(super) fn state_words(state: PlanState) -> &'static str {
    let [fits, tight, out_of_memory, impossible] = words().stops.states;
    match state {
        PlanState::Legal(Verdict::Fits) => fits,
        PlanState::Legal(Verdict::Tight) => tight,
        PlanState::Legal(Verdict::OutOfMemory) => out_of_memory,
        PlanState::Illegal => impossible,
    }
}

/// A state behind a value: ", fits".
pub(super) fn said(state: PlanState) -> String {
    [", ", state_words(state)].concat()
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
