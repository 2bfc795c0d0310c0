//! Marks of the stops of controls: the state of the plan that each stop leads to.

use cost::plan::Plan;

use super::plan_state::PlanState;

/// The marks of a plan's controls. The second part of the program makes them, and brings the code
/// that reads them.
pub(crate) trait StopMarks: Send + Sync {
    /// The marks of a control, one for each stop or option; empty if there are none.
    fn of(&self, key: &str) -> &[PlanState];

    /// True if the marks are of a plan, so that those of all controls are true of it.
    fn are_of(&self, plan: &Plan) -> bool;

    /// True if the marks of a control are true of a plan, which may differ in that control from the
    /// marked plan.
    fn are_true(&self, plan: &Plan, key: &str) -> bool;

    /// Sentence on why the plan to which a stop leads is illegal; `None` if it is legal.
    fn reason(&self, key: &str, stop: usize) -> Option<String>;

    /// True if the framework of the plan's recipe does not run the plan to which a stop leads,
    /// because of this control.
    fn is_lacked(&self, key: &str, stop: usize) -> bool;

    /// The stop that a step of a plan's slider reaches: impossible ones are skipped.
    fn reached(&self, plan: &Plan, key: &str, here: usize, to: usize) -> usize;

    /// The state of the present plan behind the value of a slider: ", fits"; empty if the slider
    /// is not marked.
    fn said(&self, state: PlanState, key: &str) -> String;
}
