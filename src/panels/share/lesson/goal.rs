//! The goal that a teacher sets: a plan that fits, limits on its figures, and a further condition
//! in the language of goals.

use formats::goal;
use text::{EN_GOAL, sentence};

use super::super::event::GoalChoice;
use super::super::words::words;
use super::fields::tick;
use crate::dom::components::said;
use crate::dom::{Element, element};
use crate::store::Page;

/// Fields of the goal of a lesson's page.
#[derive(Clone, Default, PartialEq)]
pub(super) struct GoalFields {
    fits: bool,
    limits: [String; LIMITS.len()],
    condition: String,
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

/// The field of the further condition.
pub(super) const CONDITION: &str = "lesson-condition";

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

/// The fields, with the errors of the goal or whether the plan reaches it.
pub(super) fn fields(goal: &GoalFields, page: &Page) -> Vec<Element> {
    let words = &words().lesson;
    let limits = (0..LIMITS.len()).map(|index| {
        let field = element("input")
            .attribute("type", "number")
            .attribute("min", "0")
            .attribute("step", "any")
            .attribute("autocomplete", "off")
            .attribute("data-limit", index.to_string())
            .property("value", goal.limits[index].clone());
        element("label").child(words.limits[index]).child(field)
    });
    let text = goal.text();
    let is_wrong = !text.is_empty() && goal::Goal::parse(&text).is_err();
    let condition = element("input")
        .attribute("type", "text")
        .attribute("autocomplete", "off")
        .attribute("spellcheck", "false")
        .attribute("placeholder", "tp = 8 or pp > 1")
        .id(CONDITION)
        .attribute("aria-invalid", if is_wrong { "true" } else { "false" })
        .attribute("aria-describedby", "lesson-goal-said")
        .property("value", goal.condition.clone());
    vec![
        tick("lesson-fits", "", goal.fits, words.fits),
        element("div").class("limits").children(limits.collect()),
        element("label")
            .class("choice")
            .child(element("span").child(words.condition))
            .child(condition),
        said("p", "note", told(&text, page).into()).id("lesson-goal-said"),
    ]
}

/// The errors of a goal, or its meaning and whether the plan reaches it.
fn told(text: &str, page: &Page) -> String {
    if text.is_empty() {
        return String::new();
    }
    let goal = match goal::Goal::parse(text) {
        Ok(goal) => goal,
        Err(fault) => return sentence(&(EN_GOAL.fault)(&fault, text)),
    };
    let is_reached = goal.is_reached(&page.draft, page.draft_estimate().ok_or(()));
    let told = (EN_GOAL.reached)(&goal, is_reached);
    if is_reached {
        [&told, " ", words().lesson.early].concat()
    } else {
        told
    }
}
