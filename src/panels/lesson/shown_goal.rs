//! The goal of an open step as the panel shows it for the present plan.

use formats::goal::Goal;

use super::hints;
use super::open_lesson::OpenLesson;
use crate::store::Page;

/// Judgement of the present plan by the goal of the open step, with the computed hints.
#[derive(Clone, Default, PartialEq)]
pub(super) struct ShownGoal {
    /// True if the plan reaches the goal.
    pub(super) is_reached: bool,
    pub(super) parts: Vec<GoalPart>,
    /// Number of controls that differ from the step's start, if it has one.
    pub(super) changes: Option<u64>,
    /// The computed hints that are shown; `None` for a hint that the plan already follows.
    pub(super) hints: Vec<Option<String>>,
}

/// A part of a goal.
#[derive(Clone, PartialEq)]
pub(super) struct GoalPart {
    /// The condition, in words.
    pub(super) condition: String,
    /// True if the plan reaches the part.
    pub(super) is_reached: bool,
    /// The figures that the condition names, with their present values.
    pub(super) values: Vec<(String, String)>,
}

impl ShownGoal {
    /// The goal of the open step; `None` for a step without a goal.
    pub(super) fn of(run: &OpenLesson, page: &Page) -> Option<Self> {
        let goal = run.step().goal.as_ref()?;
        let is_reached = run.is_reached(page);
        let parts = goal.parts().into_iter();
        Some(Self {
            is_reached,
            parts: parts.map(|part| GoalPart::of(&part, page)).collect(),
            changes: run.changes(&page.draft),
            hints: computed_hints(run, is_reached, goal, page),
        })
    }
}

impl GoalPart {
    fn of(part: &Goal, page: &Page) -> Self {
        Self {
            condition: part.written(&text::goal::STYLE),
            is_reached: part.is_reached(&page.draft, page.draft_estimate().ok_or(())),
            values: hints::values(page, part),
        }
    }
}

/// The computed hints that are shown. A plan that reaches the goal needs none, and one that a hint
/// sets only the first.
fn computed_hints(
    run: &OpenLesson,
    is_reached: bool,
    goal: &Goal,
    page: &Page,
) -> Vec<Option<String>> {
    let Some(ahead) = &run.ahead else {
        return Vec::new();
    };
    let hint = |place| {
        let is_over = is_reached || place > 0 && ahead.is_set_in(&page.draft);
        (!is_over).then(|| ahead.hint(place, page, goal))
    };
    (0..run.hints).map(hint).collect()
}
