//! Texts of the dialog.

use cost::plan::Plan;

/// The title of a plan.
pub(super) fn title(plan: &Plan) -> String {
    text::plan::title_of(plan)
}
