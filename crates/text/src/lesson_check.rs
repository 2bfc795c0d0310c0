//! The report of `shardwise lesson check`.

use cost::plan::Word;
use lesson::check::{GoalReach, Moves, StepFault};

messages!("lesson_check");

/// Result of the check of a goal; without a full stop.
#[must_use]
pub fn reach(reach: &GoalReach) -> String {
    match reach {
        GoalReach::By(moves) if moves.is_empty() => reached_at_start().to_owned(),
        GoalReach::By(moves) => reached_by(&settings(moves)),
        GoalReach::Own => judged_on_own_plan().to_owned(),
    }
}

/// Controls with their values, as in a link.
fn settings(moves: &Moves) -> String {
    let settings = moves.iter().map(|(key, value)| [key, "=", value].concat());
    settings.collect::<Vec<_>>().join(" ")
}

/// Fault of a step; without a full stop.
#[must_use]
pub fn wrong(wrong: &StepFault) -> String {
    let nth = |place: usize| place as u64 + 1;
    match wrong {
        StepFault::ReachedAtStart => goal_reached_at_start().to_owned(),
        StepFault::NoWay => no_way().to_owned(),
        StepFault::Stopped(tried) => stopped(*tried),
        StepFault::NotTried => not_tried().to_owned(),
        StepFault::Par { said, found } => par(*said, *found),
        StepFault::NoHint => no_hint().to_owned(),
        StepFault::NoScene(scene) => no_scene(scene.word()),
        StepFault::NoStartValue => no_start_value().to_owned(),
        StepFault::NoValue { passage, by } => no_value(nth(*passage), &settings(by)),
        StepFault::NothingSaid { by } => nothing_said(&settings(by)),
        StepFault::Unchanged { passage, key, by } => unchanged(nth(*passage), key, &settings(by)),
        StepFault::NoAnswer(question) => no_answer(nth(*question)),
        StepFault::Mistake {
            question,
            mistake: place,
        } => mistake(nth(*place), nth(*question)),
        StepFault::NoFigure(figure) => no_figure(figure),
        StepFault::NoFigureOf {
            passage,
            figure,
            by,
        } => no_figure_of(nth(*passage), figure, &settings(by)),
        StepFault::ImpossibleChange => impossible_change().to_owned(),
        StepFault::LockedChange(key) => locked_change(key),
        StepFault::NoStage(question) => no_stage(nth(*question)),
        StepFault::OutOfRange(question) => out_of_range(nth(*question)),
        StepFault::NotOneTruth(question) => not_one_truth(nth(*question)),
        StepFault::PredictedMistake {
            question,
            mistake: place,
        } => predicted_mistake(nth(*place), nth(*question)),
    }
}
