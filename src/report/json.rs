//! What `shardwise estimate --json` prints.

use super::View;
use crate::cost::Estimate;
use crate::cost::legal::Reason;
use crate::cost::plan::Plan;
use crate::exchange::estimate;
use crate::exchange::json::Json;
use crate::goal::Goal;
use crate::link::Warning;
use crate::text::Strings;

/// The object for a plan, legal or not, as [`estimate::object`] describes it, its figures counted
/// as the view says; last of all whether a goal is reached, where one was asked for.
#[must_use]
pub fn object(
    plan: &Plan,
    estimate: &Result<Estimate, Vec<Reason>>,
    warnings: &[Warning],
    view: View,
    goal: Option<&Goal>,
    strings: &Strings,
) -> Json {
    let mut object = estimate::object(plan, estimate, warnings, view.counting, strings);
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
