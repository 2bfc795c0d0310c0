//! The texts of a step against many solutions: what is said once a step is done has to be true of
//! each of them.

use std::collections::BTreeSet;

use cost::plan::Plan;
use cost::{Estimate, estimate};
use formats::goal::Live;
use search::goal_path::{Effort, GoalSearch, Path, PathFound, paths};

use super::check_figures::{figures, written};
use super::figures::has_number;
use super::markdown::{Content, LinkTarget, Text};
use super::step_fault::StepFault;
use super::{ChangedControls, Lesson, Passage, Step};

/// Plans from which the second level of the search for solutions starts.
const WIDTH: usize = 8;
/// Most controls that such a search sets: one, and two through the nearest plans.
const DEPTH: usize = 2;

/// Solutions of a step, and the units of work that they took: the shortest path, and others by
/// controls that a reader has.
pub(super) fn solutions(
    lesson: &Lesson,
    step: &Step,
    start: &Plan,
    shortest: &Path,
    effort: Effort,
) -> (Vec<Path>, u64) {
    let Some(goal) = &step.goal else {
        return (Vec::new(), 0);
    };
    let scene = lesson.scene_of(step);
    let effort = Effort {
        width: effort.width.min(WIDTH),
        depth: effort.depth.min(DEPTH),
        ..effort
    };
    let (mut found, units) = paths(start, goal, &|key| scene.is_free(key), effort);
    found.insert(0, shortest.clone());
    (found, units)
}

/// Adds a fault if computed hints find no path by the controls of the step. Returns the units of
/// work that this took.
pub(super) fn check_hint(
    lesson: &Lesson,
    step: &Step,
    start: &Plan,
    units: u64,
    wrong: &mut Vec<StepFault>,
) -> u64 {
    let Some(goal) = step.goal.as_ref().filter(|_| step.hints.is_empty()) else {
        return 0;
    };
    let scene = lesson.scene_of(step);
    let is_free = |key: &str| scene.is_free(key);
    let search = GoalSearch::hint(start, goal, Box::new(is_free));
    let mut search = search.among(|key| step.leads_by(key));
    search.advance(units);
    let outcome = search.outcome();
    if !(matches!(outcome.found, PathFound::Path(_)) || outcome.is_stopped) {
        wrong.push(StepFault::NoHint);
    }
    outcome.units
}

/// Adds what is wrong with the text after a step for these solutions, each fault with the first
/// solution that has it.
pub(super) fn check_done(
    step: &Step,
    start: &Plan,
    solutions: &[Path],
    wrong: &mut Vec<StepFault>,
) {
    let mut known = BTreeSet::new();
    for path in solutions {
        let changed = ChangedControls::between(Some(start), &path.plan);
        let estimate = estimate(&path.plan).ok();
        let places = step.true_passages(Some(start), &path.plan, estimate.as_ref());
        let by = || path.moves.clone();
        if places.is_empty() && !step.done.is_empty() && known.insert((usize::MAX, "")) {
            wrong.push(StepFault::NothingSaid { by: by() });
        }
        for place in places {
            let passage = &step.done[place];
            let mut values = live(&passage.text);
            let has_values = values.all(|live| has_value(live, &path.plan, estimate.as_ref()));
            if !has_values && known.insert((place, "")) {
                wrong.push(StepFault::NoValue {
                    passage: place,
                    by: by(),
                });
            }
            let lost = figures(&passage.text)
                .find(|(figure, below)| !has_number(*figure, below, &path.plan, estimate.as_ref()));
            if let Some((figure, below)) = lost
                && known.insert((place, "why"))
            {
                wrong.push(StepFault::NoFigureOf {
                    passage: place,
                    figure: written(figure, below),
                    by: by(),
                });
            }
            for key in unchanged(passage, &changed) {
                if known.insert((place, key)) {
                    wrong.push(StepFault::Unchanged {
                        passage: place,
                        key,
                        by: by(),
                    });
                }
            }
        }
    }
}

/// Controls that a passage links to without a condition on them, and that a solution has left.
fn unchanged(passage: &Passage, changed: &ChangedControls) -> Vec<&'static str> {
    let keys = passage.text.spans().filter_map(|span| match span.target {
        Some(LinkTarget::Control(key)) => Some(key),
        _ => None,
    });
    keys.filter(|key| !(changed.contains(key) || passage.is_about(key)))
        .collect()
}

/// The live values of a text.
pub(super) fn live(text: &Text) -> impl Iterator<Item = &Live> {
    text.spans().filter_map(|span| match &span.content {
        Content::Live(live) => Some(live),
        Content::Words(_) | Content::Code(_) => None,
    })
}

/// True if a live value has a number or a word for a plan.
pub(super) fn has_value(live: &Live, plan: &Plan, estimate: Option<&Estimate>) -> bool {
    match live {
        Live::Number(number) => number.value(plan, estimate).is_some(),
        Live::Word(field) => field.word(plan, estimate).is_some(),
    }
}
