//! Hints that are worked out from the plan at hand: what is lacking, which controls a way to the
//! goal needs, and how they are to be set.

use std::time::Duration;

use crate::browser::slices::{self, Begun, Work};
use cost::plan::Plan;
use formats::goal::{Field, Goal, Live};
use formats::link::Key;
use lesson::Scene;
use search::goal_path::{Found, GoalSearch, Outcome, Path};
use search::sweep::axis;
use search::work::Progress;
use text::EN_GOAL;
use text::figures::HintText;

use super::player::{show, with};
use crate::figures::desk::{Desk, at};
use crate::page::locks;

/// How many hints there are at most.
pub(super) const MOST: usize = 3;

/// How long a way is looked for: a reader has an answer within a second.
const DEADLINE: Duration = Duration::from_millis(800);

/// The way to a goal from a plan, looked for once for all hints.
pub(super) struct Ahead {
    /// The plan from which it is looked for.
    from: Plan,
    state: State,
}

/// How far looking for it has come.
enum State {
    /// It goes on.
    Looking { _begun: Begun },
    /// It is over.
    Over(Box<Outcome>),
}

impl Ahead {
    /// Begins to look for a way by the controls that a reader has. It is given up with what this
    /// returns.
    pub(super) fn look(plan: &Plan, goal: &Goal, scene: Scene) -> Self {
        let is_free = move |key: &str| scene.is_free(key) && !locks::has(key);
        let search = GoalSearch::hint(plan, goal, Box::new(is_free));
        let begun = slices::begin(Looking { search }, DEADLINE);
        Self {
            from: plan.clone(),
            state: State::Looking { _begun: begun },
        }
    }

    /// Whether it was looked for from this plan.
    pub(super) fn is_from(&self, plan: &Plan) -> bool {
        self.from == *plan
    }

    /// Whether it is still looked for.
    pub(super) fn is_looking(&self) -> bool {
        matches!(self.state, State::Looking { .. })
    }

    /// The plan that the last hint leads to, if it leads anywhere.
    pub(super) fn plan(&self) -> Option<&Plan> {
        match &self.state {
            State::Over(outcome) => match &outcome.found {
                Found::Path(way) | Found::Nearest(Some(way)) => Some(&way.plan),
                Found::Nearest(None) => None,
            },
            State::Looking { .. } => None,
        }
    }

    /// The hint of a place: each says more than the one before.
    pub(super) fn hint(&self, place: usize, desk: &Desk, goal: &Goal, words: &HintText) -> String {
        if place == 0 {
            let parts: Vec<String> = lacking(desk, goal);
            return (words.lacks)(&parts, desk.estimate.tolls.dominant);
        }
        let outcome = match &self.state {
            State::Looking { .. } => return words.looking.to_owned(),
            State::Over(outcome) => outcome,
        };
        let stopped = usize::from(outcome.is_stopped);
        match &outcome.found {
            Found::Path(way) if place == 1 => {
                let names: Vec<String> = way.moves.iter().map(|(key, _)| name(key)).collect();
                (words.controls)(&names)
            }
            Found::Path(way) => (words.settings)(&settings(way)),
            Found::Nearest(Some(way)) => (words.nearer)(&settings(way), outcome.is_stopped),
            Found::Nearest(None) => words.none[stopped].to_owned(),
        }
    }
}

/// Looking for a way, a plan at a time.
struct Looking {
    search: GoalSearch<'static>,
}

impl Work for Looking {
    fn step(&mut self) -> bool {
        self.search.advance(1) == Progress::Pending
    }

    fn end(self: Box<Self>, _: bool) {
        let outcome = self.search.outcome();
        at(|desk| {
            with(|player| {
                let run = player.run.as_mut();
                if let Some(ahead) = run.and_then(|run| run.ahead.as_mut()) {
                    ahead.state = State::Over(Box::new(outcome));
                }
            });
            show(desk);
        });
    }
}

/// Parts of a goal that are not reached, each with what it names as it is now.
fn lacking(desk: &Desk, goal: &Goal) -> Vec<String> {
    let plan = desk.page_plan();
    let estimate = desk.page_estimate().ok_or(());
    let parts = goal.parts().into_iter();
    let open = parts.filter(|part| !part.is_reached(&plan, estimate));
    open.map(|part| part.written(EN_GOAL.style)).collect()
}

/// What a part of a goal names, with its present values; the verdict says itself.
pub(super) fn values(desk: &Desk, part: &Goal) -> Vec<(String, String)> {
    let plan = desk.page_plan();
    let fields = part.fields().into_iter();
    let values = fields.map(|field| {
        let value = (EN_GOAL.live)(&Live::of(field), &plan, desk.page_estimate());
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
