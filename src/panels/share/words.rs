//! Texts of the dialog.

use cost::plan::Plan;

/// The title of a plan.
pub(super) fn title(plan: &Plan) -> String {
    (crate::store::words().plan_title)(plan)
}
