//! Hints computed from the present plan: the unmet parts of the goal, the controls on a path to it,
//! and their values.

use std::time::Duration;

use cost::plan::Plan;
use formats::goal::{Field, Figure, Goal, Live};
use lesson::{Lacking, Lesson, Step};
use search::goal_path::{GoalSearch, Outcome, Path, PathFound};
use search::sweep::axis;
use search::work::Progress;
use text::lesson_figure as words;

use crate::store::Page;

/// Largest number of hints.
pub(super) const MOST: usize = 3;

/// Longest time of the search for a path; a reader gets an answer within a second.
pub(super) const DEADLINE: Duration = Duration::from_millis(800);

/// The figures that the verdict compares.
const MEMORY: [&str; 2] = ["memory.peak_gib", "memory.capacity_gib"];

/// Path from a plan to a goal, searched once for all hints.
pub(super) struct Ahead {
    /// The plan at which the path starts.
    from: Plan,
    state: PathSearch,
    /// The search by all controls that the step is about, if that by its path finds nothing.
    wider: Option<Box<GoalSearch<'static>>>,
}

/// State of the search.
enum PathSearch {
    /// The search is running.
    Looking(Box<GoalSearch<'static>>),
    /// The search has ended.
    Over(Box<Outcome>),
}

impl Ahead {
    /// A search for a path by the controls that hints may set, before its first piece of work: first
    /// by those by which the step leads to its goal, then by all that it is about.
    pub(super) fn new(page: &Page, goal: &Goal, lesson: &Lesson, step: &Step) -> Self {
        let search = || {
            let locks = page.clone();
            let scene = lesson.scene_of(step);
            let is_free = move |key: &str| scene.is_free(key) && !locks.is_locked(key);
            GoalSearch::hint(&page.draft, goal, Box::new(is_free))
        };
        let along_path = search().among(|key| step.leads_by(key));
        let wider = (!step.path.is_empty()).then(|| search().among(|key| step.is_about(key)));
        Self {
            from: Plan::clone(&page.draft),
            state: PathSearch::Looking(Box::new(along_path)),
            wider: wider.map(Box::new),
        }
    }

    /// Tries one more plan; `false` if none is left.
    pub(super) fn go_on(&mut self) -> bool {
        let PathSearch::Looking(search) = &mut self.state else {
            return false;
        };
        if search.advance(1) == Progress::Pending {
            return true;
        }
        match self.wider.take() {
            Some(wider) if !search.has_path() => {
                *search = wider;
                true
            }
            _ => false,
        }
    }

    /// Ends the search with what it has found.
    pub(super) fn end(self) -> Self {
        let state = match self.state {
            PathSearch::Looking(search) => PathSearch::Over(Box::new(search.outcome())),
            over @ PathSearch::Over(_) => over,
        };
        Self { state, ..self }
    }

    /// True if the search started from this plan.
    pub(super) fn is_from(&self, plan: &Plan) -> bool {
        self.from == *plan
    }

    /// True if the search is running.
    pub(super) fn is_looking(&self) -> bool {
        matches!(self.state, PathSearch::Looking(_))
    }

    /// The plan of the last hint, if the search has found a path.
    pub(super) fn plan(&self) -> Option<&Plan> {
        match &self.state {
            PathSearch::Over(outcome) => match &outcome.found {
                PathFound::Path(path) | PathFound::Nearest(Some(path)) => Some(&path.plan),
                PathFound::Nearest(None) => None,
            },
            PathSearch::Looking(_) => None,
        }
    }

    /// True if the search has found a plan that reaches the goal.
    pub(super) fn reaches_goal(&self) -> bool {
        matches!(&self.state, PathSearch::Over(outcome) if matches!(outcome.found, PathFound::Path(_)))
    }

    /// True if a plan is the one that the last hint sets.
    pub(super) fn is_set_in(&self, plan: &Plan) -> bool {
        self.plan() == Some(plan)
    }

    /// The hint of an index; each is more specific than the one before.
    pub(super) fn hint(&self, place: usize, page: &Page, goal: &Goal) -> String {
        if place == 0 {
            let lacking = Lacking::of(goal, &page.draft, page.draft_estimate());
            return words::lacks(&lacking, page.units());
        }
        let outcome = match &self.state {
            PathSearch::Looking(_) => return words::looking().to_owned(),
            PathSearch::Over(outcome) => outcome,
        };
        match &outcome.found {
            PathFound::Path(path) if place == 1 => {
                let names: Vec<String> = path.moves.iter().map(|(key, _)| name(key)).collect();
                words::controls(&names)
            }
            PathFound::Path(path) => words::settings(&settings(path)),
            PathFound::Nearest(Some(path)) => words::nearest(&settings(path), outcome.is_stopped),
            PathFound::Nearest(None) => {
                if outcome.is_stopped {
                    words::none_in_time().to_owned()
                } else {
                    words::none_found().to_owned()
                }
            }
        }
    }
}

/// Figures that a part of a goal names, with their present values: of the verdict the memory, of a
/// decision of the recipe none.
pub(super) fn values(page: &Page, part: &Goal) -> Vec<(String, String)> {
    let fields = part.fields().into_iter();
    let figures = fields.flat_map(|field| match field.name() {
        "memory.verdict" => MEMORY
            .into_iter()
            .filter_map(Figure::named)
            .map(Field::Figure)
            .collect(),
        name if name.starts_with("recipe.") => Vec::new(),
        _ => vec![field],
    });
    let values = figures.map(|field| {
        let value = text::goal::live(&Live::of(field), &page.draft, page.draft_estimate());
        (text::goal::name(field).to_owned(), value)
    });
    values.collect()
}

/// The name of a key's control.
pub(super) fn name(key: &str) -> String {
    text::controls::label(key)
        .map_or(key, |label| label.name)
        .to_owned()
}

/// The settings of a path, each with its value as the page shows it.
fn settings(path: &Path) -> Vec<(String, String)> {
    let moves = path.moves.iter().map(|(key, value)| {
        let value = match axis(key) {
            Some(axis) => text::sweep::value(axis.key, axis.now(&path.plan)),
            None => value.clone(),
        };
        (name(key), value)
    });
    moves.collect()
}
