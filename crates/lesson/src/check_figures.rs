//! Checks of the figures that a step names: those that it leads to, and those that readers predict.

use cost::plan::Plan;
use cost::why::Figure;
use cost::{Estimate, estimate};

use super::figures::{figure_value, has_number};
use super::markdown::{LinkTarget, Text};
use super::prediction::{PredictedBy, PredictedChoice, PredictedFigure};
use super::step_fault::StepFault;
use super::{Scene, Step};

/// Adds the figures to which the step and its texts lead, and that its start does not have. Texts
/// after the step are about the plan of a reader, and belong here only if the step asks for nothing.
pub(super) fn check_figures(
    step: &Step,
    start: &Plan,
    estimate: Option<&Estimate>,
    wrong: &mut Vec<StepFault>,
) {
    let questions = step.questions.iter().flat_map(|question| {
        let mistakes = question.mistakes.iter().map(|mistake| &mistake.text);
        [&question.text].into_iter().chain(mistakes)
    });
    let done = step.done.iter().filter(|_| !step.asks());
    let texts = [&step.text, &step.solution]
        .into_iter()
        .chain(&step.hints)
        .chain(questions)
        .chain(done.map(|passage| &passage.text));
    let opened = step
        .why
        .iter()
        .map(|(figure, path)| (*figure, path.as_str()));
    for (figure, path) in opened.chain(texts.flat_map(figures)) {
        let fault = StepFault::NoFigure(written(figure, path));
        if !has_number(figure, path, start, estimate) && !wrong.contains(&fault) {
            wrong.push(fault);
        }
    }
}

/// The figures to which a text leads, with the paths below them.
pub(super) fn figures(text: &Text) -> impl Iterator<Item = (Figure, &str)> {
    text.spans().filter_map(|span| match &span.target {
        Some(LinkTarget::Figure(figure, path)) => Some((*figure, path.as_str())),
        _ => None,
    })
}

/// A figure with the path below it, as a lesson writes them.
pub(super) fn written(figure: Figure, path: &str) -> String {
    let figure = figure.to_string();
    match path {
        "" => figure,
        path => [&figure, "/", path].concat(),
    }
}

/// Adds what is wrong with the prediction of a step.
pub(super) fn check_prediction(
    step: &Step,
    scene: &Scene,
    start: &Plan,
    now: Option<&Estimate>,
    wrong: &mut Vec<StepFault>,
) {
    let Some(prediction) = &step.predict else {
        return;
    };
    let locked = Scene {
        lock: scene.lock.clone(),
        ..Scene::default()
    };
    let keys = prediction.change.values().iter().map(|(key, _)| *key);
    let locked = keys.filter(|key| !locked.is_free(key));
    wrong.extend(locked.map(StepFault::LockedChange));
    let changed = prediction.change.applied(start);
    let (Some(now), Ok(after)) = (now, estimate(&changed)) else {
        return wrong.push(StepFault::ImpossibleChange);
    };
    for (place, question) in prediction.questions.iter().enumerate() {
        let values = [(start, now), (&changed, &after)];
        let values = values.map(|(plan, estimate)| figure_value(question.figure, plan, estimate));
        let [Some(now_value), Some(truth)] = values else {
            wrong.push(StepFault::NoStage(place));
            continue;
        };
        check_guesses(question, place, [now_value, truth], wrong);
        let answers = question.mistakes.iter();
        let answers: Vec<_> = answers
            .map(|mistake| mistake.answer.value(start, Some(now)))
            .collect();
        for (mistake, answer) in answers.iter().enumerate() {
            let others = answers[..mistake].iter().flatten().chain([&truth]);
            let is_near =
                |answer: f64| others.clone().any(|other| question.is_near(answer, *other));
            if answer.is_none_or(is_near) {
                let question = place;
                wrong.push(StepFault::PredictedMistake { question, mistake });
            }
        }
    }
}

/// Adds a fault if readers cannot give the true value, or can give it twice.
fn check_guesses(
    question: &PredictedFigure,
    place: usize,
    [start, truth]: [f64; 2],
    wrong: &mut Vec<StepFault>,
) {
    match &question.by {
        PredictedBy::Drag(Some([from, to])) if !(*from..=*to).contains(&truth) => {
            wrong.push(StepFault::OutOfRange(place));
        }
        PredictedBy::Choose(choices) if !choices.is_empty() => {
            let truths = choices
                .iter()
                .filter(|choice| **choice == PredictedChoice::Truth);
            let is_true =
                |choice: &&PredictedChoice| question.is_near(choice.value(start, truth), truth);
            let near = choices.iter().filter(is_true);
            if [truths.count(), near.count()] != [1, 1] {
                wrong.push(StepFault::NotOneTruth(place));
            }
        }
        PredictedBy::Drag(_) | PredictedBy::Choose(_) => {}
    }
}
