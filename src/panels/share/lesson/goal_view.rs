//! Fields for the goal that a teacher sets.

use leptos::prelude::*;

use super::super::event::{GoalChoice, LessonPaneChoice};
use super::super::state::ShareDialog;
use super::fields::{choose, tick};
use super::goal::typed_limit;
use crate::store::PanelStore;

/// The fields, with the errors of the goal or whether the plan reaches it.
pub(super) fn fields(panel: PanelStore<ShareDialog>) -> AnyView {
    let goal = panel.slice(|dialog, _| dialog.lesson.choices.goal.clone());
    let fits = move || {
        let make = Box::new(|fits| LessonPaneChoice::Goal(GoalChoice::Fits(fits)));
        let is_ticked = goal.with(|goal| goal.fits);
        tick(
            panel,
            ["lesson-fits", ""],
            text::share::lesson_fits().to_owned(),
            is_ticked,
            make,
        )
    };
    let limits = move || {
        let limits = goal.with(|goal| goal.limits.clone());
        let limits = limits.into_iter().zip(names()).enumerate();
        limits
            .map(|(index, (limit, name))| limit_field(panel, index, name, limit))
            .collect_view()
    };
    view! {
        {fits}
        <div class="limits">{limits}</div>
        <label class="choice">
            <span>{text::share::lesson_condition()}</span>
            <input
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder="tp = 8 or pp > 1"
                id="lesson-condition"
                aria-invalid=move || {
                    panel.follow(|dialog, _| dialog.lesson.judgement.is_wrong.to_string())
                }
                aria-describedby="lesson-goal-said"
                prop:value=move || goal.with(|goal| goal.condition.clone())
                on:input:target=move |ev| {
                    let condition = GoalChoice::Condition(ev.target().value());
                    choose(panel, LessonPaneChoice::Goal(condition));
                }
            />
        </label>
        <p class="note" id="lesson-goal-said">
            {move || panel.follow(|dialog, _| dialog.lesson.judgement.sentence.clone())}
        </p>
    }
    .into_any()
}

/// Names of the limits.
fn names() -> [&'static str; 6] {
    [
        text::share::limit_mfu(),
        text::share::limit_bubble(),
        text::share::limit_step(),
        text::share::limit_days(),
        text::share::limit_dollars(),
        text::share::limit_gpus(),
    ]
}

/// The field of a limit.
fn limit_field(
    panel: PanelStore<ShareDialog>,
    index: usize,
    name: &'static str,
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
            {name}
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
