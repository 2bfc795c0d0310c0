//! The output of `shardwise estimate --json`.

use super::View;
use cost::Estimate;
use cost::legal::Reason;
use cost::plan::Plan;
use formats::PlanText;
use formats::estimate;
use formats::goal::Goal;
use formats::json::Json;
use formats::link::LinkWarning;

/// The object for a plan, legal or not, as [`estimate::object`] describes it, its figures counted
/// as the view says; last of all whether a goal is reached, where one was asked for.
#[must_use]
pub fn object(
    plan: &Plan,
    estimate: &Result<Estimate, Vec<Reason>>,
    warnings: &[LinkWarning],
    view: View,
    goal: Option<&Goal>,
    words: &PlanText,
) -> Json {
    let mut object = estimate::object(plan, estimate, warnings, view.counting, words);
    if let (Json::Fields(fields), Some(goal)) = (&mut object, goal) {
        let is_reached = goal.is_reached(plan, estimate.as_ref());
        let goal = vec![
            ("text", Json::Text(goal.text())),
            ("reached", Json::Switch(is_reached)),
        ];
        fields.push(("goal", Json::Fields(goal)));
    }
    object
}
