//! Checks that need an estimate or a search. They find goals that are reached at their start or by
//! no path that a search finds, hints that lead nowhere, and texts that are not true of a solution.
//! They also find scenes and figures that a start lacks, answers that are not numbers, mistakes that
//! are judged otherwise, and predictions without one true value.

use super::answer::{Judged, judge};
use super::check_figures::{check_figures, check_prediction};
use super::solutions::{check_done, check_hint, has_value, live, solutions};
use super::{Lesson, Step};
use cost::legal::Legal;
use cost::plan::Plan;
use cost::{Estimate, estimate};
use formats::catalog;
use search::goal_path::{Effort, PathFound, path};
use search::work::PATIENCE;

pub use super::step_fault::{Moves, StepFault};

/// The result of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedStep {
    /// The step's name.
    pub id: String,
    /// The result of its goal, if it has one.
    pub goal: Option<GoalReach>,
    /// Faults of the step.
    pub wrong: Vec<StepFault>,
}

/// Result of a search for a plan that reaches a goal.
#[derive(Clone, Debug, PartialEq)]
pub enum GoalReach {
    /// By these controls, set to these values.
    By(Moves),
    /// From the reader's own plan, whatever that is.
    Own,
}

/// The work on all steps of a lesson, in steps that are searched for as long as one may be: with
/// [`Effort::PROOF`] under two minutes natively. A path takes a small part of a step's work, so that
/// only many steps without one come to this limit.
const SEARCHED_TO_THE_END: u64 = 5;

/// The work on the solutions of one step, and on its hints.
const SOLUTIONS: u64 = 2 * PATIENCE;

/// Checks every step of a lesson with this search effort for each, as long as there is work left
/// for the lesson as a whole.
#[must_use]
pub fn check(lesson: &Lesson, effort: Effort) -> Vec<CheckedStep> {
    let mut left = SEARCHED_TO_THE_END.saturating_mul(effort.units);
    let steps = lesson.steps.iter();
    steps
        .map(|step| check_step(lesson, step, effort, &mut left))
        .collect()
}

fn check_step(lesson: &Lesson, step: &Step, effort: Effort, left: &mut u64) -> CheckedStep {
    let own = catalog::default_plan();
    let start = lesson.start_of(step);
    let plan = start.unwrap_or(&own);
    let estimate = estimate(plan).ok();
    let mut wrong = Vec::new();
    if let (Some((scene, _)), Some(start)) = (step.watched, start)
        && Legal::check(start).is_ok_and(|legal| !scene.is_in(&legal))
    {
        wrong.push(StepFault::NoScene(scene));
    }
    if start.is_some() && !has_start_values(step, plan, estimate.as_ref()) {
        wrong.push(StepFault::NoStartValue);
    }
    if let Some(start) = start {
        check_figures(step, start, estimate.as_ref(), &mut wrong);
        let scene = lesson.scene_of(step);
        check_prediction(step, &scene, start, estimate.as_ref(), &mut wrong);
    }
    let goal = match (step.goal.is_some(), start) {
        (false, _) => None,
        (true, None) => Some(GoalReach::Own),
        (true, Some(start)) => reach(lesson, step, start, effort, left, &mut wrong),
    };
    for place in 0..step.questions.len() {
        check_question(step, place, plan, estimate.as_ref(), &mut wrong);
    }
    CheckedStep {
        id: step.id.clone(),
        goal,
        wrong,
    }
}

fn reach(
    lesson: &Lesson,
    step: &Step,
    start: &Plan,
    effort: Effort,
    left: &mut u64,
    wrong: &mut Vec<StepFault>,
) -> Option<GoalReach> {
    let goal = step.goal.as_ref()?;
    if *left == 0 {
        wrong.push(StepFault::NotTried);
        return None;
    }
    let effort = Effort {
        units: effort.units.min(*left),
        ..effort
    };
    let scene = lesson.scene_of(step);
    let outcome = path(start, goal, &|key| scene.is_free(key), effort);
    *left = left.saturating_sub(outcome.units);
    let PathFound::Path(found) = outcome.found else {
        wrong.push(if outcome.is_stopped {
            StepFault::Stopped(outcome.tried)
        } else {
            StepFault::NoWay
        });
        return None;
    };
    let count = found.moves.len() as u64;
    if count == 0 {
        wrong.push(StepFault::ReachedAtStart);
    } else if let Some(said) = step.par.filter(|said| *said < count) {
        wrong.push(StepFault::Par { said, found: count });
    }
    let effort = Effort {
        units: SOLUTIONS.min(*left),
        ..effort
    };
    if count > 0 && effort.units > 0 {
        let (solutions, units) = solutions(lesson, step, start, &found, effort);
        check_done(step, start, &solutions, wrong);
        *left = left.saturating_sub(units);
        let units = check_hint(lesson, step, start, SOLUTIONS.min(*left), wrong);
        *left = left.saturating_sub(units);
    }
    Some(GoalReach::By(found.moves))
}

/// True if each value that the texts before the goal show has one at the start.
fn has_start_values(step: &Step, plan: &Plan, estimate: Option<&Estimate>) -> bool {
    let questions = step.questions.iter().map(|question| &question.text);
    let texts = [&step.text, &step.solution].into_iter().chain(questions);
    texts
        .flat_map(live)
        .all(|live| has_value(live, plan, estimate))
}

fn check_question(
    step: &Step,
    place: usize,
    plan: &Plan,
    estimate: Option<&Estimate>,
    wrong: &mut Vec<StepFault>,
) {
    let question = &step.questions[place];
    if question.answer.value(plan, estimate).is_none() {
        wrong.push(StepFault::NoAnswer(place));
        return;
    }
    for (mistake, made) in question.mistakes.iter().enumerate() {
        let answer = made.answer.value(plan, estimate);
        let judged = answer.map(|answer| judge(question, answer, plan, estimate));
        if judged != Some(Judged::Mistaken(mistake)) {
            wrong.push(StepFault::Mistake {
                question: place,
                mistake,
            });
        }
    }
}
