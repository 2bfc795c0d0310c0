//! A teacher's goal: a line under the head that states it and whether it is reached.

use formats::goal::Goal;
use leptos::prelude::*;
use text::sentence;

use crate::store::{Page, use_store};

/// The line that shows the goal of the query.
#[component]
pub(super) fn GoalLine() -> impl IntoView {
    let store = use_store();
    let text = store.read(|page| page.presentation.goal.clone());
    let goal = Goal::parse(&text).map_err(|fault| sentence(&text::goal::fault(&fault, &text)));
    let shown = store.slice(move |page| ShownGoal::of(&goal, page));
    view! {
        // As wide as the bar of the head, and below it.
        <section
            id="goal"
            class="bar"
            style=("padding-block", "0.5rem")
            aria-label=text::embed::goal()
            data-reached=move || shown.read().is_reached
        >
            <span aria-hidden="true">{move || shown.read().sign}</span>
            " "
            {move || shown.get().sentence}
        </section>
    }
}

/// Content of the line.
#[derive(Clone, PartialEq)]
struct ShownGoal {
    /// The sign before the sentence.
    sign: &'static str,
    is_reached: bool,
    /// The goal and whether it is reached, or why its text is not a goal.
    sentence: String,
}

impl ShownGoal {
    fn of(goal: &Result<Goal, String>, page: &Page) -> Self {
        let (sign, is_reached, sentence) = match goal {
            Ok(goal) => {
                let is_reached = is_reached(goal, page);
                let sign = if is_reached { "✓" } else { "○" };
                (
                    sign,
                    is_reached,
                    text::goal::result(goal, is_reached, page.draft_estimate()),
                )
            }
            Err(fault) => ("!", false, fault.clone()),
        };
        Self {
            sign,
            is_reached,
            sentence,
        }
    }
}

/// True if a goal is reached by the plan.
pub(super) fn is_reached(goal: &Goal, page: &Page) -> bool {
    goal.is_reached(&page.draft, page.draft_estimate().ok_or(()))
}
