//! The goal that a teacher sets: a plan that fits, limits on its figures, and a further condition
//! in the language of goals.

use formats::goal;
use leptos::prelude::*;
use text::{EN_GOAL, sentence};

use super::super::event::{GoalChoice, LessonPaneChoice};
use super::super::state::ShareDialog;
use super::super::words::words;
use super::fields::{choose, tick};
use crate::store::{Page, PanelStore};

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

    /// True if there is a goal, and it cannot be read.
    fn is_wrong(&self) -> bool {
        let text = self.text();
        !text.is_empty() && goal::Goal::parse(&text).is_err()
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
pub(super) fn fields(panel: PanelStore<ShareDialog>) -> AnyView {
    let words = &words().lesson;
    let goal = panel.slice(|dialog, _| dialog.lesson.choices.goal.clone());
    let fits = move || {
        let make = Box::new(|fits| LessonPaneChoice::Goal(GoalChoice::Fits(fits)));
        let is_ticked = goal.with(|goal| goal.fits);
        tick(panel, ["lesson-fits", "", words.fits], is_ticked, make)
    };
    let limits = move || {
        let limits = goal.with(|goal| goal.limits.clone());
        let limits = limits.into_iter().enumerate();
        limits
            .map(|(index, limit)| limit_field(panel, index, limit))
            .collect_view()
    };
    view! {
        {fits}
        <div class="limits">{limits}</div>
        <label class="choice">
            <span>{words.condition}</span>
            <input
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder="tp = 8 or pp > 1"
                id="lesson-condition"
                aria-invalid=move || goal.with(GoalFields::is_wrong).to_string()
                aria-describedby="lesson-goal-said"
                prop:value=move || goal.with(|goal| goal.condition.clone())
                on:input:target=move |ev| {
                    let condition = GoalChoice::Condition(ev.target().value());
                    choose(panel, LessonPaneChoice::Goal(condition));
                }
            />
        </label>
        <p class="note" id="lesson-goal-said">
            {move || goal.with(|goal| panel.follow(|_, page| told(&goal.text(), page)))}
        </p>
    }
    .into_any()
}

/// The field of a limit.
fn limit_field(
    panel: PanelStore<ShareDialog>,
    index: usize,
    limit: String,
) -> impl IntoView + use<> {
    let set = move |limit: String| {
        choose(
            panel,
            LessonPaneChoice::Goal(GoalChoice::Limit(index, limit)),
        );
    };
    view! {
        <label>
            {words().lesson.limits[index]}
            <input
                type="number"
                min="0"
                step="any"
                autocomplete="off"
                data-limit=index.to_string()
                prop:value=limit
                on:input:target=move |ev| typed_limit(ev.target().value()).into_iter().for_each(set)
                on:change:target=move |ev| set(ev.target().value())
            />
        </label>
    }
}

/// The limit that is typed; none while its field holds no number, which it may on the way to the
/// next one.
pub(super) fn typed_limit(value: String) -> Option<String> {
    Some(value).filter(|value| !value.is_empty())
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
