//! Properties of every lesson.

use formats::import;
use formats::link::presentation::controls;
use lesson::check::{StepFault, check};
use lesson::markdown::{LinkTarget, Text};
use lesson::{Judged, LARGEST, Lesson, LessonRefusal, judge, read};
use search::goal_path::Effort;

use super::Scope;
use crate::failure::{Holds, ensure};

/// One lesson in this many is worked through: each tries some hundred plans.
const ONE_IN: u64 = 16;
/// Name of the comparison of a step's result with its goal.
pub(super) const NAME: &str = "a step that is worked through against its goal";
/// Units of work of a step that is worked through.
const UNITS: u64 = 500;

/// Checks a lesson.
///
/// # Errors
/// The property that does not hold.
pub fn lesson(scope: &Scope, input: &str) -> Holds {
    let lesson = match read(input, import::json) {
        Ok(lesson) => lesson,
        Err(why) => return refused(input, &why),
    };
    let is_short = input.len() <= LARGEST && (1..=60).contains(&lesson.steps.len());
    ensure("a lesson is not too long", is_short, || {
        lesson.steps.len().to_string()
    })?;
    for step in &lesson.steps {
        texts(&step.text)?;
        if let Some(plan) = lesson.start_of(step) {
            let now = scope.estimated(plan)?.ok();
            for question in &step.questions {
                for given in [0.0, 208.0, -1.0, 1e300, f64::NAN] {
                    let judged = judge(question, given, plan, now.as_ref());
                    let is_known = match judged {
                        Judged::Mistaken(place) => place < question.mistakes.len(),
                        _ => true,
                    };
                    ensure("a mistake is one of the question's", is_known, || {
                        format!("{given}")
                    })?;
                }
            }
        }
    }
    if scope.is_chosen(input, "worked through", ONE_IN) {
        worked_through(scope, &lesson)?;
    }
    Ok(())
}

/// A refusal says what is wrong, at no great length.
fn refused(input: &str, why: &LessonRefusal) -> Holds {
    if let LessonRefusal::Faults(faults) = why {
        let is_short = (1..=40).contains(&faults.len());
        ensure("faults are not too many", is_short, || {
            faults.len().to_string()
        })?;
    }
    let sentences = text::lesson::refused(why);
    ensure("a refusal is said", !sentences.is_empty(), || {
        input.to_owned()
    })?;
    for sentence in sentences {
        let is_one = sentence.len() < 8_000 && sentence.ends_with(['.', '?', ')']);
        ensure("a refusal is a sentence", is_one, || sentence.clone())?;
    }
    Ok(())
}

/// Links lead to other pages by their whole address, or to what the planner has.
///
/// # Errors
/// The property that does not hold.
pub fn texts(text: &Text) -> Holds {
    for span in text.spans() {
        let is_safe = match &span.target {
            Some(LinkTarget::Web(address)) => {
                address.starts_with("https://") || address.starts_with("http://")
            }
            Some(LinkTarget::Control(key)) => controls().any(|known| known == *key),
            Some(LinkTarget::View(_) | LinkTarget::Term(_) | LinkTarget::Figure(..)) | None => true,
        };
        ensure(
            "a text leads nowhere but to pages and controls",
            is_safe,
            || format!("{:?}", span.target),
        )?;
    }
    Ok(())
}

/// Working a lesson through ends, with as little effort as there can be.
fn worked_through(scope: &Scope, lesson: &Lesson) -> Holds {
    let checked = check(
        lesson,
        Effort {
            width: 1,
            depth: 1,
            units: UNITS,
        },
    );
    ensure(
        "every step is worked through",
        checked.len() == lesson.steps.len(),
        || checked.len().to_string(),
    )?;
    for (step, checked) in lesson.steps.iter().zip(&checked) {
        scope.compared(NAME);
        let has_end = |fault: &StepFault| match fault {
            StepFault::NoWay | StepFault::NotTried => true,
            // An estimate is a unit at least.
            StepFault::Stopped(tried) => (1..=UNITS).contains(tried),
            _ => false,
        };
        let ends = checked.wrong.iter().filter(|fault| has_end(fault)).count();
        let expected = usize::from(step.goal.is_some());
        let is_one = ends + usize::from(checked.goal.is_some()) == expected;
        ensure("a goal is reached, or it is said why not", is_one, || {
            format!("{checked:?}")
        })?;
    }
    Ok(())
}
