//! One step of a path: sets a control of a plan, and repairs the conflicts that this causes.

use cost::legal::Legal;
use cost::plan::Plan;
use formats::goal::Goal;
use formats::link;

use super::outcome::{Path, moves};
use crate::change::Change;
use crate::repair::repairs;
use crate::sweep::SweepAxis;

/// A plan that a search has reached, and its distance from the goal.
#[derive(Clone)]
pub(super) struct Node {
    /// The plan.
    pub(super) plan: Plan,
    /// The controls set on the path to the plan.
    pub(super) set: Vec<&'static str>,
    /// Distance of the plan from the goal, as [`Goal::distance`]; infinite before it is estimated.
    pub(super) distance: f64,
}

impl Node {
    /// The path from the start of the search to this plan.
    pub(super) fn path(self, start: &Plan) -> Path {
        Path {
            moves: moves(start, &self.plan),
            plan: self.plan,
        }
    }

    /// The plans that result if a control is set to a value: one, none, or several if another
    /// control has to change with it.
    pub(super) fn set_to(
        &self,
        axis: &SweepAxis,
        value: f64,
        is_free: &dyn Fn(&str) -> bool,
        goal: &Goal,
    ) -> Vec<Plan> {
        let mut plan = self.plan.clone();
        if !axis.set(&mut plan, value) {
            return Vec::new();
        }
        // Other keys that follow this control keep their value if they are not free.
        link::hold(&|key| !is_free(key), &self.plan, &mut plan);
        legal_plans(plan, is_free, goal)
    }
}

/// A plan, or if it is illegal, the legal plans after one repair. If the goal asks for an illegal
/// plan, the plan itself.
fn legal_plans(plan: Plan, is_free: &dyn Fn(&str) -> bool, goal: &Goal) -> Vec<Plan> {
    let reason = match Legal::check(&plan) {
        Ok(_) => None,
        Err(_) if goal.is_reached(&plan, Err(())) => None,
        Err(reasons) => reasons.into_iter().next(),
    };
    let Some(reason) = reason else {
        return vec![plan];
    };
    let repairs = repairs(&plan, &reason).into_iter();
    let repaired = repairs.filter_map(|repair| {
        let mut repaired = Change::applied(&[repair], &plan);
        let is_held = link::hold(&|key| !is_free(key), &plan, &mut repaired);
        (!is_held && Legal::check(&repaired).is_ok()).then_some(repaired)
    });
    repaired.collect()
}
