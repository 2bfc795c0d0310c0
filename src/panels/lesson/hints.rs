//! Hints that are worked out from the plan at hand: what is lacking, which controls a way to the
//! goal needs, and how they are to be set.

use std::time::Duration;

use cost::plan::Plan;
use formats::goal::{Field, Goal, Live};
use formats::link::Key;
use lesson::Scene;
use search::goal_path::{GoalSearch, Outcome, Path, PathFound};
use search::sweep::axis;
use search::work::Progress;
use text::EN_GOAL;
use text::figures::HintText;

use crate::store::Page;

/// Largest number of hints.
pub(super) const MOST: usize = 3;

/// Longest time of looking for a path: a reader has an answer within a second.
pub(super) const DEADLINE: Duration = Duration::from_millis(800);

/// The way to a goal from a plan, looked for once for all hints.
pub(super) struct Ahead {
    /// The plan from which it is looked for.
    from: Plan,
    state: State,
}

/// State of the search.
enum State {
    /// It goes on.
    Looking(Box<GoalSearch<'static>>),
    /// It is over.
    Over(Box<Outcome>),
}

impl Ahead {
    /// A search for a way by the controls that a reader has, in which nothing is tried yet.
    pub(super) fn new(page: &Page, goal: &Goal, scene: Scene) -> Self {
        let locks = page.clone();
        let is_free = move |key: &str| scene.is_free(key) && !locks.is_locked(key);
        let search = GoalSearch::hint(&page.draft, goal, Box::new(is_free));
        Self {
            from: Plan::clone(&page.draft),
            state: State::Looking(Box::new(search)),
        }
    }

    /// Tries one plan more; `false` where none is left to try.
    pub(super) fn go_on(&mut self) -> bool {
        match &mut self.state {
            State::Looking(search) => search.advance(1) == Progress::Pending,
            State::Over(_) => false,
        }
    }

    /// Ends the search with what it has found.
    pub(super) fn end(self) -> Self {
        let state = match self.state {
            State::Looking(search) => State::Over(Box::new(search.outcome())),
            over @ State::Over(_) => over,
        };
        Self {
            from: self.from,
            state,
        }
    }

    /// Whether it was looked for from this plan.
    pub(super) fn is_from(&self, plan: &Plan) -> bool {
        self.from == *plan
    }

    /// Whether it is still looked for.
    pub(super) fn is_looking(&self) -> bool {
        matches!(self.state, State::Looking(_))
    }

    /// The plan that the last hint leads to, if it leads anywhere.
    pub(super) fn plan(&self) -> Option<&Plan> {
        match &self.state {
            State::Over(outcome) => match &outcome.found {
                PathFound::Path(way) | PathFound::Nearest(Some(way)) => Some(&way.plan),
                PathFound::Nearest(None) => None,
            },
            State::Looking(_) => None,
        }
    }

    /// The hint of a place: each says more than the one before.
    pub(super) fn hint(&self, place: usize, page: &Page, goal: &Goal, words: &HintText) -> String {
        if place == 0 {
            let parts: Vec<String> = lacking(page, goal);
            return (words.lacks)(&parts, page.estimate.shares.dominant);
        }
        let outcome = match &self.state {
            State::Looking(_) => return words.looking.to_owned(),
            State::Over(outcome) => outcome,
        };
        let stopped = usize::from(outcome.is_stopped);
        match &outcome.found {
            PathFound::Path(way) if place == 1 => {
                let names: Vec<String> = way.moves.iter().map(|(key, _)| name(key)).collect();
                (words.controls)(&names)
            }
            PathFound::Path(way) => (words.settings)(&settings(way)),
            PathFound::Nearest(Some(way)) => (words.nearer)(&settings(way), outcome.is_stopped),
            PathFound::Nearest(None) => words.none[stopped].to_owned(),
        }
    }
}

/// Parts of a goal that are not reached, each with what it names as it is now.
fn lacking(page: &Page, goal: &Goal) -> Vec<String> {
    let estimate = page.draft_estimate().ok_or(());
    let parts = goal.parts().into_iter();
    let open = parts.filter(|part| !part.is_reached(&page.draft, estimate));
    open.map(|part| part.written(EN_GOAL.style)).collect()
}

/// Figures that a part of a goal names, with their present values; the verdict is in words itself.
pub(super) fn values(page: &Page, part: &Goal) -> Vec<(String, String)> {
    let fields = part.fields().into_iter();
    let values = fields.map(|field| {
        let value = (EN_GOAL.live)(&Live::of(field), &page.draft, page.draft_estimate());
        ((EN_GOAL.style.field)(field), value)
    });
    values.collect()
}

/// The name of a key's control.
pub(super) fn name(key: &str) -> String {
    // The presets are figures of the estimate, by the same names.
    let field = Key::named(key).map(Field::Key);
    let field = field.or_else(|| formats::goal::Figure::named(key).map(Field::Figure));
    field.map_or_else(|| key.to_owned(), EN_GOAL.style.field)
}

/// The settings of a way, each with its value as the page has it.
fn settings(way: &Path) -> Vec<(String, String)> {
    let words = &text::EN_FIGURES.sweep;
    let moves = way.moves.iter().map(|(key, value)| {
        let value = match axis(key) {
            Some(axis) => (words.value)(axis.key, axis.now(&way.plan)),
            None => value.clone(),
        };
        (name(key), value)
    });
    moves.collect()
}
