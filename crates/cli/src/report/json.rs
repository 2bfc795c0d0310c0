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

/// The object for a plan, legal or not, as [`estimate::object`] describes it. Its figures count
/// what the view says. If a goal was given, the goal and whether it is reached come last.
#[must_use]
pub fn object(
    plan: &Plan,
    estimate: &Result<Estimate, Vec<Reason>>,
    warnings: &[LinkWarning],
    view: View,
    goal: Option<(&Goal, bool)>,
    words: &PlanText,
) -> Json {
    let mut object = estimate::object(plan, estimate, warnings, view.conventions, words);
    if let (Json::Fields(fields), Some((goal, is_reached))) = (&mut object, goal) {
        let goal = vec![
            ("text", Json::Text(goal.text())),
            ("reached", Json::Switch(is_reached)),
        ];
        fields.push(("goal", Json::Fields(goal)));
    }
    object
}
