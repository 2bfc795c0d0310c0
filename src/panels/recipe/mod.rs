//! The ordered recipe: a path of six decisions, with the ones that the plan has reached.
//!
//! Tests: `tests.rs`.

#[cfg(test)]
mod tests;

use cost::guide::open;
use leptos::prelude::*;
use text::recipe;

use crate::components::Table;
use crate::panels::figure::Figure;
use crate::store::{Event, Page, Store, use_store};

/// The id of the figure, and its word in a query's `view`. It differs from `recipe`, which is the
/// id of the control of the recipe of bytes.
const ID: &str = "ordered-recipe";

/// The figure.
#[component]
pub(super) fn Recipe() -> impl IntoView {
    let store = use_store();
    let steps = store.slice(ShownStep::all);
    let list = move || {
        let steps = steps.get().into_iter().enumerate();
        steps
            .map(|(index, step)| step.view(store, index))
            .collect_view()
    };
    view! {
        <Figure
            id=ID
            caption="recipe-caption"
            name=recipe::heading()
            sentence=store.shown(|page| recipe::sentence(open(page.decisions())))
            table=store.shown(numbers)
        >
            <ol class="path">{list}</ol>
        </Figure>
    }
}

/// A step of the path.
#[derive(Clone, PartialEq)]
struct ShownStep {
    class: &'static str,
    state: &'static str,
    /// The sentence on the decision for this plan.
    finding: String,
}

impl ShownStep {
    /// The steps of the page's plan.
    fn all(page: &Page) -> Vec<Self> {
        let decisions = page.decisions();
        let at = open(decisions);
        let decisions = decisions.iter().enumerate();
        decisions
            .map(|(index, decision)| Self {
                class: match (decision.is_held, at == Some(index)) {
                    (true, _) => "held",
                    (false, true) => "here",
                    (false, false) => "open",
                },
                state: recipe::state(decision, index, at),
                finding: recipe::finding(&decision.finding, page.units()),
            })
            .collect()
    }

    fn view(self, store: Store, index: usize) -> impl IntoView {
        view! {
            <li class=self.class aria-current=(self.class == "here").then_some("step")>
                <b>{recipe::steps()[index]}</b>
                <em>{self.state}</em>
                <p>{self.finding}</p>
                {levers(store, index)}
            </li>
        }
    }
}

/// The controls that decide a step.
fn levers(store: Store, step: usize) -> impl IntoView {
    let levers = recipe::CONTROLS[step].iter().map(|&(key, name)| {
        view! {
            <button
                type="button"
                data-lever=key
                on:click=move |_| store.send(Event::RevealControl(key.to_owned()))
            >
                {name()}
            </button>
        }
    });
    view! {
        <div class="acts">
            <small>{recipe::controls()}</small>
            {levers.collect_view()}
        </div>
    }
}

/// The table behind the figure.
fn numbers(page: &Page) -> Table {
    let decisions = page.decisions();
    let at = open(decisions);
    let rows = decisions.iter().enumerate().map(|(index, decision)| {
        vec![
            recipe::steps()[index].to_owned(),
            recipe::finding(&decision.finding, page.units()),
            recipe::state(decision, index, at).to_owned(),
        ]
    });
    Table {
        headings: recipe::headings().map(str::to_owned).to_vec(),
        rows: rows.collect(),
        foot: Vec::new(),
    }
}
