//! Marks of the stops of controls: the state of the plan that each stop leads to.

use super::page::{Page, PlanState};

/// The marks of a plan's controls. The second part of the program makes them, and brings the code
/// that reads them.
pub(crate) trait StopMarks {
    /// The marks of a control, one for each stop or option, and whether they are true of the
    /// present plan; empty if there are none.
    fn of(&self, page: &Page, key: &str) -> (&[PlanState], bool);

    /// The stop that a step of a slider reaches: impossible ones are skipped.
    fn reached(&self, page: &Page, key: &str, here: usize, to: usize) -> usize;

    /// The state of the present plan behind the value of a slider: ", fits"; empty if the slider
    /// is not marked.
    fn said(&self, page: &Page, key: &str) -> String;
}
