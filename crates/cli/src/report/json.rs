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
use search::ends::{ChoiceEnd, ChoiceEnds};

/// The object for a plan, legal or not, as [`estimate::object`] describes it. Its figures follow
/// the view's conventions. Then come the choices of software that decide a factor of the step,
/// unless they are omitted. If a goal was given, the goal and whether it is reached come last.
#[must_use]
pub fn object(
    plan: &Plan,
    estimate: &Result<Estimate, Vec<Reason>>,
    warnings: &[LinkWarning],
    choices: Option<&[ChoiceEnds]>,
    view: View,
    goal: Option<(&Goal, bool)>,
    words: &PlanText,
) -> Json {
    let mut object = estimate::object(plan, estimate, warnings, view.conventions, words);
    if let (Json::Fields(fields), Some(choices)) = (&mut object, choices) {
        fields.push(("choices", Json::List(choices.iter().map(choice).collect())));
    }
    if let (Json::Fields(fields), Some((goal, is_reached))) = (&mut object, goal) {
        let goal = vec![
            ("text", Json::Text(goal.text())),
            ("reached", Json::Switch(is_reached)),
        ];
        fields.push(("goal", Json::Fields(goal)));
    }
    object
}

/// A choice of software: its key, the value of the plan, and both ends.
fn choice(ends: &ChoiceEnds) -> Json {
    let end = |end: &ChoiceEnd| {
        Json::Fields(vec![
            ("value", Json::Text(end.value.clone())),
            ("step_s", Json::Number(end.step.0)),
        ])
    };
    let [shortest, longest] = &ends.ends;
    Json::Fields(vec![
        ("key", Json::Word(ends.key.name())),
        ("value", Json::Text(ends.own.clone())),
        ("shortest", end(shortest)),
        ("longest", end(longest)),
    ])
}
