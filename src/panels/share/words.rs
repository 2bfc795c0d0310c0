//! Texts of the dialog.

use cost::plan::Plan;
use text::EN_SHARE;
use text::figures::ShareText;

/// The words of the dialog.
pub(super) const fn words() -> &'static ShareText {
    &EN_SHARE
}

/// The title of a plan.
pub(super) fn title(plan: &Plan) -> String {
    (crate::store::words().plan_title)(plan)
}
