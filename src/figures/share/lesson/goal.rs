//! The goal that a teacher sets: that the plan fits, limits on what it brings, and any further
//! condition in the language of goals.

use crate::markup::{Element, element};
use cost::Estimate;
use cost::plan::Plan;
use formats::goal;
use text::{EN_GOAL, sentence};
use web_sys::HtmlInputElement;

use super::tick;
use crate::figures::pieces::said;
use crate::figures::share::dialog::words;

/// What is to be reached.
pub(super) struct Goal {
    fits: bool,
    limits: [String; LIMITS.len()],
    condition: String,
}

/// Limits that a teacher can set: the condition before the number, and what stands behind it.
static LIMITS: [(&str, &str); 6] = [
    ("mfu>=", "%"),
    ("time.bubble_fraction<=", "%"),
    ("time.step_s<=", ""),
    ("run.days<=", ""),
    ("run.cost_usd<=", ""),
    ("gpus<=", ""),
];

/// The field of any further condition.
const CONDITION: &str = "lesson-condition";

impl Goal {
    /// None.
    pub(super) const NEW: Self = Self {
        fits: false,
        limits: [const { String::new() }; LIMITS.len()],
        condition: String::new(),
    };

    /// The goal as a query has it; empty where there is none.
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
        // In the shortest form, once it is a goal.
        goal::Goal::parse(&text).map_or(text, |goal| goal.text())
    }

    /// The fields, and what is wrong with the goal or whether the plan reaches it.
    pub(super) fn draw(&self, plan: &Plan, estimate: &Estimate, is_stale: bool) -> Vec<Element> {
        let words = &words().lesson;
        let limits = (0..LIMITS.len()).map(|index| {
            let field = element("input")
                .attribute("type", "number")
                .attribute("min", "0")
                .attribute("step", "any")
                .attribute("autocomplete", "off")
                .attribute("data-limit", index.to_string())
                .property("value", self.limits[index].clone());
            element("label").child(words.limits[index]).child(field)
        });
        let text = self.text();
        let is_wrong = !text.is_empty() && goal::Goal::parse(&text).is_err();
        let condition = element("input")
            .attribute("type", "text")
            .attribute("autocomplete", "off")
            .attribute("spellcheck", "false")
            .attribute("placeholder", "tp = 8 or pp > 1")
            .id(CONDITION)
            .attribute("aria-invalid", if is_wrong { "true" } else { "false" })
            .attribute("aria-describedby", "lesson-goal-said")
            .property("value", self.condition.clone());
        vec![
            tick("lesson-fits", "", self.fits, words.fits),
            element("div").class("limits").children(limits.collect()),
            element("label")
                .class("choice")
                .child(element("span").child(words.condition))
                .child(condition),
            said("p", "note", told(&text, plan, estimate, is_stale).into()).id("lesson-goal-said"),
        ]
    }

    /// Something is ticked or typed.
    pub(super) fn type_in(&mut self, input: &HtmlInputElement) {
        let limit = input.get_attribute("data-limit");
        let limit = limit.and_then(|index| index.parse::<usize>().ok());
        if let Some(limit) = limit.and_then(|index| self.limits.get_mut(index)) {
            *limit = input.value();
        } else if input.name() == "lesson-fits" {
            self.fits = input.checked();
        } else if input.id() == CONDITION {
            self.condition = input.value();
        }
    }
}

/// What is wrong with a goal, or what it says and whether the plan reaches it.
fn told(text: &str, plan: &Plan, estimate: &Estimate, is_stale: bool) -> String {
    if text.is_empty() {
        return String::new();
    }
    let goal = match goal::Goal::parse(text) {
        Ok(goal) => goal,
        Err(fault) => return sentence(&(EN_GOAL.fault)(&fault, text)),
    };
    let estimate = (!is_stale).then_some(estimate).ok_or(());
    let is_reached = goal.is_reached(plan, estimate);
    let told = (EN_GOAL.reached)(&goal, is_reached);
    if is_reached {
        [&told, " ", words().lesson.early].concat()
    } else {
        told
    }
}
