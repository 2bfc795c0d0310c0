//! The goal that a teacher sets: a plan that fits, limits on its figures, and a further condition
//! in the language of goals.

use formats::goal;
use text::sentence;

use super::super::event::GoalChoice;
use crate::store::Page;

/// Fields of the goal of a lesson's page.
#[derive(Clone, Default, PartialEq)]
pub(super) struct GoalFields {
    pub(super) fits: bool,
    pub(super) limits: [String; LIMITS.len()],
    pub(super) condition: String,
}

/// Limits that a teacher can set: the condition before the number, and the text after it.
static LIMITS: [(&str, &str); 6] = [
    ("mfu>=", "%"),
    ("time.bubble_fraction<=", "%"),
    ("time.step_s<=", ""),
    ("run.days<=", ""),
    ("run.cost_usd<=", ""),
    ("gpus<=", ""),
];

impl GoalFields {
    /// The goal as a query has it; empty if there is none.
    pub(super) fn text(&self) -> String {
        let mut conditions = Vec::new();
        if self.fits {
            conditions.push(String::from("fits"));
        }
        for (&(before, behind), limit) in LIMITS.iter().zip(&self.limits) {
            if !limit.is_empty() {
                conditions.push([before, limit, behind].concat());
            }
        }
        if !self.condition.trim().is_empty() {
            conditions.push(self.condition.trim().to_owned());
        }
        let text = conditions.join(",");
        // In its shortest form, if it is a valid goal.
        goal::Goal::parse(&text).map_or(text, |goal| goal.text())
    }

    /// Applies a choice.
    pub(super) fn choose(&mut self, choice: GoalChoice) {
        match choice {
            GoalChoice::Fits(fits) => self.fits = fits,
            GoalChoice::Limit(place, limit) => {
                if let Some(old) = self.limits.get_mut(place) {
                    *old = limit;
                }
            }
            GoalChoice::Condition(condition) => self.condition = condition,
        }
    }
}

/// The limit that is typed; none while its field holds no number, which it may on the way to the
/// next one.
pub(super) fn typed_limit(value: String) -> Option<String> {
    Some(value).filter(|value| !value.is_empty())
}

/// The judgement of the present plan by a goal.
#[derive(Default)]
pub(super) struct GoalJudgement {
    /// True if the goal cannot be read.
    pub(super) is_wrong: bool,
    /// The errors of the goal, or its meaning and whether the plan reaches it; empty without a
    /// goal.
    pub(super) sentence: String,
}

impl GoalJudgement {
    /// The judgement by the goal that a query has.
    pub(super) fn of(text: &str, page: &Page) -> Self {
        if text.is_empty() {
            return Self::default();
        }
        let goal = match goal::Goal::parse(text) {
            Ok(goal) => goal,
            Err(fault) => {
                return Self {
                    is_wrong: true,
                    sentence: sentence(&text::goal::fault(&fault, text)),
                };
            }
        };
        let is_reached = goal.is_reached(&page.draft, page.draft_estimate().ok_or(()));
        let mut sentence = text::goal::result(&goal, is_reached, page.draft_estimate());
        if is_reached {
            sentence = [&sentence, " ", text::share::lesson_early()].concat();
        }
        Self {
            is_wrong: false,
            sentence,
        }
    }
}
